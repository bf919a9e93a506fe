/** Business hours of a company, a connection or a queue, as form values; `ui/hours-editor` renders them. */
import { useMemo } from 'react';
import { z } from 'zod';
import { useTexts } from '../../lib/use-texts.ts';
import type { HoursLabels } from '../../ui/hours-editor.tsx';
import { weekdays, type DayHours } from '../../ui/hours.ts';
import { hoursTexts } from './hours.texts.ts';

/** A week while it is edited. Forms check it with `isValidWeek`; the editor shows each error at its day. */
export const TypedWeek = z.array(
  z.object({
    weekday: z.string(),
    weekdayEn: z.enum(weekdays),
    startTimeA: z.string(),
    endTimeA: z.string(),
    startTimeB: z.string(),
    endTimeB: z.string(),
  }),
);

const WORKDAY = { startTimeA: '08:00', endTimeA: '12:00', startTimeB: '13:00', endTimeB: '18:00' };
const CLOSED = { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' };
/** The default: Monday to Friday, 8 to 12 and 13 to 18; closed on the weekend. */
export const usualWeek: DayHours[] = weekdays.map((weekdayEn) => ({
  weekday: hoursTexts[weekdayEn].pt,
  weekdayEn,
  ...(weekdayEn === 'saturday' || weekdayEn === 'sunday' ? CLOSED : WORKDAY),
}));

/** Seven days from Monday. A day missing in a saved week is open all day and shown so. */
export function weekOf(saved: readonly DayHours[]): DayHours[] {
  if (saved.length === 0) return usualWeek;
  return usualWeek.map(
    (usual) =>
      saved.find(({ weekdayEn }) => weekdayEn === usual.weekdayEn) ?? {
        ...usual,
        startTimeA: '00:00',
        endTimeA: '23:59',
        startTimeB: '',
        endTimeB: '',
      },
  );
}

/** The labels of the hours editor in the user's language. */
export function useHoursLabels(): HoursLabels {
  const t = useTexts(hoursTexts);
  return useMemo(() => {
    const days = Object.fromEntries(weekdays.map((day) => [day, t(day)])) as HoursLabels['days'];
    return {
      days,
      shiftA: t('shiftA'),
      shiftB: t('shiftB'),
      to: t('to'),
      closed: t('closed'),
      time: (at, day) => t(at, { day }),
      opens: (day) => t('opens', { day }),
      copy: (day) => t('copy', { day }),
      copyToAll: t('copyToAll'),
      copyToWorkdays: t('copyToWorkdays'),
      overnight: t('overnight'),
      errors: { half: t('half'), time: t('time'), order: t('order'), overlap: t('overlap') },
    };
  }, [t]);
}
