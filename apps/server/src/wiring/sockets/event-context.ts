import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { LoggedEvent } from '../../infrastructure/events/event-log.store.ts';
import { loadMessageViews, maskingRules } from '../../modules/messages/index.ts';
import { assignmentOf, loadTicketViews } from '../../modules/tickets/index.ts';
import type { Modules } from '../modules.ts';

/** The tickets and messages of a batch of events in their current state, which is at least as new as the events. */
export interface EventContext {
  tickets: ReadonlyMap<number, Ticket>;
  messages: ReadonlyMap<number, Message>;
  /** Current assignments: a current state is published to the users who may read it now. */
  assignments: ReadonlyMap<number, TicketAssignment>;
}

/** Loads the rows that a batch of events refers to, in one transaction. */
export function createContextLoader({
  settings,
  connections,
  contacts,
  tickets,
  messages,
  db,
  signFile: sign,
}: Modules) {
  const ticketViews = loadTicketViews({ contacts, connections, sign });
  const messageViews = loadMessageViews({ settings, sign });

  return async (companyId: number, events: LoggedEvent[]): Promise<EventContext> => {
    const viewIds = new Set<number>();
    const ticketIds = new Set<number>();
    const messageIds = new Set<number>();
    for (const { event } of events) {
      if (event.type === 'ticket.changed' || event.type === 'message.stored') viewIds.add(event.ticketId);
      if (event.type === 'message.stored' || event.type === 'message.changed') messageIds.add(event.messageId);
      if (event.type === 'ticket.changed' || event.type === 'message.stored' || event.type === 'message.changed')
        ticketIds.add(event.ticketId);
    }
    if (ticketIds.size === 0) return { tickets: new Map(), messages: new Map(), assignments: new Map() };
    return db.readCompany(companyId, async (tx) => {
      const ticketRows = await tickets.inTx.load(tx, [...ticketIds]);
      const viewRows = ticketRows.filter(({ id }) => viewIds.has(id));
      const messageRows = await messages.inTx.load(tx, [...messageIds]);
      const hidden = await maskingRules(tx, settings);
      return {
        tickets: byId(viewRows.length === 0 ? [] : await ticketViews(tx, viewRows, hidden.hidesNumbers)),
        messages: byId(await messageViews(tx, messageRows, hidden)),
        assignments: new Map(ticketRows.map((ticket) => [ticket.id, assignmentOf(ticket)])),
      };
    });
  };
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
