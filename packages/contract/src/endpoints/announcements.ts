import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, page, pageQuery, requiredText, storableTime, timestamp } from '../kernel/schemas.ts';

export const MAX_ANNOUNCEMENT_TITLE = 150;
export const MAX_ANNOUNCEMENT_TEXT = 8000;
/** 1 high, 2 medium, 3 low. */
export const announcementPriorities = [1, 2, 3] as const;

/** Who has read it; for super users only. */
const Readers = z.object({
  users: z.number(),
  companies: z.number(),
  /** Active companies, read or not. */
  ofCompanies: z.number(),
});

/** A text of the platform's owner for the users of all companies. */
export const Announcement = z.object({
  id,
  title: z.string(),
  text: z.string(),
  priority: z.literal(announcementPriorities),
  /** False: only super users see it. */
  status: z.boolean(),
  /** Shown from this time on; null: at once. */
  startsAt: timestamp.nullable(),
  /** Shown until this time; null: without end. */
  endsAt: timestamp.nullable(),
  /** A signed URL. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** The caller has read it. */
  isRead: z.boolean(),
  readers: Readers.optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Announcement = z.infer<typeof Announcement>;

const time = storableTime.nullable();
/** `status` also as the text that forms send. */
const status = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true');
const fields = {
  title: requiredText(1, MAX_ANNOUNCEMENT_TITLE),
  text: requiredText(1, MAX_ANNOUNCEMENT_TEXT),
  priority: z.union([
    z.literal(announcementPriorities),
    z.enum(['1', '2', '3']).transform((text) => Number(text) as 1),
  ]),
  status,
  startsAt: time,
  endsAt: time,
};
const isOrdered = ({ startsAt, endsAt }: { startsAt?: string | null; endsAt?: string | null }) =>
  !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt);
const order = { path: ['endsAt'], params: { rule: 'tooSmall' } };
export const AnnouncementDraft = z
  .object({
    ...fields,
    priority: fields.priority.default(3),
    status: status.default(true),
    startsAt: time.default(null),
    endsAt: time.default(null),
  })
  .refine(isOrdered, order);
export const AnnouncementChange = z.object(fields).partial();
export type AnnouncementDraft = z.input<typeof AnnouncementDraft>;

const attached = z.object({ mensagem: z.string() });
const manage = 'announcement.manage';

export const announcements = {
  /**
   * Super users receive every announcement unless they ask for `shown`, for `active` or for `inactive` ones; others
   * those that are shown now.
   */
  list: get('/announcements', {
    query: pageQuery.extend({ view: z.enum(['all', 'active', 'inactive', 'shown']).default('all') }),
    reply: page('records', Announcement),
    access: 'announcement.read',
  }),
  show: get('/announcements/:id', { params: idParams, reply: Announcement, access: 'announcement.read' }),
  create: post('/announcements', { body: AnnouncementDraft, reply: Announcement, access: manage }),
  update: put('/announcements/:id', {
    params: idParams,
    body: AnnouncementChange,
    reply: Announcement,
    access: manage,
  }),
  remove: del('/announcements/:id', { params: idParams, reply: done, access: manage }),
  /** A png, jpg or jpeg image; it is encoded again. */
  attach: post('/announcements/:id/media-upload', {
    params: idParams,
    files: 'file',
    reply: attached,
    access: manage,
    rate: 'upload',
  }),
  detach: del('/announcements/:id/media-upload', { params: idParams, reply: attached, access: manage }),
  /** The caller has read it. */
  read: post('/announcements/:id/read', { params: idParams, reply: done, access: 'announcement.read' }),
  /** The caller has read all that are shown now. */
  readAll: post('/announcements/read', { reply: done, access: 'announcement.read' }),
};
