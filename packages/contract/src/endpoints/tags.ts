import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  color,
  done,
  id,
  idParams,
  optionalId,
  page,
  pageQuery,
  plainText,
  searchText,
  requiredText,
} from '../kernel/schemas.ts';
import { Contact } from './contacts.ts';

export const DEFAULT_TAG_COLOR = '#A4CCCC';

const laneFlag = z.union([z.literal(0), z.literal(1)]);
/** Query values are text. */
const laneQuery = z.enum(['0', '1']).transform((value): 0 | 1 => (value === '1' ? 1 : 0));
const laneMinutes = z.union([z.literal('').transform(() => 0), z.number().int().min(0).max(525_600)]);
/** Forms send numbers as text; both are accepted. */
const laneInput = z.union([laneFlag, laneQuery]);

export const Tag = z.object({
  id,
  name: z.string(),
  color: z.string(),
  /** 1 means a kanban lane. */
  kanban: laneFlag,
  timeLane: z.number(),
  nextLaneId: id.nullable(),
  rollbackLaneId: id.nullable(),
  greetingMessageLane: z.string(),
  userId: id.nullable(),
  /** At most 20; `contactsCount` is the total. */
  contacts: z.array(z.object({ id, name: z.string() })),
  contactsCount: z.number(),
  /** Tickets of a lane, at most 20; `ticketsCount` is the total. */
  ticketTags: z.array(z.object({ ticketId: id })),
  ticketsCount: z.number(),
});
export type Tag = z.infer<typeof Tag>;

export const TagDraft = z.object({
  name: requiredText(3, 100),
  color: color.default(DEFAULT_TAG_COLOR),
  kanban: laneInput.default(0),
  timeLane: laneMinutes.default(0),
  nextLaneId: optionalId,
  rollbackLaneId: optionalId,
  greetingMessageLane: plainText(4096).default(''),
});
/** Without defaults: omitted fields stay unchanged. */
export const TagChange = z.object({
  name: requiredText(3, 100).optional(),
  color: color.optional(),
  kanban: laneInput.optional(),
  timeLane: laneMinutes.optional(),
  nextLaneId: optionalId,
  rollbackLaneId: optionalId,
  greetingMessageLane: plainText(4096).optional(),
});

export const tags = {
  list: get('/tags', {
    query: pageQuery.extend({ kanban: laneQuery.default(0), tagId: idParams.shape.id.optional() }),
    reply: page('tags', Tag),
    access: 'tag.read',
  }),
  pick: get('/tags/list', {
    query: z.object({ kanban: laneQuery.optional(), searchParam: searchText }),
    reply: z.array(Tag),
    access: 'tag.read',
  }),
  /** In the order of the board. */
  lanes: get('/tag/kanban', { reply: z.object({ lista: z.array(Tag) }), access: 'tag.read' }),
  /** The order of the board's columns, for all users; lanes that are not named come last. */
  orderLanes: put('/tag/kanban', {
    body: z.object({ lanes: z.array(id).min(1).max(1000) }),
    reply: z.object({ lista: z.array(Tag) }),
    access: 'lane.manage',
  }),
  show: get('/tags/:id', { params: idParams, reply: Tag, access: 'tag.read' }),
  /** Whether the contact has a tag; closing a ticket can require one. */
  ofContact: get('/contactTags/:contactId', {
    params: z.object({ contactId: idParams.shape.id }),
    reply: z.object({ tags: z.boolean() }),
    access: 'contact.read',
  }),
  /** Replaces all tags of the contact. */
  sync: post('/tags/sync', {
    body: z.object({ contactId: id, tags: z.array(z.object({ id })).max(200) }),
    reply: Contact,
    access: 'contact.write',
  }),
  takeFromContact: del('/tags-contacts/:tagId/:contactId', {
    params: z.object({ tagId: idParams.shape.id, contactId: idParams.shape.id }),
    reply: done,
    access: 'contact.write',
  }),
  create: post('/tags', { body: TagDraft, reply: Tag, access: 'tag.create' }),
  update: put('/tags/:id', { params: idParams, body: TagChange, reply: Tag, access: 'tag.manage' }),
  remove: del('/tags/:id', { params: idParams, reply: done, access: 'tag.manage' }),
};
