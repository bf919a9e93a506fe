/** How a list of tickets changes by what the server tells, as a pure function: one pass, however much was told. */
import type { Told } from '@balcao/contract/events/topics';
import { isListed, type Viewer, type View } from '@balcao/domain/ticket/visibility';
import type { Ticket } from './tickets.api.ts';

export interface ListView extends View {
  search: string;
  oldestFirst: boolean;
  tagIds: readonly number[];
  userIds: readonly number[];
  connectionIds: readonly number[];
  statuses: readonly Ticket['status'][];
}

export interface Listed {
  tickets: readonly Ticket[];
  count: number;
  hasMore: boolean;
}

/** What of an event matters to a list of tickets. */
export type TicketNews =
  | { is: 'told'; ticket: Ticket }
  | { is: 'gone'; ticketId: number }
  | { is: 'read'; ticketId: number }
  | { is: 'contact'; contact: Extract<Told<'contact'>, { contact: unknown }>['contact'] };

type Person = Ticket['contact'];

/** The list after the news; the very same object when none of it concerns this list. */
export function withNews(list: Listed, news: readonly TicketNews[], view: ListView, viewer: Viewer): Listed {
  const known = new Map(list.tickets.map((ticket) => [ticket.id, ticket]));
  const touched = lastWord(news, known);
  if (touched.size === 0) return list;

  const arriving: Ticket[] = [];
  const staying = new Map<number, Ticket>();
  let left = 0;
  for (const [id, ticket] of touched) {
    const before = known.get(id);
    const stays = ticket !== null && belongs(ticket, view, viewer);
    if (!stays) left += before ? 1 : 0;
    // A search keeps the order of its answer, and only the server knows what else it would find.
    else if (before && (view.tab === 'search' || before.updatedAt === ticket.updatedAt)) staying.set(id, ticket);
    else if (view.tab !== 'search') arriving.push(ticket);
  }
  if (left === 0 && arriving.length === 0 && staying.size === 0) return list;

  const placed = arriving.filter((ticket) => isWithin(ticket, list, view));
  const kept = list.tickets.flatMap((ticket) => {
    if (touched.has(ticket.id)) return staying.get(ticket.id) ?? [];
    return isReplaced(ticket, placed, view) ? [] : ticket;
  });
  const replaced = list.tickets.filter((ticket) => !touched.has(ticket.id) && isReplaced(ticket, placed, view)).length;
  const came = arriving.filter((ticket) => !known.has(ticket.id)).length;
  return { ...list, tickets: merged(kept, placed, view), count: Math.max(0, list.count + came - left - replaced) };
}

/** What stands of each ticket that the news speaks of, after all of it; null is gone. */
function lastWord(news: readonly TicketNews[], known: ReadonlyMap<number, Ticket>): ReadonlyMap<number, Ticket | null> {
  const touched = new Map<number, Ticket | null>();
  const contacts = new Map<number, Person>();
  const current = (id: number) => (touched.has(id) ? touched.get(id) : known.get(id));
  for (const one of news) {
    if (one.is === 'gone') {
      touched.set(one.ticketId, null);
    } else if (one.is === 'read') {
      const ticket = current(one.ticketId);
      if (ticket && ticket.unreadMessages > 0) touched.set(ticket.id, { ...ticket, unreadMessages: 0 });
    } else if (one.is === 'told') {
      const before = known.get(one.ticket.id);
      // An answer that was fetched meanwhile may know more than an event that was on its way.
      if (!before || before.updatedAt <= one.ticket.updatedAt) touched.set(one.ticket.id, one.ticket);
    } else {
      contacts.set(one.contact.id, one.contact);
    }
  }
  if (contacts.size > 0) {
    for (const id of new Set([...known.keys(), ...touched.keys()])) {
      const ticket = current(id);
      const contact = ticket && contacts.get(ticket.contact.id);
      if (contact) touched.set(id, withContact(ticket, contact));
    }
  }
  return touched;
}

/** Does this ticket stand in this list? The domain's rule, and what the filters ask for besides. */
export const belongs = (ticket: Ticket, view: ListView, viewer: Viewer): boolean =>
  isListed(viewer, view, { ...ticket, connectionId: ticket.whatsappId }) &&
  (view.queueIds.length === 0 || ticket.queueId === null || view.queueIds.includes(ticket.queueId)) &&
  (view.tagIds.length === 0 || ticket.contact.tags.some((tag) => view.tagIds.includes(tag.id))) &&
  (view.userIds.length === 0 || (ticket.userId !== null && view.userIds.includes(ticket.userId))) &&
  (view.connectionIds.length === 0 || (ticket.whatsappId !== null && view.connectionIds.includes(ticket.whatsappId))) &&
  (view.statuses.length === 0 || view.statuses.includes(ticket.status));

/** What would stand beyond the last loaded row comes with its own page. */
const isWithin = (ticket: Ticket, { tickets, hasMore }: Listed, view: ListView): boolean => {
  const last = tickets.at(-1);
  return !hasMore || !last || order(view)(ticket, last) < 0;
};

/** Of the closed tickets of one conversation only the newest stands in the list. */
const isReplaced = (ticket: Ticket, placed: readonly Ticket[], view: ListView): boolean =>
  view.tab === 'closed' &&
  placed.some(
    (newer) => newer.id > ticket.id && newer.contactId === ticket.contactId && newer.whatsappId === ticket.whatsappId,
  );

const order =
  ({ oldestFirst }: Pick<ListView, 'oldestFirst'>) =>
  (one: Ticket, other: Ticket): number => {
    const newer = one.updatedAt === other.updatedAt ? other.id - one.id : one.updatedAt < other.updatedAt ? 1 : -1;
    return oldestFirst ? -newer : newer;
  };

function merged(kept: readonly Ticket[], placed: readonly Ticket[], view: ListView): Ticket[] {
  const before = order(view);
  const coming = [...placed].sort(before);
  const all: Ticket[] = [];
  for (const ticket of kept) {
    while (coming[0] && before(coming[0], ticket) < 0) all.push(coming.shift()!);
    all.push(ticket);
  }
  return [...all, ...coming];
}

/** A contact told whole, as a ticket carries it. */
const withContact = (ticket: Ticket, told: Person): Ticket => {
  const contact = Object.fromEntries(Object.keys(ticket.contact).map((key) => [key, told[key as keyof Person]]));
  return { ...ticket, contact: contact as Person };
};
