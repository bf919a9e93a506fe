import { z } from 'zod';
import { del, get, post } from '../kernel/endpoint.ts';
import { id, idParams, noContent, timestamp } from '../kernel/schemas.ts';
import { messageParams } from './messages.ts';

export const quarantineReasons = ['unreadable', 'too-many-items', 'keys', 'failed', 'database'] as const;
/** A received payload or event that could not be processed and waits for a decision. */
export const QuarantinedItem = z.object({
  id: z.number(),
  at: timestamp,
  whatsappId: id.nullable(),
  /** Empty when the connection was removed. */
  connectionName: z.string(),
  /** `delivery` is a whole payload; otherwise the type of the event. */
  kind: z.string(),
  reason: z.enum(quarantineReasons),
  /** Name of the customer; empty if unknown. */
  contactName: z.string(),
  /** The beginning of the content; phone numbers of a payload are masked. */
  excerpt: z.string(),
});
export type QuarantinedItem = z.infer<typeof QuarantinedItem>;

export const quarantine = {
  list: get('/quarantine', {
    query: z.object({ before: messageParams.shape.id.optional(), connectionId: idParams.shape.id.optional() }),
    reply: z.object({
      items: z.array(QuarantinedItem),
      hasMore: z.boolean(),
      /** Items of all connections, counted up to 1,000. */
      count: z.number(),
    }),
    access: 'settings.manage',
    support: false,
  }),
  /** Returns one item to its queue. */
  putBack: post('/quarantine/:id/put-back', { params: messageParams, reply: noContent, access: 'settings.manage' }),
  /** Returns the items to their queues, oldest first; `left` remain for the next request. */
  putBackAll: post('/quarantine/put-back', {
    reply: z.object({ count: z.number(), left: z.number() }),
    access: 'settings.manage',
  }),
  /** Discards one item for good. */
  remove: del('/quarantine/:id', { params: messageParams, reply: noContent, access: 'settings.manage' }),
};
