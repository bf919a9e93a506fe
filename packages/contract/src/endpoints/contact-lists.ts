import { campaignStatuses } from '@balcao/domain/campaign/campaign';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  done,
  id,
  idParams,
  optionalId,
  page,
  pageQuery,
  plainText,
  requiredText,
  timestamp,
} from '../kernel/schemas.ts';
import { ContactImport, MAX_SPREADSHEET_BYTES } from './contact-spreadsheets.ts';

/** Recipients of campaigns. They are not contacts. */
export const ContactList = z.object({
  id,
  name: z.string(),
  contactsCount: z.number(),
  validCount: z.number(),
  invalidCount: z.number(),
  /** How its first items came into it. */
  source: z.enum(['typed', 'sheet', 'tag']),
  /** Campaigns that use it, the newest first, at most 20. */
  usedBy: z.array(z.object({ id, name: z.string(), status: z.enum(campaignStatuses) })),
  /** It cannot be deleted: a campaign is scheduled or being planned. */
  isLocked: z.boolean(),
  /** Numbers that are being checked on a channel; null when none is. */
  checking: z.object({ checked: z.number(), total: z.number() }).nullable(),
  createdAt: timestamp,
});
export type ContactList = z.infer<typeof ContactList>;
export const ContactListBrief = ContactList.pick({ id: true, name: true, contactsCount: true });
export type ContactListBrief = z.infer<typeof ContactListBrief>;
export const ContactListDraft = z.object({ name: requiredText(2, 50) });

export const ContactListItem = z.object({
  id,
  name: z.string(),
  /** Masked while the company hides numbers. */
  number: z.string(),
  email: z.string(),
  /** Null: unknown. */
  isWhatsappValid: z.boolean().nullable(),
  contactListId: id,
  companyId: id,
  createdAt: timestamp,
});
export type ContactListItem = z.infer<typeof ContactListItem>;

const itemFields = {
  name: requiredText(2, 50),
  number: requiredText(8, 50),
  email: z.union([z.literal(''), plainText(254).trim().toLowerCase().pipe(z.email())]).default(''),
};
export const ContactListItemDraft = z.object({ ...itemFields, contactListId: id });
/** An unchanged masked number keeps the stored one. */
export const ContactListItemChange = z.object(itemFields);

/** Whether the number has WhatsApp, as far as it was checked. */
export const validities = ['valid', 'invalid', 'unknown'] as const;

const manage = 'contact-list.manage';
export const contactLists = {
  list: get('/contact-lists', { query: pageQuery, reply: page('records', ContactList), access: manage }),
  /** All lists, for selection. */
  pick: get('/contact-lists/list', { reply: z.array(ContactListBrief), access: manage }),
  show: get('/contact-lists/:id', { params: idParams, reply: ContactList, access: manage }),
  create: post('/contact-lists', { body: ContactListDraft, reply: ContactList, access: manage }),
  update: put('/contact-lists/:id', { params: idParams, body: ContactListDraft, reply: ContactList, access: manage }),
  /** Its items are deleted with it. Refused while a campaign needs it. */
  remove: del('/contact-lists/:id', { params: idParams, reply: done, access: manage }),
  /** Uploads a spreadsheet. Nothing is added before `/contact-imports/:id/start`. */
  upload: post('/contact-lists/:id/upload', {
    params: idParams,
    optionalFiles: 'file',
    maxFileBytes: MAX_SPREADSHEET_BYTES,
    body: z.object({}),
    reply: ContactImport,
    access: manage,
    rate: 'upload',
  }),
  /** Checks the numbers that are unknown, later and within the limits of the channel. */
  check: post('/contact-lists/:id/check', {
    params: idParams,
    /** Without one a connection that can look numbers up is chosen. */
    body: z.object({ whatsappId: optionalId }),
    reply: ContactList,
    access: manage,
  }),

  items: get('/contact-list-items', {
    query: pageQuery.extend({ contactListId: idParams.shape.id, validity: z.enum(validities).optional() }),
    reply: page('contacts', ContactListItem),
    access: manage,
    support: false,
  }),
  item: get('/contact-list-items/:id', { params: idParams, reply: ContactListItem, access: manage, support: false }),
  /** Returns the item that has the number already, if there is one. */
  addItem: post('/contact-list-items', { body: ContactListItemDraft, reply: ContactListItem, access: manage }),
  updateItem: put('/contact-list-items/:id', {
    params: idParams,
    body: ContactListItemChange,
    reply: ContactListItem,
    access: manage,
  }),
  removeItem: del('/contact-list-items/:id', { params: idParams, reply: done, access: manage }),
};
