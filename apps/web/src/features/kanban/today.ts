import { useEffect, useState } from 'react';
import { dayOf } from '../../entities/kanban/board.api.ts';

const MINUTE_MS = 60_000;

/** The day of the company's calendar, as the wire writes it; a board that stays open over midnight learns of it. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const clock = setInterval(() => setToday(dayOf(Date.now())), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return today;
}
