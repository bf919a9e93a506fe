/** The board as a value and the pure function that applies updates to it in one pass. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { isOnBoard, type Viewer } from '@balcao/domain/ticket/scope';
import { withDelivery, type TicketUpdate } from '../tickets/tickets.updates.ts';

export interface BoardView {
  /** Days as the API writes them, both inclusive; null is unbounded. */
  from: string | null;
  to: string | null;
}
export interface Lane {
  /** Null is the column without a lane. */
  laneId: number | null;
  tickets: readonly Ticket[];
  count: number;
  /** Cursor of the next page; null when all cards are loaded. */
  next: string | null;
}
export interface Board {
  lanes: readonly Lane[];
}
export interface BoardContext {
  viewer: Viewer;
  view: BoardView;
  /** The day of a time in the company's time zone, as the API writes it. */
  dayOf(date: string): string;
}

export const laneOf = (ticket: Pick<Ticket, 'tags'>): number | null => ticket.tags[0]?.id ?? null;
/** Newest first, like the server. */
export const isBefore = (a: Ticket, b: Ticket): boolean =>
  a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt;

/** Puts tickets into their lanes; a ticket whose lane is not on the board goes into the column without a lane. */
export function boardOf(
  tickets: readonly Ticket[],
  lanes: readonly { laneId: number | null; count: number; next: string | null }[],
): Board {
  const laneIds = new Set(lanes.map(({ laneId }) => laneId));
  const ticketsByLane = Map.groupBy(tickets, (ticket) => (laneIds.has(laneOf(ticket)) ? laneOf(ticket) : null));
  return { lanes: lanes.map((lane) => ({ ...lane, tickets: ticketsByLane.get(lane.laneId) ?? [] })) };
}

/** The board after the updates; the same object if nothing changed. */
export const applyBoardUpdates = (board: Board, updates: readonly TicketUpdate[], context: BoardContext): Board =>
  updates.reduce((now, update) => {
    switch (update.type) {
      case 'changed':
        return withTicket(now, update.ticket, context);
      case 'gone':
        return without(now, update.ticketId);
      case 'read':
        return changed(now, (ticket) =>
          ticket.id === update.ticketId && ticket.unreadMessages > 0 ? { ...ticket, unreadMessages: 0 } : ticket,
        );
      case 'delivery':
        return changed(now, (ticket) => withDelivery(ticket, update.message));
      case 'contact':
        return changed(now, (ticket) =>
          ticket.contact.id === update.contact.id
            ? { ...ticket, contact: pickContactFields(ticket, update.contact) }
            : ticket,
        );
    }
  }, board);

/** The card of a ticket, if it is on the board. */
export const findCard = (board: Board, ticketId: number): Ticket | undefined =>
  board.lanes.flatMap(({ tickets }) => tickets).find(({ id }) => id === ticketId);

function withTicket(board: Board, ticket: Ticket, { viewer, view, dayOf }: BoardContext): Board {
  const before = findCard(board, ticket.id);
  // A reply fetched meanwhile may be newer than an event that was under way.
  if (before && before.updatedAt > ticket.updatedAt) return board;
  const day = dayOf(ticket.createdAt);
  const belongs =
    isOnBoard(viewer, [], { ...ticket, connectionId: ticket.whatsappId }) &&
    (view.from === null || day >= view.from) &&
    (view.to === null || day <= view.to);
  const remaining = before ? without(board, ticket.id) : board;
  if (!belongs) return remaining;
  const targetLaneId = board.lanes.some(({ laneId }) => laneId === laneOf(ticket)) ? laneOf(ticket) : null;
  return {
    lanes: remaining.lanes.map((lane) => (lane.laneId === targetLaneId ? withCard(lane, ticket, !before) : lane)),
  };
}

function withCard(lane: Lane, ticket: Ticket, isNew: boolean): Lane {
  // In a lane with more pages, a card that was not loaded is already counted.
  const count = isNew && lane.next !== null ? lane.count : lane.count + 1;
  const at = lane.tickets.findIndex((other) => isBefore(ticket, other));
  // A card below the last loaded one comes with its page.
  if (at < 0 && lane.next !== null) return { ...lane, count };
  return { ...lane, count, tickets: lane.tickets.toSpliced(at < 0 ? lane.tickets.length : at, 0, ticket) };
}

function without(board: Board, ticketId: number): Board {
  const hasTicket = (lane: Lane) => lane.tickets.some(({ id }) => id === ticketId);
  if (!board.lanes.some(hasTicket)) return board;
  return {
    lanes: board.lanes.map((lane) =>
      hasTicket(lane)
        ? { ...lane, count: lane.count - 1, tickets: lane.tickets.filter(({ id }) => id !== ticketId) }
        : lane,
    ),
  };
}

function changed(board: Board, change: (ticket: Ticket) => Ticket): Board {
  let isSame = true;
  const lanes = board.lanes.map((lane) => {
    const tickets = lane.tickets.map(change);
    if (tickets.every((ticket, at) => ticket === lane.tickets[at])) return lane;
    isSame = false;
    return { ...lane, tickets };
  });
  return isSame ? board : { lanes };
}

/** The contact's fields that a ticket carries. */
function pickContactFields(ticket: Ticket, contact: Ticket['contact']): Ticket['contact'] {
  const keys = Object.keys(ticket.contact) as (keyof Ticket['contact'])[];
  return Object.fromEntries(keys.map((key) => [key, contact[key]])) as unknown as Ticket['contact'];
}
