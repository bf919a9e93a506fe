import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  done,
  id,
  idParams,
  jsonIds,
  timestamp,
  optionalId,
  page,
  pageQuery,
  plainText,
  requiredText,
} from '../kernel/schemas.ts';

export const channel = z.enum(['whatsapp', 'whatsappapi', 'facebook', 'instagram']);
const TagLabel = z.object({ id, name: z.string(), color: z.string() });
const ExtraInfo = z.object({ id, name: z.string(), value: z.string() });

/** What a customer came from or refers to. Texts and ids are those of the channel. */
export const Reference = z.object({
  type: z.enum(['ad', 'product', 'story', 'post', 'link', 'optin']),
  id: z.string().optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  url: z.string().optional(),
  /** The company's own mark in the link or the ad. */
  ref: z.string().optional(),
  clickId: z.string().optional(),
  catalogId: z.string().optional(),
  postId: z.string().optional(),
  productId: z.string().optional(),
  source: z.string().optional(),
});
export type Reference = z.infer<typeof Reference>;

export const Contact = z.object({
  id,
  name: z.string(),
  /** Masked when the company hides numbers. */
  number: z.string(),
  email: z.string(),
  isGroup: z.boolean(),
  /** False means blocked. */
  active: z.boolean(),
  channel,
  /** A signed URL. */
  urlPicture: z.string(),
  acceptAudioMessage: z.boolean(),
  disableBot: z.boolean(),
  lgpdAcceptedAt: timestamp.nullable(),
  companyId: id,
  whatsappId: id.nullable(),
  /** Channel address of the contact, for older clients; masked like the number. */
  remoteJid: z.string(),
  extraInfo: z.array(ExtraInfo),
  tags: z.array(TagLabel),
  whatsapp: z.object({ id, name: z.string(), expiresTicket: z.string(), groupAsTicket: z.string() }).nullable(),
  walletUserId: id.nullable(),
  walletQueueId: id.nullable(),
  /** User name on the channel; empty if unknown. */
  username: z.string(),
  /** The ad, link or opt-in that the contact came from last. */
  source: Reference.extend({ at: timestamp }).nullable(),
  createdAt: timestamp,
});
export type Contact = z.infer<typeof Contact>;

const email = z.union([z.literal(''), plainText(254).trim().toLowerCase().pipe(z.email())]);
const extraInfo = z.array(z.object({ name: requiredText(1, 100), value: plainText(1000) })).max(50);
/** 8 to 50 characters as typed; the server counts the digits. */
const number = plainText(50).trim().min(8);

export const ContactDraft = z.object({
  name: requiredText(2, 250),
  number,
  email: email.default(''),
  extraInfo: extraInfo.default([]),
  whatsappId: optionalId,
});
export const ContactChange = z.object({
  name: requiredText(2, 250).optional(),
  /** Empty for a contact known by another identity. The masked number keeps the stored one. */
  number: z.union([z.literal(['', '**-**']), number]).optional(),
  email: email.optional(),
  extraInfo: extraInfo.optional(),
  acceptAudioMessage: z.boolean().optional(),
  active: z.boolean().optional(),
  disableBot: z.boolean().optional(),
  walletUserId: optionalId,
  walletQueueId: optionalId,
});

const Merge = z.object({
  id,
  keptId: id,
  goneId: id,
  goneName: z.string(),
  reason: z.string(),
  mergedAt: timestamp,
  undoneAt: timestamp.nullable(),
  mayUndo: z.boolean(),
});
/** The correction of all numbers of a company. */
export const NumberCorrection = z.object({
  id,
  includesUncertain: z.boolean(),
  /** Contacts looked at, of about this many; and those that got another number. */
  checked: z.number(),
  total: z.number(),
  corrected: z.number(),
  /** Null while it is running. */
  finishedAt: timestamp.nullable(),
});
/** A position in the order of ids; it names no row. */
const cursor = z
  .string()
  .regex(/^\d{0,9}$/)
  .transform(Number);
const yesNo = z.enum(['true', 'false']).transform((value) => value === 'true');

export const contacts = {
  list: get('/contacts', {
    query: pageQuery.extend({ contactTag: jsonIds, channel: channel.optional(), isGroup: yesNo.optional() }),
    reply: page('contacts', Contact),
    access: 'contact.read',
  }),
  pick: get('/contacts/list', {
    query: z.object({ name: plainText(200).default('') }),
    reply: z.array(Contact),
    access: 'contact.read',
  }),
  show: get('/contacts/:id', { params: idParams, reply: Contact, access: 'contact.read' }),
  /** One number in clear, for admins; recorded in the audit log. */
  reveal: post('/contacts/:id/reveal', {
    params: idParams,
    reply: z.object({ number: z.string() }),
    access: 'contact.reveal-number',
  }),
  create: post('/contacts', { body: ContactDraft, reply: Contact, access: 'contact.write' }),
  update: put('/contacts/:id', { params: idParams, body: ContactChange, reply: Contact, access: 'contact.write' }),
  remove: del('/contacts/:id', { params: idParams, reply: done, access: 'contact.delete' }),
  picture: get('/contacts/profile/:number', {
    params: z.object({ number: plainText(50) }),
    reply: z.object({ contactId: z.number(), profilePicUrl: z.string(), urlPicture: z.string() }),
    access: 'contact.read',
    support: false,
  }),
  toggleAudio: put('/contacts/toggleAcceptAudio/:id', { params: idParams, reply: Contact, access: 'contact.write' }),
  toggleBot: put('/contacts/toggleDisableBot/:id', { params: idParams, reply: Contact, access: 'contact.write' }),
  block: put('/contacts/block/:id', {
    params: idParams,
    body: z.object({ active: z.boolean() }),
    reply: Contact,
    access: 'contact.write',
  }),
  merges: get('/contacts/:id/merges', { params: idParams, reply: z.array(Merge), access: 'contact.delete' }),
  merge: post('/contacts/:id/merge', {
    params: idParams,
    body: z.object({ otherId: id, reason: requiredText(3, 300) }),
    reply: Contact,
    access: 'contact.delete',
  }),
  undoMerge: post('/contact-merges/:id/undo', { params: idParams, reply: Contact, access: 'contact.delete' }),
  /** Contacts whose number lacks the calling code, without those that have a duplicate. Send `next` until it is null. */
  incompleteNumbers: get('/contact-numbers/incomplete', {
    /** Id of the last contact of the page before. */
    query: z.object({ after: cursor.default(0) }),
    reply: z.object({
      contacts: z.array(
        z.object({
          contact: Contact,
          /** The number with the calling code; masked when the company hides numbers. */
          number: z.string(),
          /** The stored digits are also a complete number of another country. */
          isUncertain: z.boolean(),
        }),
      ),
      next: z.number().nullable(),
      /** Contacts to look at, more than have to be corrected; only on the first page. */
      count: z.number().nullable(),
    }),
    access: 'contact.delete',
    support: false,
  }),
  /** Completes the numbers of these contacts with the calling code of the company's country; recorded in the audit log. */
  correctNumbers: post('/contact-numbers/correct', {
    body: z.object({ contactIds: z.array(id).min(1).max(50) }),
    reply: z.object({ corrected: z.number(), skipped: z.number() }),
    access: 'contact.delete',
  }),
  /** Completes all numbers in the background. While one correction is running, it is returned and continued. */
  correctAllNumbers: post('/contact-numbers/correct-all', {
    body: z.object({
      /** Numbers that may be of another country, too. */
      includesUncertain: z.boolean(),
    }),
    reply: NumberCorrection,
    access: 'contact.delete',
  }),
  /** The last correction of all numbers. */
  numberCorrection: get('/contact-numbers/correction', {
    reply: z.object({ correction: NumberCorrection.nullable() }),
    access: 'contact.delete',
  }),
};
