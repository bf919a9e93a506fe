import { z } from 'zod';
import { get } from '../kernel/endpoint.ts';
import { id, idParams, timestamp } from '../kernel/schemas.ts';
import { HealthBrief } from './connections.ts';

/** Outcomes of sends within a period. */
const Tally = z.object({
  sent: z.number(),
  refused: z.number(),
  /** The channel asked to slow down. */
  slowedDown: z.number(),
  /** No answer, or unknown outcome. */
  unanswered: z.number(),
  disconnections: z.number(),
});
/** Health of one account, for users who manage connections. */
export const ConnectionHealth = HealthBrief.extend({
  whatsappId: id,
  lastHour: Tally,
  lastDay: Tally,
  /** As reported by the channel; null before its first report. */
  quality: z.enum(['high', 'medium', 'low']).nullable(),
  qualityAt: timestamp.nullable(),
  /** Restriction of the account in the words of the channel; empty if there is none. */
  restriction: z.string(),
  /** End of the restriction; null if there is none or the channel did not name it. */
  restrictedUntil: timestamp.nullable(),
  /** New conversations that the channel allows a phone; null if it does not say. */
  newChats: z.object({ total: z.number(), used: z.number() }).nullable(),
  /** Accepted messages that the channel holds back while it observes their quality, counted up to 1,000. */
  held: z.number(),
  /** Messages that wait to be sent, counted up to 1,000. */
  waiting: z.number(),
  pausedUntil: timestamp.nullable(),
  /** Messages per second, and milliseconds between messages to the same contact; null if unknown. */
  pace: z.object({ perSecond: z.number(), pairEveryMs: z.number() }).nullable(),
  /** What bulk sending can still do today. */
  budget: z.object({
    /** Contacts per day; null means no limit. */
    peoplePerDay: z.number().nullable(),
    /** The channel reported that there is no limit. */
    isUnbounded: z.boolean(),
    /** Unique contacts reached in the last 24 hours by all connections that share the limit. */
    taken: z.number(),
    left: z.number().nullable(),
    /** Names of the other connections that share the limit. */
    sharedWith: z.array(z.string()),
  }),
  /** What the channel reported about the account, newest first; equal reports are counted. */
  log: z.array(
    z.object({ label: z.string(), detail: z.string(), count: z.number(), firstAt: timestamp, lastAt: timestamp }),
  ),
});
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;

export const numberHealth = {
  show: get('/whatsapp/:id/health', { params: idParams, reply: ConnectionHealth, access: 'connection.manage' }),
};
