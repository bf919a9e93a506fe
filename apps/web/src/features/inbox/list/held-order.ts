/** Nothing moves under the agent's hand: while the pointer is over the list, its order stays as it was found. */
import { useMemo, useState } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';

interface Held {
  ids: readonly number[];
  /** What is newer than anything seen then has come since. */
  newest: string;
  view: unknown;
}

export function useHeldOrder(tickets: readonly Ticket[], view: unknown) {
  const [held, setHeld] = useState<Held | null>(null);
  const hold = () =>
    tickets.length > 0 && setHeld({ ids: tickets.map(({ id }) => id), newest: newestOf(tickets), view });
  const release = () => setHeld(null);
  const isHeld = held !== null && held.view === view;
  const { rows, waiting } = useMemo(
    () => (held?.view === view && held ? inHeldOrder(tickets, held) : { rows: tickets, waiting: 0 }),
    [tickets, held, view],
  );
  return { rows, waiting, isHeld, hold, release };
}

/** Those that were there stay where they were, as they are now; older ones follow as one scrolls; new ones wait. */
export function inHeldOrder(tickets: readonly Ticket[], { ids, newest }: Pick<Held, 'ids' | 'newest'>) {
  const now = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const rows: Ticket[] = [];
  for (const id of ids) {
    const ticket = now.get(id);
    if (ticket) rows.push(ticket);
    now.delete(id);
  }
  const since = [...now.values()];
  const older = since.filter((ticket) => ticket.updatedAt <= newest);
  return { rows: [...rows, ...older], waiting: since.length - older.length };
}

const newestOf = (tickets: readonly Ticket[]): string =>
  tickets.reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), '');
