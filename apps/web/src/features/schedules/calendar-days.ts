/** Days of the calendar, as YYYY-MM-DD without a time zone. */
import { addDays } from '@balcao/domain/schedule/recurrence';
import { clockTimeIn } from '@balcao/domain/access/work-hours';
import { dateIn } from '@balcao/domain/hours/hours';
import type { Language } from '../../lib/language.tsx';

export type View = 'month' | 'week' | 'list';
const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' };

const weekdayOf = (day: string): number => new Date(day).getUTCDay();
export const isWeekend = (day: string): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6;
export const isSameMonth = (a: string, b: string): boolean => a.slice(0, 7) === b.slice(0, 7);
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const lastOfMonth = (day: string): string => addDays(firstOfMonth(moveMonths(firstOfMonth(day), 1)), -1);
/** A week begins on Sunday, as calendars in Brazil do. */
const startOfWeek = (day: string): string => addDays(day, -weekdayOf(day));

/** The same day of another month, or its last day. */
export function moveMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(date, last) - 1);
}

export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(first, n));

/** The whole weeks that contain the month of a day. */
export function daysOfMonth(day: string): string[] {
  const first = startOfWeek(firstOfMonth(day));
  const last = addDays(startOfWeek(lastOfMonth(day)), 6);
  return daysFrom(first, (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1);
}
export const daysOfWeek = (day: string): string[] => daysFrom(startOfWeek(day), 7);

/** The days that a view shows. */
export function daysOf(view: View, day: string): string[] {
  if (view === 'week') return daysOfWeek(day);
  if (view === 'month') return daysOfMonth(day);
  const last = Number(lastOfMonth(day).slice(8));
  return daysFrom(firstOfMonth(day), last);
}

/** The day that another period of the view opens with. */
export const turn = (view: View, day: string, direction: 1 | -1): string =>
  view === 'week' ? addDays(day, 7 * direction) : moveMonths(day, direction);

/** Day and time of an instant in the company's time zone. */
export const localDay = (at: string | Date, timeZone: string): string => dateIn(timeZone, new Date(at));
export const localTime = (at: string | Date, timeZone: string): string => clockTimeIn(timeZone, new Date(at));

const format = (day: string, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' }).format(new Date(day));
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const monthName = (day: string, language: Language): string => format(day, language, { month: 'long' });
/** “Julho de 2026”. */
export const monthTitle = (day: string, language: Language): string =>
  capitalized(format(day, language, { month: 'long', year: 'numeric' }));
/** “Quarta-feira, 23 de julho”. */
export const dayTitle = (day: string, language: Language): string =>
  capitalized(format(day, language, { weekday: 'long', day: 'numeric', month: 'long' }));
/** “23 de julho de 2026”. */
export const longDay = (day: string, language: Language): string => format(day, language, { dateStyle: 'long' });
export const weekdayName = (day: string, language: Language, width: 'short' | 'narrow'): string =>
  capitalized(format(day, language, { weekday: width }).replace('.', ''));
