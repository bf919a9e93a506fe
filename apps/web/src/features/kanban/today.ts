import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { useEffect, useState } from 'react';
import { dayOf } from '../../entities/kanban/board.api.ts';

/** The current day in the company's time zone, as the API writes it; updated at midnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const clock = setInterval(() => setToday(dayOf(Date.now())), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return today;
}
