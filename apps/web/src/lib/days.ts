/** Calendar days as the API writes them, yyyy-mm-dd; today is the day in the company's time zone. */
import { DAY_MS } from '@balcao/domain/kit/durations';
import { formatDate } from './format.ts';

export interface DayRange {
  from: string;
  to: string;
}

export const today = (now: Date | number = Date.now()): string => formatDate(now).split('/').toReversed().join('-');

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

export const monthStart = (day: string): string => `${day.slice(0, 8)}01`;

/** From the first of the month to today. */
export const thisMonth = (day: string = today()): DayRange => ({ from: monthStart(day), to: day });

export const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text);
