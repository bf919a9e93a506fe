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
import { ticketFactStore } from './ticket-facts.store.ts';
import { ticketLogStore } from './ticket-log.store.ts';
import { ticketRecords } from './ticket-records.store.ts';
import { assignmentOf, toState } from './ticket-state.ts';
import { cycleStore } from './cycles.store.ts';
import { ticketStore, type BotTurnUpdate } from './tickets.store.ts';

export interface TicketCommandDeps {
  clock: Clock;
  /** Performs the effects of a decision in the same transaction, so the ticket and its messages change together. */
  perform(tx: Tx, ticket: TicketRow, effects: TicketEffect[]): Promise<void>;
}
type ConversationKey = Pick<TicketRow, 'contactId' | 'connectionId' | 'channel'>;
type ListPreview = Partial<Pick<TicketRow, 'lastMessage' | 'lastFromMe' | 'lastMessageAt' | 'isActiveDemand'>>;

/** Changes the state of a ticket in the caller's transaction; domain/ticket decides what is allowed. */
export function createTicketCommands({ clock, perform }: TicketCommandDeps) {
  /**
   * Decides, saves, logs, tracks, emits and performs the effects. Returns the ticket that continues the conversation.
   * `loadedFacts`: from callers that read them together with the lock.
   */
  async function command(
    tx: Tx,
    ticket: TicketRow,
    ticketCommand: TicketCommand,
    loadedFacts?: TicketFacts,
  ): Promise<TicketRow> {
    const facts = loadedFacts ?? (await ticketFactStore.of(tx, ticket.id))!;
    const decision = unwrap(decide(toState(ticket), ticketCommand, facts));
    // A closed ticket has no unread messages.
    const decided = { ...ticket, ...decision.ticket, ...(decision.ticket.status === 'closed' && { unread: 0 }) };
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(decided) });
    const isSilent = !decision.continuesAs && decision.effects.every(({ type }) => silentEffects.has(type));
    // Sent together, in this order: the periods of the cycle follow the saved state.
    const [next] = await Promise.all([
      ticketStore.save(tx, ticket, decision.ticket),
      ticketLogStore.append(tx, ticket.id, decision.log),
      cycleStore.update(tx, decided, decision.cycle, endedBy(ticketCommand)),
      isSilent ? perform(tx, decided, decision.effects) : undefined,
    ]);
    if (isSilent) return next;
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
    await cycleStore.start(tx, ticket);
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
      await cycleStore.updateAfterBotTurns(tx, updates);
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
      await cycleStore.setRated(tx, id, clock.now());
      return ticketRecords.set(tx, id, { rating });
    },
    /** Returns open tickets of a removed user to their queues, oldest first, at most `limit`; returns how many. */
    async returnTickets(tx: Tx, userId: number, limit: number): Promise<number> {
      const tickets = await ticketStore.lockOf(tx, userId, limit);
      for (const ticket of tickets) await command(tx, ticket, { type: 'return' });
      return tickets.length;
    },
    /** Closes a ticket that still waits for a rating, because its conversation continues in another ticket. */
    async closeUnrated(tx: Tx, ticketId: number): Promise<void> {
      const unrated = await ticketStore.lock(tx, ticketId);
      if (unrated?.status === 'nps') await command(tx, unrated, { type: 'close', by: 'bot', farewell: false });
    },
  };
}
/** Effects that send nothing, and so do not read the saved ticket. */
const silentEffects: ReadonlySet<TicketEffect['type']> = new Set(['mark-read', 'end-bot']);
/** Who ended the cycle; an ignored or transferred ticket was ended by a user. */
const endedBy = (command: TicketCommand): ClosedBy => (command.type === 'close' ? closedBy(command.by) : 'user');
export type TicketCommands = ReturnType<typeof createTicketCommands>;
