/** The state of the calendar: which view, which day, and the dates of the visible days. */
import type { ScheduleOccurrence } from '@balcao/contract/endpoints/schedules';
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { useMemo, useState } from 'react';
import { useOccurrences } from '../../entities/schedules/schedules.api.ts';
import { useNowBy } from '../../lib/clock.ts';
import { useSession } from '../../lib/session.tsx';
import { daysOf, localDay, type View } from './calendar-days.ts';

const NO_OCCURRENCES: readonly ScheduleOccurrence[] = [];

export function useCalendar() {
  const { timeZone } = useSession().user.company;
  const now = new Date(useNowBy(MINUTE_MS));
  const today = localDay(now, timeZone);
  const [view, setView] = useState<View>('month');
  const [day, setDay] = useState(today);
  const [queueId, setQueueId] = useState<number | null>(null);
  const [whatsappId, setWhatsappId] = useState<number | null>(null);
  const days = daysOf(view, day);
  const query = useOccurrences({ firstDay: days[0]!, lastDay: days.at(-1)!, queueId, whatsappId });
  const occurrences = query.data?.occurrences ?? NO_OCCURRENCES;
  const byDay = useMemo(() => Map.groupBy(occurrences, ({ at }) => localDay(at, timeZone)), [occurrences, timeZone]);
  return {
    view,
    setView,
    day,
    setDay,
    today,
    now,
    timeZone,
    filters: { queueId, setQueueId, whatsappId, setWhatsappId },
    query,
    occurrences,
    byDay,
  };
}
