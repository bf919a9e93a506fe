import { dateIn } from '../hours/hours.ts';
import { DAY_MS } from '../kit/durations.ts';
import { intervalsFrom, type SendingHours } from './sending-hours.ts';

export interface ForecastFacts {
  now: Date;
  /** Nothing is sent before. */
  startsAt: Date;
  /** Recipients that are still to be sent to. */
  remaining: number;
  /** Those of them that cost a part of the daily budget. */
  costing: number;
  /** People of other campaigns who use up the same budget meanwhile, for each of these messages. */
  othersCost?: number;
  /** Mean milliseconds between two messages; campaigns that share the connection are included by the caller. */
  meanDelayMs: number;
  hours: SendingHours;
  /** People a day; null without a limit. */
  perDay: number | null;
  /** People reached lately, by slot of ten minutes: each is free again 24 hours after its slot. */
  taken: readonly { slot: Date; people: number }[];
  /** More people a day from then on. */
  raise?: { at: Date; people: number };
}
export interface ForecastResult {
  endsAt: Date | null;
  reason: 'no-hours' | 'no-budget' | 'too-far' | null;
  days: { date: string; count: number }[];
  isLimitedByBudget: boolean;
}
const SLOT_MS = 10 * 60_000;
export const MAX_FORECAST_DAYS = 60;
/** Without any interval a message still takes some time. */
const MIN_DELAY_MS = 10;

/** When the last message is sent. Iterates over slots of ten minutes inside the sending hours, not over recipients. */
export function forecast(facts: ForecastFacts): ForecastResult {
  const { now, startsAt, hours, perDay } = facts;
  const days = new Map<string, number>();
  const listed = () => [...days].map(([date, count]) => ({ date, count }));
  const from = startsAt > now ? startsAt : now;
  let remaining = facts.remaining;
  if (remaining <= 0) return { endsAt: from, reason: null, days: [], isLimitedByBudget: false };
  const delayMs = Math.max(MIN_DELAY_MS, facts.meanDelayMs);
  const costShare = Math.min(1, facts.costing / remaining) + (facts.othersCost ?? 0);
  if (perDay !== null && perDay <= 0 && (facts.raise?.people ?? 0) <= 0 && costShare > 0)
    return { endsAt: null, reason: 'no-budget', days: [], isLimitedByBudget: true };

  const releases = facts.taken
    .map(({ slot, people }) => ({ at: +slot + DAY_MS + SLOT_MS, people }))
    .sort((a, b) => a.at - b.at);
  let released = 0;
  let raise = facts.raise;
  let left = perDay === null ? Infinity : perDay - releases.reduce((sum, { people }) => sum + people, 0);
  let isLimitedByBudget = false;
  let hasInterval = false;
  /** The time up to which the pace has been used: a part of a gap is carried into the next slot. */
  let paceAt = +from;
  for (const { start, end } of intervalsFrom(hours, from, MAX_FORECAST_DAYS)) {
    if (+start - +from > MAX_FORECAST_DAYS * DAY_MS) break;
    hasInterval = true;
    const date = dateIn(hours.timeZone, start);
    for (let at = +start; at < +end; at = nextSlot(at)) {
      const until = Math.min(nextSlot(at), +end);
      if (raise && +raise.at <= at) {
        left += raise.people;
        raise = undefined;
      }
      while (released < releases.length && releases[released]!.at <= at) {
        left += releases[released]!.people;
        released += 1;
      }
      paceAt = Math.max(paceAt, at);
      const byPace = paceAt >= until ? 0 : Math.ceil((until - paceAt) / delayMs);
      const byBudget = costShare === 0 ? Infinity : Math.floor(Math.max(0, left) / costShare);
      const count = Math.min(byPace, byBudget, remaining);
      if (byBudget < Math.min(byPace, remaining)) isLimitedByBudget = true;
      if (count === 0) continue;
      paceAt += count * delayMs;
      remaining -= count;
      days.set(date, (days.get(date) ?? 0) + count);
      const cost = count * costShare;
      left -= cost;
      if (perDay !== null && cost > 0) releases.push({ at: slotOf(at) + DAY_MS + SLOT_MS, people: cost });
      if (remaining <= 0)
        return { endsAt: new Date(paceAt - delayMs), reason: null, days: listed(), isLimitedByBudget };
    }
  }
  return { endsAt: null, reason: hasInterval ? 'too-far' : 'no-hours', days: listed(), isLimitedByBudget };
}

/** Recipients of a campaign that are left, and those of them that cost a part of the daily budget. */
export interface Remaining {
  remaining: number;
  costing: number;
}
/**
 * How much longer a campaign takes because others on its connection take turns with it: none of them takes more turns than
 * it has recipients left.
 */
export function sharedTurns(remaining: number, others: readonly Remaining[]): { turns: number; othersCost: number } {
  let [turns, othersCost] = [1, 0];
  for (const other of others) {
    if (remaining <= 0 || other.remaining <= 0) continue;
    const part = Math.min(1, other.remaining / remaining);
    turns += part;
    othersCost += part * Math.min(1, other.costing / other.remaining);
  }
  return { turns, othersCost };
}

/** Cold contacts of a phone, who have a lower limit of their own. */
export interface ColdFacts {
  remaining: number;
  /** Per day now, and later: fewer on the first days. */
  perDay: number;
  laterPerDay: number;
  laterFrom: Date;
  taken: ForecastFacts['taken'];
}
/** The same with cold contacts among the recipients: people who wrote before do not wait behind them. */
export function forecastWithCold(facts: ForecastFacts, cold: ColdFacts): ForecastResult {
  const coldRemaining = Math.min(cold.remaining, facts.remaining);
  if (coldRemaining <= 0) return forecast(facts);
  const ofCold = forecast({
    ...facts,
    remaining: coldRemaining,
    costing: coldRemaining,
    othersCost: 0,
    perDay: cold.perDay,
    raise: { at: cold.laterFrom, people: cold.laterPerDay - cold.perDay },
    taken: cold.taken,
  });
  const ofOthers = forecast({
    ...facts,
    remaining: facts.remaining - coldRemaining,
    costing: Math.max(0, facts.costing - coldRemaining),
  });
  const days = new Map(ofOthers.days.map(({ date, count }) => [date, count]));
  for (const { date, count } of ofCold.days) days.set(date, (days.get(date) ?? 0) + count);
  const [a, b] = [ofCold.endsAt, ofOthers.endsAt];
  return {
    endsAt: a && b && (a > b ? a : b),
    reason: ofCold.reason ?? ofOthers.reason,
    days: [...days].map(([date, count]) => ({ date, count })).sort((one, other) => (one.date < other.date ? -1 : 1)),
    isLimitedByBudget: ofCold.isLimitedByBudget || ofOthers.isLimitedByBudget,
  };
}

const slotOf = (at: number): number => Math.floor(at / SLOT_MS) * SLOT_MS;
const nextSlot = (at: number): number => slotOf(at) + SLOT_MS;
