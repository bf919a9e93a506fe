import { clockTimeIn } from '../access/work-hours.ts';
import { dateIn, instantOf, type SpecialDay } from '../hours/hours.ts';
import { DAY_MS, MINUTE_MS } from '../kit/durations.ts';

export const intervalUnits = ['days', 'weeks', 'months', 'minutes'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];
/** What becomes of a date that is not a working day. */
export const dayShifts = ['keep', 'before', 'after'] as const;
export type DayShift = (typeof dayShifts)[number];

/** When a scheduled message is sent. Its dates depend on these fields only, never on what was sent before. */
export interface Recurrence {
  /** The first date, before it is moved to a working day. */
  anchor: Date;
  /** Dates keep their local time in this zone. */
  timeZone: string;
  unit: IntervalUnit;
  /** Units between two dates; 0 for a single message. */
  interval: number;
  /** How many messages in all. */
  count: number;
  shift: DayShift;
  /** A holiday that is closed all day is no working day. */
  holidays: readonly SpecialDay[];
}

/** One date of a schedule. */
export interface Occurrence {
  /** Its candidate: how many intervals after the anchor, from 0. */
  step: number;
  at: Date;
  /** The date of the candidate when it is not a working day and was moved, as YYYY-MM-DD. */
  movedFrom: string | null;
}

/** Longer closed periods are not searched: the date stays where it is. */
const MAX_SHIFT_DAYS = 60;
/** Candidates that a run of closed days can drop: one a minute for two weeks. */
const MAX_DROPPED = 20_160;

/** The candidate of a step, moved to a working day where the rule says so. */
export function candidateAt(rule: Recurrence, step: number): Occurrence {
  const { anchor, timeZone, unit, interval, shift } = rule;
  const plain = step === 0 || interval === 0 ? anchor : plainDate(rule, step * interval, unit);
  if (shift === 'keep') return { step, at: plain, movedFrom: null };
  const date = dateIn(timeZone, plain);
  const workingDay = workingDayNear(rule, date);
  if (workingDay === date) return { step, at: plain, movedFrom: null };
  return { step, at: atLocalTime(rule, plain, workingDay), movedFrom: date };
}

/** The first date that is sent. */
export const firstOccurrence = (rule: Recurrence): Occurrence => candidateAt(rule, 0);

/** The date behind this one; a candidate that was moved onto or before it is dropped. */
export function nextOccurrence(
  rule: Recurrence,
  { step, at }: Pick<Occurrence, 'step' | 'at'>,
): Occurrence | undefined {
  if (rule.interval === 0) return undefined;
  for (let next = step + 1; next <= step + MAX_DROPPED; next += 1) {
    const candidate = candidateAt(rule, next);
    if (+candidate.at > +at) return candidate;
  }
  return undefined;
}

/** The first dates of a schedule, at most as many as it sends. */
export function occurrencesOf(rule: Recurrence, limit: number): Occurrence[] {
  return occurrencesFrom(rule, firstOccurrence(rule), Math.min(limit, rule.interval === 0 ? 1 : rule.count));
}

/** A date and those behind it, `limit` in all and not later than `until`. */
export function occurrencesFrom(rule: Recurrence, first: Occurrence, limit: number, until?: Date): Occurrence[] {
  const found: Occurrence[] = [];
  let next: Occurrence | undefined = first;
  while (next && found.length < limit && (!until || +next.at <= +until)) {
    found.push(next);
    if (found.length < limit) next = nextOccurrence(rule, next);
  }
  return found;
}

const longestUnitMs: Record<IntervalUnit, number> = {
  minutes: MINUTE_MS,
  days: DAY_MS,
  weeks: 7 * DAY_MS,
  months: 31 * DAY_MS,
};
/** A step that is not behind this instant and close before it. Only where no date is moved, so that none is dropped. */
export function stepBefore({ anchor, unit, interval }: Recurrence, at: Date): number {
  // Two days more than any change of a clock.
  const passed = +at - +anchor - 2 * DAY_MS;
  return interval === 0 ? 0 : Math.max(0, Math.floor(passed / (longestUnitMs[unit] * interval)));
}

/** Minutes count in real time; days, weeks and months in local dates, months always from the anchor. */
function plainDate(rule: Recurrence, units: number, unit: IntervalUnit): Date {
  const { anchor, timeZone } = rule;
  if (unit === 'minutes') return new Date(+anchor + units * MINUTE_MS);
  const date = dateIn(timeZone, anchor);
  const target = unit === 'months' ? addMonths(date, units) : addDays(date, unit === 'weeks' ? units * 7 : units);
  return atLocalTime(rule, anchor, target);
}

/** The instant at which the clock shows the time of `of` on another date. */
const atLocalTime = ({ timeZone }: Recurrence, of: Date, date: string): Date =>
  new Date(+instantOf(`${date}T${clockTimeIn(timeZone, of)}`, timeZone) + (+of % MINUTE_MS));

function workingDayNear(rule: Recurrence, date: string): string {
  const direction = rule.shift === 'before' ? -1 : 1;
  for (let days = 0; days <= MAX_SHIFT_DAYS; days += 1) {
    const day = addDays(date, days * direction);
    if (isWorkingDay(rule.holidays, day)) return day;
  }
  return date;
}

/** Monday to Friday, without holidays that are closed all day. */
export function isWorkingDay(holidays: readonly SpecialDay[], date: string): boolean {
  const weekday = new Date(date).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  // A date with a year has priority over a yearly date.
  const holiday = holidays.find(({ day }) => day === date) ?? holidays.find(({ day }) => day === date.slice(5));
  return holiday === undefined || holiday.hours !== null;
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** A day that the month does not have becomes its last one. */
function addMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(day, lastDay) - 1);
}
