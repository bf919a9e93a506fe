/** Periods of whole days in the company's time zone. */
import { addDays } from '@balcao/domain/billing/due-date';
import { dateIn } from '@balcao/domain/hours/hours';
import { homeTimeZone } from '../../../lib/format.ts';

export interface Days {
  from: string;
  to: string;
}
export const lengths = { today: 1, week: 7, month: 30 } as const;
export type Length = keyof typeof lengths;

/** The last days up to today. */
export function lastDays(length: Length, now: Date): Days {
  const timeZone = homeTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const to = dateIn(timeZone, now);
  return { from: addDays(to, 1 - lengths[length]), to };
}
