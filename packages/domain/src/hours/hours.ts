import { clockTimeIn } from '../access/work-hours.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Two shifts of a weekday, HH:mm. An empty start means midnight; a shift with an empty end does not exist. */
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

/** Whether it is open at this time in the company's time zone. Both limits of a shift are included. */
export function openness({ schedules, holidays, timeZone }: OpeningHours, now: Date): Openness {
  const date = dateIn(timeZone, now);
  const time = clockTimeIn(timeZone, now);
  // A date with a year has priority over a yearly date.
  const special = holidays.find(({ day }) => day === date) ?? holidays.find(({ day }) => day === date.slice(5));
  if (special) return (special.hours ?? []).some(({ start, end }) => isBetween(start, end, time)) ? 'open' : 'holiday';
  const today = schedules.find(({ weekdayEn }) => weekdayEn === weekdayOf(date));
  if (!today) return 'open';
  const isOpen = isBetween(today.startTimeA, today.endTimeA, time) || isBetween(today.startTimeB, today.endTimeB, time);
  return isOpen ? 'open' : 'outside';
}

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

/** The instant of a local time. A local time skipped by daylight saving gives the instant right after the gap. */
export function instantOf(local: string, timeZone: string): Date {
  const target = Date.parse(`${local}:00Z`);
  const localTimeAt = (at: number) =>
    Date.parse(`${dateIn(timeZone, new Date(at))}T${clockTimeIn(timeZone, new Date(at))}:00Z`);
  // Two passes: the first can end on the other side of a daylight saving change.
  const near = target - (localTimeAt(target) - target);
  return new Date(near - (localTimeAt(near) - target));
}

const isBetween = (start: string, end: string, time: string): boolean =>
  end !== '' && (start === '' ? '00:00' : start) <= time && time <= end;

const DAY_MS = 86_400_000;
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
