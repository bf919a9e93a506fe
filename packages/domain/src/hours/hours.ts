import { clockTimeIn } from '../access/work-hours.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Two shifts of one weekday, HH:mm. An empty start is midnight; an empty end makes the shift one that never is. */
export interface DayHours {
  weekdayEn: Weekday;
  startTimeA: string;
  endTimeA: string;
  startTimeB: string;
  endTimeB: string;
}
/** A day that is not like its weekday. */
export interface SpecialDay {
  /** YYYY-MM-DD, or MM-DD where it comes again every year. */
  day: string;
  /** Null is closed all day. */
  hours: readonly { start: string; end: string }[] | null;
}
export interface OpeningHours {
  schedules: readonly DayHours[];
  holidays: readonly SpecialDay[];
  timeZone: string;
}
/** `open` also where nothing is said about the day: only hours that were written down can shut a door. */
export type Openness = 'open' | 'outside' | 'holiday';

/** Is it open at this moment, on the company's own clock? The minutes at both ends belong to the shift. */
export function openness({ schedules, holidays, timeZone }: OpeningHours, now: Date): Openness {
  const date = dateIn(timeZone, now);
  const time = clockTimeIn(timeZone, now);
  // A day of one year says more than one that comes again.
  const special = holidays.find(({ day }) => day === date) ?? holidays.find(({ day }) => day === date.slice(5));
  if (special) return (special.hours ?? []).some(({ start, end }) => isBetween(start, end, time)) ? 'open' : 'holiday';
  const today = schedules.find(({ weekdayEn }) => weekdayEn === weekdayOf(date));
  if (!today) return 'open';
  const isOpen = isBetween(today.startTimeA, today.endTimeA, time) || isBetween(today.startTimeB, today.endTimeB, time);
  return isOpen ? 'open' : 'outside';
}

/** The end of an absence is its last day, to its last minute. */
export function isAway(
  { start, end }: { start: string | null; end: string | null },
  timeZone: string,
  now: Date,
): boolean {
  const today = dateIn(timeZone, now);
  return start !== null && end !== null && start <= today && today <= end;
}

/** YYYY-MM-DD at this moment in that zone. */
export const dateIn = (timeZone: string, now: Date): string => calendar(timeZone).format(now);

/** The moment at which a clock of that zone shows this; in a gap of the clock, the moment right after it. */
export function instantOf(local: string, timeZone: string): Date {
  const target = Date.parse(`${local}:00Z`);
  const localTimeAt = (at: number) =>
    Date.parse(`${dateIn(timeZone, new Date(at))}T${clockTimeIn(timeZone, new Date(at))}:00Z`);
  // Twice: the first step may land on the other side of a change of clocks.
  const near = target - (localTimeAt(target) - target);
  return new Date(near - (localTimeAt(near) - target));
}

const isBetween = (start: string, end: string, time: string): boolean =>
  end !== '' && (start === '' ? '00:00' : start) <= time && time <= end;

const DAY_MS = 86_400_000;
/** 1970 began on a Thursday. */
const weekdayOf = (date: string): Weekday => weekdays[(Date.parse(date) / DAY_MS + 3) % 7]!;

const calendars = new Map<string, Intl.DateTimeFormat>();
function calendar(timeZone: string): Intl.DateTimeFormat {
  const cached = calendars.get(timeZone);
  if (cached) return cached;
  // Swedish writes dates the way they are compared.
  const formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, formatter);
  return formatter;
}
