/** The kanban board: fetched lane by lane, patched by socket updates, changed by moving cards. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useMemo, useState } from 'react';
import { api } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { useTopic } from '../../lib/topics.tsx';
import { patchCache } from '../../lib/cache-updates.ts';
import { cacheTicket, ticketQuery } from '../tickets/tickets.api.ts';
import { useTicketUpdates, useViewer } from '../tickets/tickets.live.ts';
import type { TicketUpdate } from '../tickets/tickets.updates.ts';
import { boardOf, applyBoardUpdates, type Board, type BoardView } from './board.ts';

const keyOf = (view: BoardView) => ['tickets', 'board', view] as const;
const wireOf = ({ from, to }: BoardView) => ({
  queueIds: '[]',
  ...(from !== null && { startDate: from }),
  ...(to !== null && { endDate: to }),
});
/** yyyy-mm-dd in the company's time zone. */
export const dayOf = (date: string | number): string => formatDate(date).split('/').reverse().join('-');

export function useBoard(view: BoardView) {
  const client = useQueryClient();
  const board = useQuery({
    queryKey: keyOf(view),
    queryFn: async ({ signal }) => {
      const { tickets, lanes } = await api.tickets.kanban({ query: wireOf(view) }, { signal });
      return boardOf(tickets, lanes);
    },
  });
  const set = (change: (board: Board) => Board) => patchCache<Board>(client, keyOf(view), change);
  const change = useBoardUpdates(view, set);
  // A new or removed lane changes the lanes of its cards, which only the server knows.
  useTopic('tag', (payload) => {
    if (payload.action === 'delete' || payload.tag.kanban === 1)
      void client.invalidateQueries({ queryKey: keyOf(view).slice(0, 2) });
  });

  const [fetching, setFetching] = useState<ReadonlySet<number | null>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<number | null, PageFailure>>(new Map());
  const nextOf = (laneId: number | null) => board.data?.lanes.find((lane) => lane.laneId === laneId)?.next;
  const more = async (laneId: number | null) => {
    const after = nextOf(laneId);
    if (!after || fetching.has(laneId)) return;
    setFetching((now) => new Set(now).add(laneId));
    setFailures((now) => new Map([...now].filter(([id]) => id !== laneId)));
    try {
      const query = { ...wireOf(view), laneId: laneId === null ? ('0' as const) : String(laneId), after };
      const page = await api.tickets.kanban({ query });
      set((now) => withPage(now, laneId, page.tickets, page.lanes[0]));
    } catch (error) {
      setFailures((now) => new Map(now).set(laneId, { after, error }));
    } finally {
      setFetching((now) => new Set([...now].filter((id) => id !== laneId)));
    }
  };
  /** Why the next page of a lane did not load. It is requested again only when the user asks for it. */
  const pageError = (laneId: number | null): unknown => {
    const failure = failures.get(laneId);
    return failure && failure.after === nextOf(laneId) ? failure.error : undefined;
  };
  return { board, change, more: (laneId: number | null) => void more(laneId), fetching, pageError };
}

interface PageFailure {
  /** The page that was requested; a board that was loaded again may have another one. */
  after: string;
  error: unknown;
}

interface Label {
  id: number;
  name: string;
  color: string;
}

interface Move {
  ticket: Ticket;
  lane: Label | null;
  /** Back to where the card was. */
  isUndo?: boolean;
}

/** Optimistic; if the server refuses, the card returns to its lane. */
export function useMoveCard(change: (update: TicketUpdate) => void) {
  const client = useQueryClient();
  const applyTicket = (ticket: Ticket) => {
    change({ type: 'changed', ticket });
    if (client.getQueryData(ticketQuery(ticket.uuid).queryKey)) cacheTicket(client, ticket);
  };
  return useMutation({
    mutationFn: async ({ ticket, lane, isUndo = false }: Move): Promise<unknown> =>
      lane === null
        ? api.tickets.clearLane({ params: { ticketId: ticket.id } })
        : api.tickets.setLane({
            params: { ticketId: ticket.id, tagId: lane.id },
            // The customer was greeted when the card was in this lane before.
            query: { greeting: isUndo ? 'false' : 'true' },
          }),
    onMutate: ({ ticket, lane }) => applyTicket({ ...ticket, tags: lane === null ? [] : [lane] }),
    onError: (_error, { ticket }) => applyTicket(ticket),
  });
}

function withPage(
  board: Board,
  laneId: number | null,
  tickets: readonly Ticket[],
  page: { count: number; next: string | null } | undefined,
): Board {
  const existingIds = new Set(board.lanes.flatMap((lane) => lane.tickets.map(({ id }) => id)));
  // A socket update may have added the card already.
  const added = tickets.filter(({ id }) => !existingIds.has(id));
  return {
    lanes: board.lanes.map((lane) =>
      lane.laneId === laneId ? { ...lane, ...page, laneId, tickets: [...lane.tickets, ...added] } : lane,
    ),
  };
}

/** Applies socket updates to the board; returns a function that applies the user's own changes at once. */
function useBoardUpdates(
  view: BoardView,
  set: (change: (board: Board) => Board) => void,
): (update: TicketUpdate) => void {
  const viewer = useViewer();
  const context = useMemo(() => ({ viewer, view, dayOf }), [viewer, view]);
  useTicketUpdates((updates) => set((board) => applyBoardUpdates(board, updates, context)));
  return (update) => set((board) => applyBoardUpdates(board, [update], context));
}
