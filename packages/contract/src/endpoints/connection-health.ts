import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { id, idParams, timestamp } from '../kernel/schemas.ts';
import { HealthBrief } from './connections.ts';

/** What became of what was sent in a span of time. */
const Tally = z.object({
  sent: z.number(),
  refused: z.number(),
  /** The channel asked for patience. */
  slowedDown: z.number(),
  /** No answer, or nobody can tell. */
  unanswered: z.number(),
  disconnections: z.number(),
});
/** How well one account is, for those who manage connections. */
export const ConnectionHealth = HealthBrief.extend({
  whatsappId: id,
  lastHour: Tally,
  lastDay: Tally,
  /** As the channel told it; null while it has told nothing. */
  quality: z.enum(['high', 'medium', 'low']).nullable(),
  qualityAt: timestamp.nullable(),
  /** What the account may not do, in the channel's words; empty when nothing. */
  restriction: z.string(),
  /** What waits to be sent, counted no further than a thousand. */
  waiting: z.number(),
  pausedUntil: timestamp.nullable(),
  /** How many messages a second, and one to the same person every so many milliseconds; null where nothing is said. */
  pace: z.object({ perSecond: z.number(), pairEveryMs: z.number() }).nullable(),
  /** What mass sending may still do today. */
  budget: z.object({
    /** People a day; null is without bound. */
    peoplePerDay: z.number().nullable(),
    taken: z.number(),
    left: z.number().nullable(),
  }),
});
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;

export const numberHealth = {
  show: get('/whatsapp/:id/health', { params: idParams, reply: ConnectionHealth, access: 'connection.manage' }),
};
