import { clockTime } from '@balcao/contract/kernel/wire';
import { z } from 'zod';
import { formTexts } from './connection-form.texts.ts';

export const shifts = ['startTimeA', 'endTimeA', 'startTimeB', 'endTimeB'] as const;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A day while it is typed: whether its times are times is asked of the week as a whole. */
export const TypedDay = z.object({
  weekday: z.string(),
  weekdayEn: z.enum(weekdays),
  startTimeA: z.string(),
  endTimeA: z.string(),
  startTimeB: z.string(),
  endTimeB: z.string(),
});
export type Day = z.infer<typeof TypedDay>;

/** Eight to twelve and one to six, every day: what a new connection starts with. */
export const usualWeek: Day[] = weekdays.map((weekdayEn) => ({
  weekday: formTexts[weekdayEn].pt,
  weekdayEn,
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));

export const isTime = (text: string): boolean => clockTime.safeParse(text).success;

/** A shift is there from start to end, or not at all. */
export const isComplete = (day: Day): boolean =>
  shiftIsComplete(day.startTimeA, day.endTimeA) && shiftIsComplete(day.startTimeB, day.endTimeB);

const shiftIsComplete = (start: string, end: string): boolean =>
  (start === '' && end === '') || (isTime(start) && isTime(end));
