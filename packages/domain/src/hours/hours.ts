import { clockTimeIn } from '../access/work-hours.ts';
import { DAY_MS, MINUTE_MS } from '../kit/durations.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Two shifts of a weekday, HH:mm. An empty start means midnight; a shift with an empty end does not exist. One
 * that ends before its start continues on the next day. */
export interface DayHours {
  weekdayEn: Weekday;
  startTimeA: string;
  endTimeA: string;
  startTimeB: string;
  endTimeB: string;
}
/** A day with hours other than its weekday's. */
export interface SpecialDay {
  /** YYYY-MM-DD, or MM-DD for every year. */
  day: string;
  /** Null means closed all day. */
  hours: readonly { start: string; end: string }[] | null;
}
export interface OpeningHours {
  schedules: readonly DayHours[];
  holidays: readonly SpecialDay[];
  timeZone: string;
}
/** A day without configured hours is `open`. */
export type Openness = 'open' | 'outside' | 'holiday';

interface Shift {
  start: string;
  end: string;
}

/**
 * Whether it is open at this time in the company's time zone. Both limits of a shift are included. A shift that ends before
 * its start continues after midnight, unless the next day is a special day.
 */
export function openness(hours: OpeningHours, now: Date): Openness {
  const date = dateIn(hours.timeZone, now);
  const time = clockTimeIn(hours.timeZone, now);
  const today = shiftsOn(hours, date);
  if (!today.shifts) return 'open';
  if (today.shifts.some((shift) => coversFrom(shift, time))) return 'open';
  if (today.isSpecial) return 'holiday';
  const yesterday = shiftsOn(hours, dayBefore(date)).shifts ?? [];
  return yesterday.some((shift) => isOvernight(shift) && time <= shift.end) ? 'open' : 'outside';
}

/** Shifts that begin on this date; undefined for a day without configured hours. */
function shiftsOn({ schedules, holidays }: OpeningHours, date: string): { isSpecial: boolean; shifts?: Shift[] } {
  // A date with a year has priority over a yearly date.
  const special = holidays.find(({ day }) => day === date) ?? holidays.find(({ day }) => day === date.slice(5));
  if (special) return { isSpecial: true, shifts: existing(special.hours ?? []) };
  const hours = schedules.find(({ weekdayEn }) => weekdayEn === weekdayOf(date));
  if (!hours) return { isSpecial: false };
  const { startTimeA, endTimeA, startTimeB, endTimeB } = hours;
  const shifts = [
    { start: startTimeA, end: endTimeA },
    { start: startTimeB, end: endTimeB },
  ];
  return { isSpecial: false, shifts: existing(shifts) };
}
const existing = (shifts: readonly Shift[]): Shift[] =>
  shifts.flatMap(({ start, end }) => (end === '' ? [] : [{ start: start === '' ? '00:00' : start, end }]));

const isOvernight = ({ start, end }: Shift): boolean => end < start;
/** Whether the shift covers this time of the day on which it begins. */
const coversFrom = (shift: Shift, time: string): boolean =>
  shift.start <= time && (isOvernight(shift) || time <= shift.end);

/** How far ahead openings are searched; a company that is closed longer has none. */
const MAX_DAYS_AHEAD = 60;

/** Periods that begin on this date. A day without configured hours is one period. */
function periodsOn(hours: OpeningHours, date: string): { start: number; end: number }[] {
  const at = (day: string, time: string): number => +instantOf(`${day}T${time}`, hours.timeZone);
  const { shifts } = shiftsOn(hours, date);
  const next = dayAfter(date);
  const midnight = () => at(next, '00:00');
  if (!shifts) return [{ start: at(date, '00:00'), end: midnight() }];
  // A special day begins at midnight, whatever the evening before.
  const endOf = (shift: Shift) =>
    !isOvernight(shift) ? at(date, shift.end) : shiftsOn(hours, next).isSpecial ? midnight() : at(next, shift.end);
  return shifts.map((shift) => ({ start: at(date, shift.start), end: endOf(shift) })).sort((a, b) => a.start - b.start);
}

/** The end of this many open minutes from now on; undefined if it is more than sixty days ahead. */
export function afterOpenMinutes(hours: OpeningHours, now: Date, minutes: number): Date | undefined {
  let remaining = minutes * 60_000;
  let from = +now;
  let date = dayBefore(dateIn(hours.timeZone, now));
  for (let day = 0; day <= MAX_DAYS_AHEAD; day += 1, date = dayAfter(date))
    for (const { start, end } of periodsOn(hours, date)) {
      const begin = Math.max(start, from);
      if (end <= begin) continue;
      if (begin + remaining <= end) return new Date(begin + remaining);
      remaining -= end - begin;
      from = end;
    }
  return undefined;
}

/** The next moment at which it is open: now, or the begin of a shift. */
export const nextOpening = (hours: OpeningHours, now: Date): Date | undefined =>
  openness(hours, now) === 'open' ? now : afterOpenMinutes(hours, now, 0);

/** Whether the vacation covers this time. It ends with the last minute of its last day. */
export function isAway(
  { start, end }: { start: string | null; end: string | null },
  timeZone: string,
  now: Date,
): boolean {
  const today = dateIn(timeZone, now);
  return start !== null && end !== null && start <= today && today <= end;
}

/** The date as YYYY-MM-DD in the time zone. */
export const dateIn = (timeZone: string, now: Date): string => calendar(timeZone).format(now);

/** The instant of a local time: of two, the first. A time that a change of the clock skips is the instant of that change. */
export function instantOf(local: string, timeZone: string): Date {
  const target = Date.parse(`${local}:00Z`);
  const localTimeAt = (at: number) =>
    Date.parse(`${dateIn(timeZone, new Date(at))}T${clockTimeIn(timeZone, new Date(at))}:00Z`);
  const offsets = [target - DAY_MS, target + DAY_MS].map((at) => localTimeAt(at) - at);
  const [early, late] = [target - Math.max(...offsets), target - Math.min(...offsets)];
  if (localTimeAt(early) === target) return new Date(early);
  if (localTimeAt(late) === target) return new Date(late);
  // Skipped: the first minute between the two at which the clock is ahead of the target.
  let [before, after] = [early, late];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (localTimeAt(middle) > target) after = middle;
    else before = middle;
  }
  return new Date(after);
}

const dayBefore = (date: string): string => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
const dayAfter = (date: string): string => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
/** 1970-01-01 was a Thursday. */
const weekdayOf = (date: string): Weekday => weekdays[(Date.parse(date) / DAY_MS + 3) % 7]!;

const calendars = new Map<string, Intl.DateTimeFormat>();
function calendar(timeZone: string): Intl.DateTimeFormat {
  const cached = calendars.get(timeZone);
  if (cached) return cached;
  // The Swedish locale formats dates as YYYY-MM-DD.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, formatter);
  return formatter;
}
