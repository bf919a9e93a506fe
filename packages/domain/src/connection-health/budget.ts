import type { HealthStatus } from './status.ts';

export type AccountKind = 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';
/** People per day as the channel reported it; null before its first report. */
export type ReportedLimit = number | 'unbounded' | null;
export interface LimitFacts {
  kind: AccountKind;
  status: HealthStatus;
  reportedPerDay: ReportedLimit;
}
export interface ColdFacts {
  kind: AccountKind;
  /** Whole days since an admin allowed to write to cold contacts; null if no admin did. */
  allowedDays: number | null;
  /** New conversations that the channel still allows; null if it reported none. */
  quotaLeft: number | null;
}
export interface PersonFacts extends LimitFacts {
  /** Unique people whom the pool reached within the last 24 hours. */
  reached: number;
  /** The pool already reached this person within the last 24 hours. */
  isReached: boolean;
  /** The person never wrote to this connection. */
  isCold: boolean;
  /** Cold contacts among the people reached. */
  coldReached: number;
  coldPerDay: number | null;
}
export type GrantReason = 'granted' | 'unhealthy' | 'day-used-up' | 'cold';

/** First tier of an official account, and a safe limit for a phone linked by QR code. */
const FIRST_TIER = 250;
const PHONE_PER_DAY = 200;
/** A phone is restricted for a day after 30 to 40 messages to cold contacts. */
const COLD_PER_DAY = 20;
/** Whole days after the permission, with a lower limit. */
export const COLD_FIRST_DAYS = 3;
const COLD_PER_FIRST_DAY = 5;

/** People per day whom the numbers of one pool can write to first; null means no limit. */
export function peoplePerDay({ kind, status, reportedPerDay }: LimitFacts): number | null {
  if (reportedPerDay === 'unbounded') return null;
  // Pages reply only to contacts who wrote first, so they have no limit.
  const full =
    reportedPerDay ?? { whatsapp: PHONE_PER_DAY, whatsappapi: FIRST_TIER, facebook: null, instagram: null }[kind];
  // A yellow account gets half, before the channel lowers its limit.
  return full === null || status !== 'yellow' ? full : Math.floor(full / 2);
}

/** Cold contacts per day; null where they need no limit of their own. */
export function coldPerDay({ kind, allowedDays, quotaLeft }: ColdFacts): number | null {
  if (kind !== 'whatsapp') return null;
  if (allowedDays === null) return 0;
  const ownLimit = allowedDays < COLD_FIRST_DAYS ? COLD_PER_FIRST_DAY : COLD_PER_DAY;
  return Math.max(0, Math.min(ownLimit, quotaLeft ?? ownLimit));
}

/** Whether this person can be written to now. None through a red or grey account. */
export function decideGrant(facts: PersonFacts): GrantReason {
  if (facts.status === 'red' || facts.status === 'grey') return 'unhealthy';
  if (facts.isReached) return 'granted';
  if (facts.isCold && facts.coldPerDay !== null && facts.coldReached >= facts.coldPerDay) return 'cold';
  const maxPerDay = peoplePerDay(facts);
  return maxPerDay === null || facts.reached < maxPerDay ? 'granted' : 'day-used-up';
}
