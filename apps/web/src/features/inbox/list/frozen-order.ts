/** While the pointer is over the list, its order is frozen, so that no row moves under it. */
import { useMemo, useState } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';

interface FrozenOrder {
  ids: readonly number[];
  /** Newer tickets arrived after the freeze. */
  newest: string;
  view: unknown;
}

export function useFrozenOrder(tickets: readonly Ticket[], view: unknown) {
  const [frozen, setFrozen] = useState<FrozenOrder | null>(null);
  const freeze = () =>
    tickets.length > 0 && setFrozen({ ids: tickets.map(({ id }) => id), newest: newestOf(tickets), view });
  const release = () => setFrozen(null);
  const isFrozen = frozen !== null && frozen.view === view;
  const { rows, waiting } = useMemo(
    () => (frozen?.view === view && frozen ? inFrozenOrder(tickets, frozen) : { rows: tickets, waiting: 0 }),
    [tickets, frozen, view],
  );
  return { rows, waiting, isFrozen, freeze, release };
}

/** Known rows keep their position with current data, older ones follow while scrolling, new ones wait. */
export function inFrozenOrder(tickets: readonly Ticket[], { ids, newest }: Pick<FrozenOrder, 'ids' | 'newest'>) {
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
