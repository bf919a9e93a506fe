/** The board as a value, and how what the server tells changes it: pure, one pass however much was told. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { isOnBoard, type Viewer } from '@balcao/domain/ticket/visibility';
import type { TicketNews } from '../tickets/tickets.news.ts';

export interface BoardView {
  /** Days as the wire writes them, both included; null is without end. */
  from: string | null;
  to: string | null;
}
export interface Lane {
  /** Null is where those without a lane stand. */
  laneId: number | null;
  tickets: readonly Ticket[];
  count: number;
  /** Where the rest begins; null when this is all. */
  next: string | null;
}
export interface Board {
  lanes: readonly Lane[];
}
export interface Looking {
  viewer: Viewer;
  view: BoardView;
  /** The day of a moment in the company's calendar, as the wire writes it. */
  dayOf(moment: string): string;
}

export const laneOf = (ticket: Pick<Ticket, 'tags'>): number | null => ticket.tags[0]?.id ?? null;
/** Newest first, as the server brings them. */
export const isBefore = (one: Ticket, other: Ticket): boolean =>
  one.updatedAt === other.updatedAt ? one.id > other.id : one.updatedAt > other.updatedAt;

/** Tickets of the wire, each into its lane; one whose lane is not on the board stands without. */
export function boardOf(
  tickets: readonly Ticket[],
  lanes: readonly { laneId: number | null; count: number; next: string | null }[],
): Board {
  const known = new Set(lanes.map(({ laneId }) => laneId));
  const placed = Map.groupBy(tickets, (ticket) => (known.has(laneOf(ticket)) ? laneOf(ticket) : null));
  return { lanes: lanes.map((lane) => ({ ...lane, tickets: placed.get(lane.laneId) ?? [] })) };
}

/** The board after the news; the very same object when none of it concerns it. */
export const withNews = (board: Board, news: readonly TicketNews[], looking: Looking): Board =>
  news.reduce((now, one) => {
    switch (one.is) {
      case 'told':
        return placed(now, one.ticket, looking);
      case 'gone':
        return without(now, one.ticketId);
      case 'read':
        return changed(now, (ticket) =>
          ticket.id === one.ticketId && ticket.unreadMessages > 0 ? { ...ticket, unreadMessages: 0 } : ticket,
        );
      case 'contact':
        return changed(now, (ticket) =>
          ticket.contact.id === one.contact.id ? { ...ticket, contact: likeBefore(ticket, one.contact) } : ticket,
        );
    }
  }, board);

/** Where a card stands now, if it is on the board. */
export const findCard = (board: Board, ticketId: number): Ticket | undefined =>
  board.lanes.flatMap(({ tickets }) => tickets).find(({ id }) => id === ticketId);

function placed(board: Board, ticket: Ticket, { viewer, view, dayOf }: Looking): Board {
  const before = findCard(board, ticket.id);
  // An answer that was fetched meanwhile may know more than an event that was on its way.
  if (before && before.updatedAt > ticket.updatedAt) return board;
  const day = dayOf(ticket.createdAt);
  const belongs =
    isOnBoard(viewer, [], { ...ticket, connectionId: ticket.whatsappId }) &&
    (view.from === null || day >= view.from) &&
    (view.to === null || day <= view.to);
  const rest = before ? without(board, ticket.id) : board;
  if (!belongs) return rest;
  const wanted = board.lanes.some(({ laneId }) => laneId === laneOf(ticket)) ? laneOf(ticket) : null;
  return { lanes: rest.lanes.map((lane) => (lane.laneId === wanted ? withCard(lane, ticket, !before) : lane)) };
}

function withCard(lane: Lane, ticket: Ticket, isNew: boolean): Lane {
  // Of a lane that goes on below, one that was not on screen was counted already.
  const count = isNew && lane.next !== null ? lane.count : lane.count + 1;
  const at = lane.tickets.findIndex((other) => isBefore(ticket, other));
  // What would stand below the last loaded card comes with the rest.
  if (at < 0 && lane.next !== null) return { ...lane, count };
  return { ...lane, count, tickets: lane.tickets.toSpliced(at < 0 ? lane.tickets.length : at, 0, ticket) };
}

function without(board: Board, ticketId: number): Board {
  const isThere = (lane: Lane) => lane.tickets.some(({ id }) => id === ticketId);
  if (!board.lanes.some(isThere)) return board;
  return {
    lanes: board.lanes.map((lane) =>
      isThere(lane)
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

/** A contact told whole, as a ticket carries it. */
function likeBefore(ticket: Ticket, told: Ticket['contact']): Ticket['contact'] {
  const keys = Object.keys(ticket.contact) as (keyof Ticket['contact'])[];
  return Object.fromEntries(keys.map((key) => [key, told[key]])) as unknown as Ticket['contact'];
}
