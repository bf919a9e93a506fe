/** A week of business hours, two shifts a day, and its validation. Times are HH:mm or empty. */

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export const shiftTimes = ['startTimeA', 'endTimeA', 'startTimeB', 'endTimeB'] as const;
export type ShiftTime = (typeof shiftTimes)[number];

export interface DayHours extends Record<ShiftTime, string> {
  weekday: string;
  weekdayEn: Weekday;
}

/** `half`: a shift lacks one end. `order`: a shift ends before it starts. `overlap`: the second starts in the first. */
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
  for (const [start, end] of shifts) {
    if (day[start] === '' && day[end] !== '') return { error: 'half', at: start };
    if (day[start] !== '' && day[end] === '') return { error: 'half', at: end };
    if (day[start] !== '' && day[end] <= day[start]) return { error: 'order', at: end };
  }
  if (day.startTimeB !== '' && day.endTimeA !== '' && day.startTimeB < day.endTimeA)
    return { error: 'overlap', at: 'startTimeB' };
  return null;
}

export const isValidWeek = (week: readonly Record<ShiftTime, string>[]): boolean =>
  week.every((day) => hoursErrorOf(day) === null);

const shifts = [
  ['startTimeA', 'endTimeA'],
  ['startTimeB', 'endTimeB'],
] as const;

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
