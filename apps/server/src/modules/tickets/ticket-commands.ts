import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import { decide } from '@balcao/domain/ticket/machine';
import {
  closedBy,
  type ClosedBy,
  type LogEntry,
  type TicketCommand,
  type TicketEffect,
  type TicketFacts,
  type TicketState,
} from '@balcao/domain/ticket/ticket';
import { refuse, unwrap } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Settings } from '../settings/index.ts';
import { ticketLogStore } from './ticket-log.store.ts';
import { ticketRecords } from './ticket-records.store.ts';
import { assignmentOf, toState } from './ticket-state.ts';
import { ticketTrackingStore } from './ticket-tracking.store.ts';
import { ticketStore, type BotTurnUpdate } from './tickets.store.ts';

export interface TicketCommandDeps {
  clock: Clock;
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  /** Performs the effects of a decision in the same transaction, so the ticket and its messages change together. */
  perform(tx: Tx, ticket: TicketRow, effects: TicketEffect[]): Promise<void>;
}
type ConversationKey = Pick<TicketRow, 'contactId' | 'connectionId' | 'channel'>;
type ListPreview = Partial<Pick<TicketRow, 'lastMessage' | 'lastFromMe' | 'lastMessageAt' | 'isActiveDemand'>>;

/** Changes the state of a ticket in the caller's transaction; domain/ticket decides what is allowed. */
export function createTicketCommands({ clock, settings, connections, contacts, perform }: TicketCommandDeps) {
  async function loadFacts(tx: Tx, ticket: TicketRow): Promise<TicketFacts> {
    const set = await settings.all(tx);
    const isOn = (name: keyof typeof set) => set[name] === 'enabled' || set[name] === true;
    const connection = ticket.connectionId === null ? undefined : await connections.inTx.find(tx, ticket.connectionId);
    return {
      settings: {
        greetsOnAccept: isOn('sendGreetingAccepted'),
        sendsFarewellWhileWaiting: isOn('sendFarewellWaitingTicket'),
        announcesTransfer: isOn('sendMsgTransfTicket'),
        closesOnTransfer: isOn('closeTicketOnTransfer'),
        requiresTag: isOn('requiredTag'),
        asksRating: isOn('userRating'),
      },
      connection: connection
        ? {
            isConnected: connection.status === 'CONNECTED',
            groupAsTicket: connection.groupAsTicket,
            hasRatingText: connection.ratingMessage.trim() !== '',
          }
        : null,
      contactHasTags: await contacts.inTx.hasTags(tx, ticket.contactId),
      isRated: await ticketTrackingStore.isRated(tx, ticket.id),
    };
  }

  /** Decides, saves, logs, tracks, emits and performs the effects. Returns the ticket that continues the conversation. */
  async function command(tx: Tx, ticket: TicketRow, ticketCommand: TicketCommand): Promise<TicketRow> {
    const decision = unwrap(decide(toState(ticket), ticketCommand, await loadFacts(tx, ticket)));
    const next = await ticketStore.save(tx, ticket, decision.ticket);
    await ticketLogStore.append(tx, ticket.id, decision.log);
    await ticketTrackingStore.update(tx, next, decision.tracking, endedBy(ticketCommand));
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(next) });
    const current = decision.continuesAs
      ? await open(tx, ticket, decision.continuesAs, 'receivedTransfer', ticket)
      : next;
    if (decision.continuesAs) await endBot(tx, next);
    await perform(tx, current, decision.effects);
    return current;
  }

  /** Ends what the bot does in a ticket. */
  const endBot = (tx: Tx, ticket: TicketRow) => perform(tx, ticket, [{ type: 'end-bot' }]);

  /** Opens a ticket; `preview` is what the list shows until its first message. Refuses if a live ticket exists. */
  async function open(
    tx: Tx,
    { contactId, connectionId, channel }: ConversationKey,
    state: TicketState,
    type: 'create' | 'receivedTransfer',
    { lastMessage, lastFromMe, lastMessageAt, isActiveDemand }: ListPreview,
  ): Promise<TicketRow> {
    const row = await ticketRecords.insertLive(tx, {
      contactId,
      connectionId,
      channel,
      lastInboundAt: await ticketStore.lastInbound(tx, contactId, connectionId),
      lastMessage,
      lastFromMe,
      lastMessageAt,
      isActiveDemand,
      ...state,
    });
    if (!row) return refuse('ERR_TICKET_TRANSITION');
    await recordOpened(tx, row, { type, userId: state.userId, queueId: state.queueId });
    return row;
  }

  async function recordOpened(tx: Tx, ticket: TicketRow, entry: LogEntry): Promise<void> {
    await ticketLogStore.append(tx, ticket.id, [entry]);
    await ticketTrackingStore.start(tx, ticket);
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: null, to: assignmentOf(ticket) });
  }

  return {
    command,
    endBot,
    open,
    recordOpened,
    /** Saves several tickets after the bot's turn, with their log entries. The caller holds their locks. */
    async applyBotTurns(
      tx: Tx,
      updates: (BotTurnUpdate & { from: TicketAssignment; logEntries: LogEntry[] })[],
    ): Promise<void> {
      if (updates.length === 0) return;
      await ticketStore.applyBotTurns(tx, updates);
      await ticketTrackingStore.updateAfterBotTurns(tx, updates);
      await ticketLogStore.appendMany(
        tx,
        updates.flatMap(({ ticket, logEntries }) => logEntries.map((entry) => ({ ...entry, ticketId: ticket.id }))),
      );
      for (const { ticket, from, logEntries } of updates) {
        const to = assignmentOf(ticket);
        const hasMoved = from.status !== to.status || from.userId !== to.userId || from.queueId !== to.queueId;
        // New log entries are published too: an open conversation shows the reason.
        if (hasMoved || logEntries.length > 0) tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from, to });
      }
    },
    async rate(tx: Tx, { id }: TicketRow, rating: number) {
      await ticketTrackingStore.setRated(tx, id, clock.now());
      return ticketRecords.set(tx, id, { rating });
    },
    /** Returns the tickets of a removed user to their queues. */
    async returnTickets(tx: Tx, userId: number) {
      for (const ticket of await ticketStore.lockOf(tx, userId)) await command(tx, ticket, { type: 'return' });
    },
    /** Closes a ticket that still waits for a rating, because its conversation continues in another ticket. */
    async closeUnrated(tx: Tx, ticketId: number): Promise<void> {
      const unrated = await ticketStore.lock(tx, ticketId);
      if (unrated?.status === 'nps') await command(tx, unrated, { type: 'close', by: 'bot', farewell: false });
    },
  };
}
/** Who ended the service; an ignored or transferred ticket was ended by a user. */
const endedBy = (command: TicketCommand): ClosedBy => (command.type === 'close' ? closedBy(command.by) : 'user');
export type TicketCommands = ReturnType<typeof createTicketCommands>;
