/** A week of business hours, two shifts a day, and its validation. Times are HH:mm or empty. */

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export const shiftTimes = ['startTimeA', 'endTimeA', 'startTimeB', 'endTimeB'] as const;
export type ShiftTime = (typeof shiftTimes)[number];

export interface DayHours extends Record<ShiftTime, string> {
  weekday: string;
  weekdayEn: Weekday;
}

/** `half`: a shift lacks one end. `order`: a shift ends before it
 * starts and is not one over midnight, which ends before the day's first shift. `overlap`: the second starts in the first. */
export type HoursError = 'half' | 'time' | 'order' | 'overlap';
export interface InvalidTime {
  error: HoursError;
  /** The field to focus. */
  at: ShiftTime;
}

export const isClosed = (day: Record<ShiftTime, string>): boolean => shiftTimes.every((time) => day[time] === '');

/** The first error of a day. A shift needs both its ends or neither. */
export function hoursErrorOf(day: Record<ShiftTime, string>): InvalidTime | null {
  const invalid = shiftTimes.find((time) => day[time] !== '' && !isTime(day[time]));
  if (invalid) return { error: 'time', at: invalid };
  const firstStart = [day.startTimeA, day.startTimeB].filter((time) => time !== '').toSorted()[0] ?? '';
  for (const [start, end] of shifts) {
    if (day[start] === '' && day[end] !== '') return { error: 'half', at: start };
    if (day[start] !== '' && day[end] === '') return { error: 'half', at: end };
    if (day[start] !== '' && day[end] <= day[start] && day[end] >= firstStart) return { error: 'order', at: end };
  }
  // A first shift over midnight lasts at least until the end of the day.
  const endOfA = isOvernight(day, 'A') ? '24:00' : day.endTimeA;
  const isAfterStart = !isOvernight(day, 'A') || day.startTimeB >= day.startTimeA;
  if (day.startTimeB !== '' && day.endTimeA !== '' && day.startTimeB < endOfA && isAfterStart)
    return { error: 'overlap', at: 'startTimeB' };
  return null;
}

/** Whether the shift ends on the next day. */
export const isOvernight = (day: Record<ShiftTime, string>, shift: 'A' | 'B'): boolean =>
  day[`endTime${shift}`] !== '' && day[`endTime${shift}`] < day[`startTime${shift}`];

export const isValidWeek = (week: readonly Record<ShiftTime, string>[]): boolean =>
  week.every((day) => hoursErrorOf(day) === null);

const shifts = [
  ['startTimeA', 'endTimeA'],
  ['startTimeB', 'endTimeB'],
] as const;

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
