/** Applies socket updates to a ticket list, as a pure function in one pass. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Payload } from '@balcao/contract/events/topics';
import { isListed, type Viewer, type TicketListView } from '@balcao/domain/ticket/scope';
import type { Ticket } from './tickets.api.ts';

export interface ListView extends TicketListView {
  search: string;
  oldestFirst: boolean;
  tagIds: readonly number[];
  userIds: readonly number[];
  connectionIds: readonly number[];
  statuses: readonly Ticket['status'][];
}

export interface TicketList {
  tickets: readonly Ticket[];
  count: number;
  /** False: `count` is a lower bound. */
  isCountExact?: boolean | undefined;
  hasMore: boolean;
}

/** The part of an event that matters to a ticket list. */
export type TicketUpdate =
  | { type: 'changed'; ticket: Ticket }
  | { type: 'gone'; ticketId: number }
  | { type: 'read'; ticketId: number }
  | { type: 'delivery'; message: DeliveredMessage }
  | { type: 'contact'; contact: Extract<Payload<'contact'>, { contact: unknown }>['contact'] };

type DeliveredMessage = Pick<Message, 'id' | 'ticketId' | 'ack' | 'delivery'>;
type TicketContact = Ticket['contact'];

/** The list after the updates; the same object if nothing changed. */
export function applyUpdates(
  list: TicketList,
  updates: readonly TicketUpdate[],
  view: ListView,
  viewer: Viewer,
): TicketList {
  const existing = new Map(list.tickets.map((ticket) => [ticket.id, ticket]));
  const touched = latestByTicket(updates, existing);
  if (touched.size === 0) return list;

  const arriving: Ticket[] = [];
  const staying = new Map<number, Ticket>();
  let removedCount = 0;
  for (const [id, ticket] of touched) {
    const before = existing.get(id);
    const stays = ticket !== null && belongs(ticket, view, viewer);
    if (!stays) removedCount += before ? 1 : 0;
    // A search keeps the order of its reply, and only the server knows what else it would find.
    else if (before && (view.tab === 'search' || before.updatedAt === ticket.updatedAt)) staying.set(id, ticket);
    else if (view.tab !== 'search') arriving.push(ticket);
  }
  if (removedCount === 0 && arriving.length === 0 && staying.size === 0) return list;

  const inserted = arriving.filter((ticket) => isInLoadedRange(ticket, list, view));
  const remaining = list.tickets.flatMap((ticket) => {
    if (touched.has(ticket.id)) return staying.get(ticket.id) ?? [];
    return isReplaced(ticket, inserted, view) ? [] : ticket;
  });
  const replaced = list.tickets.filter(
    (ticket) => !touched.has(ticket.id) && isReplaced(ticket, inserted, view),
  ).length;
  const addedCount = arriving.filter((ticket) => !existing.has(ticket.id)).length;
  return {
    ...list,
    tickets: merged(remaining, inserted, view),
    count: Math.max(0, list.count + addedCount - removedCount - replaced),
  };
}

/** The state of each updated ticket after all updates; null is gone. */
function latestByTicket(
  updates: readonly TicketUpdate[],
  existing: ReadonlyMap<number, Ticket>,
): ReadonlyMap<number, Ticket | null> {
  const touched = new Map<number, Ticket | null>();
  const contacts = new Map<number, TicketContact>();
  const current = (id: number) => (touched.has(id) ? touched.get(id) : existing.get(id));
  for (const update of updates) {
    if (update.type === 'gone') {
      touched.set(update.ticketId, null);
    } else if (update.type === 'read') {
      const ticket = current(update.ticketId);
      if (ticket && ticket.unreadMessages > 0) touched.set(ticket.id, { ...ticket, unreadMessages: 0 });
    } else if (update.type === 'delivery') {
      const ticket = current(update.message.ticketId);
      const next = ticket && withDelivery(ticket, update.message);
      if (next && next !== ticket) touched.set(next.id, next);
    } else if (update.type === 'changed') {
      const before = existing.get(update.ticket.id);
      // A reply fetched meanwhile may be newer than an event that was under way.
      if (!before || before.updatedAt <= update.ticket.updatedAt) touched.set(update.ticket.id, update.ticket);
    } else {
      contacts.set(update.contact.id, update.contact);
    }
  }
  if (contacts.size > 0) {
    for (const id of new Set([...existing.keys(), ...touched.keys()])) {
      const ticket = current(id);
      const contact = ticket && contacts.get(ticket.contact.id);
      if (contact) touched.set(id, withContact(ticket, contact));
    }
  }
  return touched;
}

/** Whether the ticket belongs to the list: the domain's rule and the filters. */
export const belongs = (ticket: Ticket, view: ListView, viewer: Viewer): boolean =>
  isListed(viewer, view, { ...ticket, connectionId: ticket.whatsappId }) &&
  (view.queueIds.length === 0 || ticket.queueId === null || view.queueIds.includes(ticket.queueId)) &&
  (view.tagIds.length === 0 || ticket.contact.tags.some((tag) => view.tagIds.includes(tag.id))) &&
  (view.userIds.length === 0 || (ticket.userId !== null && view.userIds.includes(ticket.userId))) &&
  (view.connectionIds.length === 0 || (ticket.whatsappId !== null && view.connectionIds.includes(ticket.whatsappId))) &&
  (view.statuses.length === 0 || view.statuses.includes(ticket.status));

/** A ticket beyond the last loaded row comes with its page. */
const isInLoadedRange = (ticket: Ticket, { tickets, hasMore }: TicketList, view: ListView): boolean => {
  const last = tickets.at(-1);
  return !hasMore || !last || order(view)(ticket, last) < 0;
};

/** Closed tickets of one conversation: only the newest is listed. */
const isReplaced = (ticket: Ticket, inserted: readonly Ticket[], view: ListView): boolean =>
  view.tab === 'closed' &&
  inserted.some(
    (newer) => newer.id > ticket.id && newer.contactId === ticket.contactId && newer.whatsappId === ticket.whatsappId,
  );

const order =
  ({ oldestFirst }: Pick<ListView, 'oldestFirst'>) =>
  (a: Ticket, b: Ticket): number => {
    const newer = a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1;
    return oldestFirst ? -newer : newer;
  };

function merged(remaining: readonly Ticket[], inserted: readonly Ticket[], view: ListView): Ticket[] {
  const before = order(view);
  const toInsert = [...inserted].sort(before);
  const all: Ticket[] = [];
  for (const ticket of remaining) {
    while (toInsert[0] && before(toInsert[0], ticket) < 0) all.push(toInsert.shift()!);
    all.push(ticket);
  }
  return [...all, ...toInsert];
}

/** The contact's fields that a ticket carries. */
const withContact = (ticket: Ticket, newContact: TicketContact): Ticket => {
  const contact = Object.fromEntries(
    Object.keys(ticket.contact).map((key) => [key, newContact[key as keyof TicketContact]]),
  );
  return { ...ticket, contact: contact as TicketContact };
};

/** The ticket with the delivery of its last message; the same object if the message is not its last one. */
export function withDelivery(ticket: Ticket, { id, ack, delivery }: DeliveredMessage): Ticket {
  const last = ticket.lastDelivery;
  if (last?.messageId !== id || (last.ack === ack && last.delivery === delivery)) return ticket;
  // A reply fetched meanwhile may be newer than an event that was under way; only a new attempt starts again.
  if (ack < last.ack && delivery !== 'queued') return ticket;
  return { ...ticket, lastDelivery: { messageId: id, ack, delivery } };
}
