/** Selects several tickets: one by one, or a range with Shift. */
import { useCallback, useState } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';

/** The selection ends when `tab` changes. */
export function useSelection(rows: readonly Ticket[], tab: string) {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const [chosenIn, setChosenIn] = useState(tab);
  if (chosenIn !== tab) {
    setChosenIn(tab);
    setChosen(null);
  }
  // Tickets that left the list are no longer selected, because their selection would be invisible.
  const picked = chosen && new Map(rows.filter(({ id }) => chosen.has(id)).map((ticket) => [ticket.id, ticket]));

  return {
    picked,
    start: useCallback(() => setChosen(new Set()), []),
    leave: () => setChosen(null),
    /** All loaded rows, or none if all are selected already. */
    pickAll: () => setChosen(new Set(picked?.size === rows.length ? [] : rows.map(({ id }) => id))),
    pick(ticket: Ticket, range: boolean) {
      const next = new Set(chosen);
      const from = rows.findIndex(({ id }) => id === last);
      const to = rows.findIndex(({ id }) => id === ticket.id);
      if (range && from >= 0 && to >= 0) {
        for (const row of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(row.id);
      } else if (!next.delete(ticket.id)) {
        next.add(ticket.id);
      }
      setLast(ticket.id);
      setChosen(next);
    },
  };
}
