import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import { id, idParams, timestamp, page, pageQuery, plainText, requiredText } from '../kernel/schemas.ts';

/** One entry of the ledger: what was asked, what was answered, when and by whom. */
export const ConsentEntry = z.object({
  id,
  act: z.enum(['given', 'refused', 'withdrawn']),
  askedText: z.string(),
  askedLink: z.string(),
  /** SHA-256 of text and link, in hex: what was agreed to cannot change later. */
  askedHash: z.string(),
  answerText: z.string(),
  ticketId: id.nullable(),
  messageId: z.number().nullable(),
  connection: z.string(),
  /** How the channel knows who answered; masked when the company hides numbers. */
  identity: z.string(),
  /** Who withdrew it on the person's word. */
  user: z.object({ id, name: z.string() }).nullable(),
  at: timestamp,
});
export type ConsentEntry = z.infer<typeof ConsentEntry>;

export const PersonExport = z.object({
  id,
  state: z.enum(['waiting', 'making', 'ready', 'failed']),
  /** Messages written so far, and in all. */
  done: z.number(),
  total: z.number(),
  bytes: z.number(),
  /** A signed address that holds for about an hour; null until the file is there. */
  url: z.string().nullable(),
  createdAt: timestamp,
  /** Then the file is thrown away. */
  endsAt: timestamp,
  user: z.object({ id, name: z.string() }).nullable(),
});
export type PersonExport = z.infer<typeof PersonExport>;

/** An erasure while it runs; then its receipt, which says nothing of the person. */
export const Erasure = z.object({
  id,
  contactId: id,
  state: z.enum(['waiting', 'running', 'done']),
  done: z.number(),
  total: z.number(),
  /** Rows of each table that were removed or lost what they said of the person. */
  counts: z.record(z.string(), z.number()),
  askedAt: timestamp,
  doneAt: timestamp.nullable(),
  user: z.object({ id, name: z.string() }),
  /** SHA-256 over the receipt, in hex; the audit log has the same. */
  hash: z.string(),
});
export type Erasure = z.infer<typeof Erasure>;

/** What the law lets a person ask of a company that keeps their data. */
export const privacy = {
  /** Newest first. */
  consents: get('/contacts/:id/consents', { params: idParams, reply: z.array(ConsentEntry), access: 'contact.export' }),
  /** The person took it back: said in the ledger, and asked again next time. */
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
  }),
  /** Everything about one person, as a file; one that is being made already is the same wish. */
  makeExport: post('/contacts/:id/personal-data', { params: idParams, reply: PersonExport, access: 'contact.export' }),
  /** For ever. `name` is the contact's, typed to confirm. */
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
