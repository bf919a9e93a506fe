/** The board as the server keeps it: fetched lane by lane, kept true by what is told, changed by moving a card. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useMemo, useState } from 'react';
import { api } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { useLive } from '../../lib/live.tsx';
import { lay } from '../../lib/news.ts';
import { keepTicket, ticketQuery } from '../tickets/tickets.api.ts';
import { useTicketNews, useViewer } from '../tickets/tickets.live.ts';
import type { TicketNews } from '../tickets/tickets.news.ts';
import { boardOf, withNews, type Board, type BoardView } from './board.ts';

const keyOf = (view: BoardView) => ['tickets', 'board', view] as const;
const wireOf = ({ from, to }: BoardView) => ({
  queueIds: '[]',
  ...(from !== null && { startDate: from }),
  ...(to !== null && { endDate: to }),
});
/** yyyy-mm-dd of the company's calendar. */
export const dayOf = (moment: string | number): string => formatDate(moment).split('/').reverse().join('-');

export function useBoard(view: BoardView) {
  const client = useQueryClient();
  const board = useQuery({
    queryKey: keyOf(view),
    queryFn: async ({ signal }) => {
      const { tickets, lanes } = await api.tickets.kanban({ query: wireOf(view) }, { signal });
      return boardOf(tickets, lanes);
    },
  });
  const set = (change: (board: Board) => Board) => lay<Board>(client, keyOf(view), change);
  const change = useNews(view, set);
  // A lane that came or went takes its cards along: only the server knows where they stand now.
  useLive('tag', (told) => {
    if (told.action === 'delete' || told.tag.kanban === 1)
      void client.invalidateQueries({ queryKey: keyOf(view).slice(0, 2) });
  });

  const [fetching, setFetching] = useState<ReadonlySet<number | null>>(new Set());
  const more = async (laneId: number | null) => {
    const after = board.data?.lanes.find((lane) => lane.laneId === laneId)?.next;
    if (!after || fetching.has(laneId)) return;
    setFetching((now) => new Set(now).add(laneId));
    try {
      const query = { ...wireOf(view), laneId: laneId === null ? ('0' as const) : String(laneId), after };
      const page = await api.tickets.kanban({ query });
      set((now) => withPage(now, laneId, page.tickets, page.lanes[0]));
    } finally {
      setFetching((now) => new Set([...now].filter((one) => one !== laneId)));
    }
  };
  return { board, change, more: (laneId: number | null) => void more(laneId).catch(() => {}), fetching };
}

interface Label {
  id: number;
  name: string;
  color: string;
}

/** Shown at once; when the server refuses, the card stands where it stood. */
export function useMoveCard(change: (news: TicketNews) => void) {
  const client = useQueryClient();
  const stands = (ticket: Ticket) => {
    change({ is: 'told', ticket });
    if (client.getQueryData(ticketQuery(ticket.uuid).queryKey)) keepTicket(client, ticket);
  };
  return useMutation({
    mutationFn: async ({ ticket, lane }: { ticket: Ticket; lane: Label | null }): Promise<unknown> =>
      lane === null
        ? api.tickets.clearLane({ params: { ticketId: ticket.id } })
        : api.tickets.setLane({ params: { ticketId: ticket.id, tagId: lane.id } }),
    onMutate: ({ ticket, lane }) => stands({ ...ticket, tags: lane === null ? [] : [lane] }),
    onError: (_error, { ticket }) => stands(ticket),
  });
}

function withPage(
  board: Board,
  laneId: number | null,
  tickets: readonly Ticket[],
  page: { count: number; next: string | null } | undefined,
): Board {
  const known = new Set(board.lanes.flatMap((lane) => lane.tickets.map(({ id }) => id)));
  // Told of meanwhile, it stands there already.
  const fresh = tickets.filter(({ id }) => !known.has(id));
  return {
    lanes: board.lanes.map((lane) =>
      lane.laneId === laneId ? { ...lane, ...page, laneId, tickets: [...lane.tickets, ...fresh] } : lane,
    ),
  };
}

/** Lays what is told into the board; answers how to lay in what one has done oneself, at once. */
function useNews(view: BoardView, set: (change: (board: Board) => Board) => void): (news: TicketNews) => void {
  const viewer = useViewer();
  const looking = useMemo(() => ({ viewer, view, dayOf }), [viewer, view]);
  useTicketNews((gathered) => set((board) => withNews(board, gathered, looking)));
  return (news) => set((board) => withNews(board, [news], looking));
}
