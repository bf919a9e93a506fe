import { clockTimeIn } from '@balcao/domain/access/work-hours';
import { dateIn } from '@balcao/domain/hours/hours';
import type { Cell } from './xlsx.ts';

/** A local time for a cell, to the minute. */
export const localTime = (at: Date, timeZone: string): Cell => ({
  at: `${dateIn(timeZone, at)}T${clockTimeIn(timeZone, at)}:00`,
});
