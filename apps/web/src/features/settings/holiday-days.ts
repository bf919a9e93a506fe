/** Day formats of this screen: `YYYY-MM-DD` for one day, `MM-DD` for every year. */
import { formatDate } from '../../lib/format.ts';

interface Dated {
  day: string;
}

export const isYearly = (day: string): boolean => day.length === 5;

/** `dd/MM` for every year, `dd/MM/yyyy` for one day. */
export const dayText = (day: string): string => day.split('-').toReversed().join('/');

/** Today in the company's time zone, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string, now: Date = new Date()): string =>
  formatDate(now, timeZone).split('/').toReversed().join('-');

export const isPast = ({ day }: Dated, today: string): boolean => !isYearly(day) && day < today;

/** Sorts by the next occurrence; past days come last. */
export function byNextDay<H extends Dated>(holidays: readonly H[], today: string): H[] {
  const next = ({ day }: Dated): string => {
    if (!isYearly(day)) return day < today ? `9999-${day}` : day;
    const year = Number(today.slice(0, 4));
    return day >= today.slice(5) ? `${year}-${day}` : `${year + 1}-${day}`;
  };
  return holidays.toSorted((a, b) => next(a).localeCompare(next(b)));
}
