import type { Actor } from '@balcao/domain/policy/actor';
import { chooseTicket } from '@balcao/domain/ticket/choose-ticket';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import type { TicketCommands } from './ticket-commands.ts';
import { ticketLogStore } from './ticket-log.store.ts';
import { requireReadable } from './ticket-queries.ts';
import { ticketRecords } from './ticket-records.store.ts';
import { assignmentOf, newTicketState, startedByAgent, toState } from './ticket-state.ts';
import { cycleStore } from './cycles.store.ts';
import { ticketStore } from './tickets.store.ts';

type TicketContact = { id: number; isGroup: boolean };

/** Finds or opens the ticket of a message, in the caller's transaction. */
export function createTicketArrival({ clock }: { clock: Clock }, commands: TicketCommands) {
  /** The ticket of a customer's message. Concurrent messages of one contact get the same ticket. */
  async function findOrOpen(
    tx: Tx,
    contact: TicketContact,
    connection: FullConnection,
    asksConsent: boolean,
    /** The contact's live ticket, if the caller has locked it already. */
    live?: TicketRow,
  ): Promise<TicketRow> {
    let latest = live ?? (await ticketStore.lockLatest(tx, contact.id, connection.id));
    // While this transaction waited for the lock, the ticket may have been closed and another one opened.
    if (latest?.status === 'closed') latest = await ticketStore.lockLatest(tx, contact.id, connection.id);
    const choice = chooseTicket({
      latest: latest ? { id: latest.id, status: latest.status, updatedAt: latest.updatedAt } : null,
      isGroup: contact.isGroup,
      now: clock.now(),
      connection,
      asksConsent,
    });
    if (choice.into === 'same') return latest!;
    if (choice.into === 'reopened') return reopen(tx, latest!, contact.isGroup);
    const row = await ticketRecords.insertLive(tx, {
      contactId: contact.id,
      connectionId: connection.id,
      channel: connection.channel,
      ...newTicketState({ status: choice.status, isGroup: contact.isGroup, isBot: choice.isBot }),
    });
    // Another transaction opened the contact's ticket meanwhile: use that one.
    if (!row) return findOrOpen(tx, contact, connection, asksConsent);
    const type = choice.status === 'lgpd' ? 'lgpd' : 'create';
    await commands.recordOpened(tx, row, { type, userId: null, queueId: null });
    return row;
  }

  /** Without an agent, the customer who comes back gets the bot again. */
  async function reopen(tx: Tx, ticket: TicketRow, isGroup: boolean): Promise<TicketRow> {
    const isBot = ticket.userId === null && !isGroup;
    const next = await ticketStore.save(tx, ticket, { ...toState(ticket), status: 'pending', botTurns: 0, isBot });
    await ticketLogStore.append(tx, next.id, [{ type: 'reopen', userId: null, queueId: next.queueId }]);
    await cycleStore.update(tx, next, 'waiting');
    tx.emit({ type: 'ticket.changed', ticketId: next.id, from: assignmentOf(ticket), to: assignmentOf(next) });
    return next;
  }

  /** The ticket for a message that an agent sends to a contact: the live one, accepted if it waits, or a new one. */
  async function findOrOpenForForward(
    tx: Tx,
    actor: Actor,
    contact: TicketContact,
    connection: FullConnection,
    queueId: number | null,
  ): Promise<TicketRow> {
    const latest = await ticketStore.lockLatest(tx, contact.id, connection.id);
    if (latest && latest.status !== 'closed') {
      requireReadable(actor, latest);
      if (latest.status === 'pending')
        return commands.command(tx, latest, { type: 'accept', by: actor.userId, queueId: latest.queueId ?? queueId });
      return latest;
    }
    return commands.open(
      tx,
      { contactId: contact.id, connectionId: connection.id, channel: connection.channel },
      startedByAgent(contact.isGroup, actor.userId, queueId),
      'create',
      { isActiveDemand: true },
    );
  }

  /**
   * The ticket for a message that the product sends to a contact by itself: the live one as it is, or a new one for these.
   * Without an agent a new one waits in its queue, without the bot.
   */
  async function findOrOpenForSending(
    tx: Tx,
    contact: TicketContact,
    connection: FullConnection,
    { userId, queueId }: { userId: number | null; queueId: number | null },
  ): Promise<{ ticket: TicketRow; isNew: boolean }> {
    const latest = await ticketStore.lockLatest(tx, contact.id, connection.id);
    if (latest?.status === 'nps') await commands.closeUnrated(tx, latest.id);
    else if (latest && latest.status !== 'closed') return { ticket: latest, isNew: false };
    const { id: contactId, isGroup } = contact;
    const status = isGroup ? 'group' : userId === null ? 'pending' : 'open';
    const ticket = await commands.open(
      tx,
      { contactId, connectionId: connection.id, channel: connection.channel },
      newTicketState({ status, userId, queueId, isGroup }),
      'create',
      { isActiveDemand: true },
    );
    return { ticket, isNew: true };
  }

  /**
   * The tickets for messages that open no conversation, by contact: the live one, or one that no list shows and no agent
   * handles. Tickets are locked in the order of their ids.
   */
  async function findLiveOrUnlistedOf(
    tx: Tx,
    contacts: readonly TicketContact[],
    connection: FullConnection,
  ): Promise<Map<number, TicketRow>> {
    const contactIds = contacts.map(({ id }) => id);
    const latest = await ticketStore.lockLatestOf(tx, contactIds, connection.id);
    const live = latest.filter(({ status }) => status !== 'closed' && status !== 'nps');
    const byContact = new Map(live.map((ticket) => [ticket.contactId, ticket]));
    const others = contacts.filter(({ id }) => !byContact.has(id));
    if (others.length > 0)
      for (const ticket of await ticketStore.insertUnlisted(tx, others, connection, clock.now()))
        byContact.set(ticket.contactId, ticket);
    return byContact;
  }
  const findLiveOrUnlisted = async (tx: Tx, contact: TicketContact, connection: FullConnection): Promise<TicketRow> =>
    (await findLiveOrUnlistedOf(tx, [contact], connection)).get(contact.id)!;

  return { findOrOpen, findOrOpenForForward, findOrOpenForSending, findLiveOrUnlisted, findLiveOrUnlistedOf };
}
