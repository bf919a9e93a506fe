import { endpoints } from '@balcao/contract';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import type { FullTicket } from '../tickets/index.ts';
import type { Board } from './board.ts';
import { parseBoardQuery, parseLanePage, presentBoard } from './kanban.wire.ts';
import type { Lanes } from './lanes.ts';

interface Deps {
  board: Board;
  lanes: Lanes;
  loadTicketViews(tx: Tx, rows: FullTicket[]): Promise<Ticket[]>;
}

/** The contract lists these endpoints in its group `tickets`. */
const { kanban, setLane, clearLane } = endpoints.tickets;

export const kanbanRoutes = ({ board, lanes, loadTicketViews }: Deps) =>
  handle(
    'tickets',
    { kanban, setLane, clearLane },
    {
      kanban: async ({ actor, query }) =>
        presentBoard(await board.get(actor, parseBoardQuery(query), parseLanePage(query), loadTicketViews)),
      setLane: async ({ actor, params: { ticketId, tagId }, query }) => {
        await lanes.set(actor, ticketId, tagId, { greets: query.greeting !== 'false' });
        return { ticketId, tagId };
      },
      clearLane: async ({ actor, params }) => {
        await lanes.clear(actor, params.ticketId);
        return { message: 'Lane cleared' };
      },
    },
  );
