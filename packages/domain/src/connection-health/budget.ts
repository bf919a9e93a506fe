import type { HealthStatus } from './status.ts';

export type AccountKind = 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';
export interface BudgetFacts {
  kind: AccountKind;
  status: HealthStatus;
  /** People a day, as the channel told it; null while it has told nothing. */
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

/** What a new official account begins with, and what a phone bears that is no official account at all. */
const FIRST_TIER = 250;
const PHONE_PER_DAY = 200;

/** People a day to whom an account may write first; null is without bound. */
export function peoplePerDay({
  kind,
  status,
  reportedPerDay,
}: Pick<BudgetFacts, 'kind' | 'status' | 'reportedPerDay'>) {
  // Pages write only to whoever wrote before: no number of people is set for them.
  const full =
    reportedPerDay ?? { whatsapp: PHONE_PER_DAY, whatsappapi: FIRST_TIER, facebook: null, instagram: null }[kind];
  // An account that is not quite well is spared: half, before the channel takes more away.
  return full === null || status !== 'yellow' ? full : Math.floor(full / 2);
}

/** How many of those that are wanted may be written to now. Red and grey: nobody. */
export function grantOf(facts: BudgetFacts): Grant {
  if (facts.status === 'red' || facts.status === 'grey') return { granted: 0, reason: 'light' };
  const maxPerDay = peoplePerDay(facts);
  const granted =
    maxPerDay === null ? facts.requested : Math.max(0, Math.min(facts.requested, maxPerDay - facts.alreadyGranted));
  return { granted, reason: granted > 0 || facts.requested === 0 ? 'granted' : 'day-used-up' };
}
