import type { SpecialDay } from '@balcao/domain/hours/hours';
import type { Recurrence } from '@balcao/domain/schedule/recurrence';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';

type RuleColumns = Pick<ScheduleRow, 'anchor' | 'timeZone' | 'unit' | 'interval' | 'count' | 'shift'>;

/** The dates of a schedule, with the company's holidays. */
export const ruleOf = (
  { anchor, timeZone, unit, interval, count, shift }: RuleColumns,
  holidays: readonly SpecialDay[],
): Recurrence => ({ anchor, timeZone, unit, interval, count, shift, holidays });
