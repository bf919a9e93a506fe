import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import { id, idParams, timestamp, page, pageQuery, plainText, requiredText } from '../kernel/schemas.ts';

/** One entry of the consent log: question, answer, time and author. */
export const ConsentEntry = z.object({
  id,
  act: z.enum(['given', 'refused', 'withdrawn']),
  askedText: z.string(),
  askedLink: z.string(),
  /** SHA-256 of text and link, in hex; proves the wording that was accepted. */
  askedHash: z.string(),
  answerText: z.string(),
  ticketId: id.nullable(),
  messageId: z.number().nullable(),
  connection: z.string(),
  /** Channel identity of the person who answered; masked when the company hides numbers. */
  identity: z.string(),
  /** The user who withdrew it at the customer's request. */
  user: z.object({ id, name: z.string() }).nullable(),
  at: timestamp,
});
export type ConsentEntry = z.infer<typeof ConsentEntry>;

export const PersonExport = z.object({
  id,
  state: z.enum(['waiting', 'making', 'ready', 'failed']),
  /** Messages written so far, and in total. */
  done: z.number(),
  total: z.number(),
  bytes: z.number(),
  /** A signed URL, valid for about an hour; null until the file exists. */
  url: z.string().nullable(),
  createdAt: timestamp,
  /** The file is deleted then. */
  endsAt: timestamp,
  user: z.object({ id, name: z.string() }).nullable(),
});
export type PersonExport = z.infer<typeof PersonExport>;

/** An erasure in progress, then its receipt without personal data. */
export const Erasure = z.object({
  id,
  contactId: id,
  state: z.enum(['waiting', 'running', 'done']),
  done: z.number(),
  total: z.number(),
  /** Rows of each table that were removed or anonymized. */
  counts: z.record(z.string(), z.number()),
  askedAt: timestamp,
  doneAt: timestamp.nullable(),
  user: z.object({ id, name: z.string() }),
  /** SHA-256 of the receipt, in hex; the audit log contains the same. */
  hash: z.string(),
});
export type Erasure = z.infer<typeof Erasure>;

/** Requests that data protection rules grant to a person. */
export const privacy = {
  /** Newest first. */
  consents: get('/contacts/:id/consents', {
    params: idParams,
    reply: z.array(ConsentEntry),
    access: 'contact.export',
    support: false,
  }),
  /** Withdraws the consent: recorded in the consent log, and asked again next time. */
  withdraw: post('/contacts/:id/consents/withdrawal', {
    params: idParams,
    body: z.object({ reason: plainText(1000).default('') }),
    reply: z.array(ConsentEntry),
    access: 'contact.export',
  }),
  exports: get('/contacts/:id/personal-data', {
    params: idParams,
    reply: z.array(PersonExport),
    access: 'contact.export',
    support: false,
  }),
  /** Copies all data of a contact into a file. A running export is returned instead of a second one. */
  makeExport: post('/contacts/:id/personal-data', { params: idParams, reply: PersonExport, access: 'contact.export' }),
  /** Irreversible. `name` is the contact's name, typed to confirm. */
  erase: post('/contacts/:id/erasure', {
    params: idParams,
    body: z.object({ name: requiredText(1, 250) }),
    reply: Erasure,
    access: 'contact.delete',
  }),
  erasures: get('/erasures', {
    query: pageQuery.pick({ pageNumber: true }),
    reply: page('erasures', Erasure),
    access: 'contact.delete',
  }),
  erasure: get('/erasures/:id', { params: idParams, reply: Erasure, access: 'contact.delete' }),
};
