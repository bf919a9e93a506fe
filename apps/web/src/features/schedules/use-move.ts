import { instantOf } from '@balcao/domain/hours/hours';
import { useMoveSchedule } from '../../entities/schedules/schedules.api.ts';
import { formatDay } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { localDay, localTime } from './calendar-days.ts';
import type { Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

/** Moves a date to another day at the same time; a toast undoes it. */
export function useMove(timeZone: string): (occurrence: Occurrence, day: string) => void {
  const t = useTexts(scheduleTexts);
  const toast = useToast();
  const move = useMoveSchedule();
  return ({ scheduleId, at, repeats }, day) => {
    if (localDay(at, timeZone) === day) return;
    const sendAt = instantOf(`${day}T${localTime(at, timeZone)}`, timeZone).toISOString();
    move.mutate(
      { scheduleId, sendAt },
      {
        onSuccess: (before) =>
          toast.done(t(repeats ? 'movedAll' : 'moved', { day: formatDay(day) }), {
            label: t('undo'),
            onClick: () =>
              move.mutate(
                { scheduleId, sendAt: before.sendAt, anchorAt: before.anchorAt },
                { onSuccess: () => toast.done(t('undone')), onError: toast.failed },
              ),
          }),
        onError: toast.failed,
      },
    );
  };
}
