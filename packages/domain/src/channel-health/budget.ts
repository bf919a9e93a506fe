import type { Light } from './light.ts';

export type AccountKind = 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram';
export interface BudgetFacts {
  kind: AccountKind;
  light: Light;
  /** People a day, as the channel told it; null while it has told nothing. */
  toldPerDay: number | null;
  /** Granted within the last 24 hours. */
  taken: number;
  wanted: number;
}
export type BudgetEnd = 'granted' | 'light' | 'day-used-up';
export interface Grant {
  granted: number;
  why: BudgetEnd;
}

/** What a new official account begins with, and what a phone bears that is no official account at all. */
const FIRST_TIER = 250;
const OF_A_PHONE = 200;

/** People a day to whom an account may write first; null is without bound. */
export function peoplePerDay({ kind, light, toldPerDay }: Pick<BudgetFacts, 'kind' | 'light' | 'toldPerDay'>) {
  // Pages write only to whoever wrote before: no number of people is set for them.
  const full = toldPerDay ?? { whatsapp: OF_A_PHONE, whatsappapi: FIRST_TIER, facebook: null, instagram: null }[kind];
  // An account that is not quite well is spared: half, before the channel takes more away.
  return full === null || light !== 'yellow' ? full : Math.floor(full / 2);
}

/** How many of those that are wanted may be written to now. Red and grey: nobody. */
export function grantOf(facts: BudgetFacts): Grant {
  if (facts.light === 'red' || facts.light === 'grey') return { granted: 0, why: 'light' };
  const most = peoplePerDay(facts);
  const granted = most === null ? facts.wanted : Math.max(0, Math.min(facts.wanted, most - facts.taken));
  return { granted, why: granted > 0 || facts.wanted === 0 ? 'granted' : 'day-used-up' };
}
