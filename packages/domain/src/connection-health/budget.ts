import type { HealthStatus } from './status.ts';

export type AccountKind = 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';
export interface BudgetFacts {
  kind: AccountKind;
  status: HealthStatus;
  /** New contacts per day as reported by the channel; null before its first report. */
  reportedPerDay: number | null;
  /** Granted within the last 24 hours. */
  alreadyGranted: number;
  requested: number;
}
export type GrantReason = 'granted' | 'light' | 'day-used-up';
export interface Grant {
  granted: number;
  reason: GrantReason;
}

/** First tier of an official account, and a safe limit for a phone linked by QR code. */
const FIRST_TIER = 250;
const PHONE_PER_DAY = 200;

/** Contacts per day to whom an account can write first; null means no limit. */
export function peoplePerDay({
  kind,
  status,
  reportedPerDay,
}: Pick<BudgetFacts, 'kind' | 'status' | 'reportedPerDay'>) {
  // Pages reply only to contacts who wrote first, so they have no limit.
  const full =
    reportedPerDay ?? { whatsapp: PHONE_PER_DAY, whatsappapi: FIRST_TIER, facebook: null, instagram: null }[kind];
  // A yellow account gets half, before the channel lowers its limit.
  return full === null || status !== 'yellow' ? full : Math.floor(full / 2);
}

/** How many of the requested contacts can be written to now. None for a red or grey account. */
export function grantOf(facts: BudgetFacts): Grant {
  if (facts.status === 'red' || facts.status === 'grey') return { granted: 0, reason: 'light' };
  const maxPerDay = peoplePerDay(facts);
  const granted =
    maxPerDay === null ? facts.requested : Math.max(0, Math.min(facts.requested, maxPerDay - facts.alreadyGranted));
  return { granted, reason: granted > 0 || facts.requested === 0 ? 'granted' : 'day-used-up' };
}
