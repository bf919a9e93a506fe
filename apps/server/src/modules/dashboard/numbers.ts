import { addHistograms, percentileOf, type Histogram } from '@balcao/domain/insight/histogram';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { addDays } from './metric-days.ts';
import { metricStore, type MetricRow, type Percentiles } from './metrics.store.ts';

/** Whole days in the company's time zone, both included. */
export interface DayRange {
  from: string;
  to: string;
  timeZone: string;
}
/** The sum of a metric over a range. */
interface Total {
  n: number;
  sumS: number;
  histogram: Histogram;
}
export interface DurationNumbers {
  /** Seconds; null without values. */
  mean: number | null;
  median: number | null;
  p90: number | null;
  count: number;
  isApproximate: boolean;
}
/** The numbers of one agent. */
export interface AgentNumbers {
  userId: number;
  handled: number;
  passedOn: number;
  /** Cycles that the agent held last. */
  heldLast: number;
  ratings: number;
  ratingSum: number;
  scores: number[];
  support: number | null;
  wait: number | null;
}

const NOTHING: Total = { n: 0, sumS: 0, histogram: {} };

/** More days than these are not counted from their rows. */
const MAX_LIVE_DAYS = 93;

/** Days of a range that are stored and have not changed since, and the others, which are counted. */
export async function splitDays(tx: Tx, range: DayRange) {
  const split = await divide(tx, range);
  if (split.live.length > MAX_LIVE_DAYS) {
    const today = await metricStore.today(tx, range.timeZone);
    const counted = split.live.filter((day) => split.firstDay <= day && day <= today);
    if (counted.length > MAX_LIVE_DAYS) refuse('ERR_NUMBERS_NOT_READY');
  }
  return split;
}

/** Before `firstDay` there is nothing to count. */
async function divide(tx: Tx, { from, to, timeZone }: DayRange) {
  const days = daysOf(from, to);
  const state = await metricStore.state(tx);
  if (!state || state.zone !== timeZone || state.builtFrom === null) return { stored: [], live: days, firstDay: from };
  const dirty = new Set(await metricStore.dirty(tx, from, to));
  const isStored = (day: string) => state.builtFrom! <= day && day <= state.builtTo! && !dirty.has(day);
  const firstDay = state.isComplete ? state.builtFrom : from;
  return { stored: days.filter(isStored), live: days.filter((day) => !isStored(day)), firstDay };
}

/** Every number of a range: stored days and counted days add up. */
export async function loadNumbers(tx: Tx, range: DayRange) {
  const { stored, live } = await splitDays(tx, range);
  const rows = [
    ...(stored.length > 0 ? await metricStore.stored(tx, stored, range.timeZone) : []),
    ...(live.length > 0 ? await metricStore.live(tx, live, range.timeZone) : []),
  ];
  // Medians do not add up: with stored days they come from the buckets.
  const exact = stored.length === 0 ? await metricStore.percentiles(tx, live, range.timeZone) : undefined;
  return numbersOf(rows, exact);
}
export type Numbers = Awaited<ReturnType<typeof loadNumbers>>;

function numbersOf(rows: MetricRow[], exact: Percentiles | undefined) {
  const totals = new Map<string, Total>();
  for (const { dimension, subjectId, metric, n, sumS, histograms } of rows) {
    const key = keyOf(dimension, subjectId, metric);
    const { n: before, sumS: sumBefore, histogram } = totals.get(key) ?? NOTHING;
    totals.set(key, { n: before + n, sumS: sumBefore + sumS, histogram: addHistograms([histogram, ...histograms]) });
  }
  const total = (dimension: 'all' | 'user', id: number, metric: string) =>
    totals.get(keyOf(dimension, id, metric)) ?? NOTHING;
  const all = (metric: string) => total('all', 0, metric).n;
  const duration = (metric: keyof Percentiles): DurationNumbers => {
    const { n, sumS, histogram } = total('all', 0, metric);
    const [median = null, p90 = null] = exact
      ? (exact[metric] ?? [])
      : [percentileOf(histogram, 0.5), percentileOf(histogram, 0.9)];
    return { mean: n === 0 ? null : sumS / n, median, p90, count: n, isApproximate: exact === undefined };
  };
  const reply = total('all', 0, 'reply');
  const userIds = new Set(rows.flatMap(({ dimension, subjectId }) => (dimension === 'user' ? [subjectId] : [])));
  const agent = (userId: number): AgentNumbers => {
    const of = (metric: string) => total('user', userId, metric);
    const rating = of('ownRating');
    return {
      userId,
      handled: of('handled').n,
      passedOn: of('passedOn').n,
      heldLast: of('tickets').n,
      ratings: rating.n,
      ratingSum: rating.sumS,
      scores: scoresOf(rating.histogram),
      support: meanOf(of('ownSupport')),
      wait: meanOf(of('ownWait')),
    };
  };
  return {
    count: all,
    scores: scoresOf(total('all', 0, 'rating').histogram),
    support: duration('support'),
    wait: duration('wait'),
    firstResponse: duration('firstResponse'),
    reply: { mean: meanOf(reply), median: null, p90: null, count: reply.n, isApproximate: false } as DurationNumbers,
    /** By user id; 0 stands for no agent. */
    agents: new Map([...userIds].map((userId) => [userId, agent(userId)])),
  };
}

const keyOf = (dimension: string, id: number, metric: string) => `${dimension} ${id} ${metric}`;
const meanOf = ({ n, sumS }: Total): number | null => (n === 0 ? null : sumS / n);
const scoresOf = (histogram: Histogram): number[] => Array.from({ length: 11 }, (_, score) => histogram[score] ?? 0);

export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
/** The sum of the durations. */
export const secondsOf = ({ mean, count }: DurationNumbers): number => (mean ?? 0) * count;
/** Promoters, passives and detractors among scores. */
export const opinionsOf = (scores: readonly number[]) => {
  const sum = (from: number, to: number) => scores.slice(from, to + 1).reduce((all, n) => all + n, 0);
  return { promoters: sum(9, 10), passives: sum(7, 8), detractors: sum(0, 6) };
};
