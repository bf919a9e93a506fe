import { instantOf } from '@balcao/domain/hours/hours';
import { useState } from 'react';
import { useMoveSchedule } from '../../entities/schedules/schedules.api.ts';
import { formatDay } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { localDay, localTime } from './calendar-days.ts';
import type { Occurrence } from './occurrences.ts';
import { scheduleTexts } from './schedules.texts.ts';

/** A date and the day it is moved to. */
interface Move {
  occurrence: Occurrence;
  day: string;
  sendAt: Date;
}

/** Moves a date to another day at the same time; a toast undoes it. What would be sent at once is asked first. */
export function useMove(timeZone: string) {
  const t = useTexts(scheduleTexts);
  const toast = useToast();
  const move = useMoveSchedule();
  const [asked, setAsked] = useState<Move | null>(null);
  const run = ({ occurrence: { scheduleId, repeats }, day, sendAt }: Move) =>
    move.mutate(
      { scheduleId, sendAt: sendAt.toISOString() },
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
  return {
    move: (occurrence: Occurrence, day: string) => {
      if (localDay(occurrence.at, timeZone) === day) return;
      const sendAt = instantOf(`${day}T${localTime(occurrence.at, timeZone)}`, timeZone);
      const chosen = { occurrence, day, sendAt };
      if (+sendAt <= Date.now()) setAsked(chosen);
      else run(chosen);
    },
    /** The move to a time that has passed, until the user decides. */
    asked,
    confirm: () => {
      if (asked) run(asked);
      setAsked(null);
    },
    cancel: () => setAsked(null),
  };
}
