import { ticketMessageStore } from './ticket-messages.store.ts';
import type { Actor } from '@balcao/domain/policy/actor';
import { isAttended } from '@balcao/domain/ticket/ticket';
import { AppError, assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import type { Removals } from '../removals/index.ts';
import { assignmentStore } from './assignment.store.ts';
import { importedTicketStore } from './imported-tickets.store.ts';
import { createTicketArrival } from './ticket-arrival.ts';
import { createTicketCommands, type TicketCommandDeps } from './ticket-commands.ts';
import { ticketLogStore } from './ticket-log.store.ts';
import { createTicketReplies, type TicketReplyDeps } from './ticket-replies.ts';
import { createTicketQueries, requireReadable, type LoadView, type TicketQueryDeps } from './ticket-queries.ts';
import { ticketRecords } from './ticket-records.store.ts';
import { assignmentOf, startedByAgent } from './ticket-state.ts';
import { createTargetChecks, createTicketUpdate, type TicketUpdateDeps } from './ticket-update.ts';
import { ticketStore } from './tickets.store.ts';
import { presentConflict, type LegacyTicketUpdate } from './tickets.wire.ts';

export type TicketDeps = TicketCommandDeps &
  TicketQueryDeps &
  TicketUpdateDeps &
  TicketReplyDeps & { connections: Connections; removals: Removals };
interface NewTicketRequest {
  contactId: number;
  queueId: number | null;
  connectionId: number | null;
  userId: number | null;
}
/** An agent's access to a conversation is logged once in this time. */
const ACCESS_LOG_MINUTES = 5;
/** Tickets closed per transaction. */
const CLOSE_BATCH_SIZE = 100;

/** Tickets: opened by messages and agents, changed by commands, listed within the actor's scope. */
export function createTickets(deps: TicketDeps) {
  const { db, connections, contacts, connectionOfUser, perform, removals } = deps;
  const commands = createTicketCommands(deps);
  const arrival = createTicketArrival(deps, commands);
  const queries = createTicketQueries(deps);
  const { applyUpdate } = createTicketUpdate(deps, commands, queries);
  const { requireQueue, requireUser } = createTargetChecks(deps);

  /** Marking as read sends receipts, so without a connected connection the messages stay unread. */
  const isConnected = async (tx: Tx, { connectionId }: TicketRow) =>
    connectionId !== null && (await connections.inTx.find(tx, connectionId))?.status === 'CONNECTED';

  /** The requested connection; otherwise the first usable one, preferring the agent's own and then the contact's. */
  async function connectionFor(tx: Tx, actor: Actor, requested: number | null, ofContact: number | null) {
    if (requested !== null) return assertFound(await connections.inTx.find(tx, requested), 'ERR_NO_WAPP_FOUND');
    const preferred = (await connectionOfUser(tx, actor.userId)) ?? ofContact;
    return assertFound(await connections.inTx.usable(tx, preferred), 'ERR_NO_DEF_WAPP_FOUND');
  }

  return {
    list: queries.list,
    counts: queries.counts,
    markChanged: queries.markChanged,
    dropCountedTickets: queries.dropCountedTickets,
    get: queries.get,
    getByUuid: queries.getByUuid,
    show: queries.show,
    log: queries.log,
    requireReadable,
    inTx: {
      ...queries.inTx,
      ...arrival,
      command: commands.command,
      applyBotTurns: commands.applyBotTurns,
      rate: commands.rate,
      returnTickets: commands.returnTickets,
      touch: createTicketReplies(deps).touch,
      touchMany: ticketMessageStore.touchMany,
      detachIntegration: assignmentStore.detachIntegration,
      lock: ticketStore.lock,
      lockLive: ticketStore.lockLive,
      set: ticketRecords.set,
      countWaiting: ticketStore.countWaiting,
      /** When the contact last wrote on this connection, in any ticket. */
      lastInbound: (tx: Tx, { contactId, connectionId }: Pick<TicketRow, 'contactId' | 'connectionId'>) =>
        ticketStore.lastInbound(tx, contactId, connectionId),
      lastInboundOf: ticketStore.lastInboundOf,
      /** Adds entries that are not part of a command. */
      appendLog: ticketLogStore.append,
      /** Imported conversations are opened, filled and closed without events. */
      forImport: importedTicketStore.findOrInsert,
      fillImported: importedTicketStore.addMessages,
      closeImported: importedTicketStore.close,
      /** Only for sandbox connections. */
      age: ticketStore.age,
    },

    /** An agent opened the conversation: logs the access and, if an agent handles the ticket, marks it as read. */
    markSeen: <View>(actor: Actor, id: number, loadView: LoadView<View>) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = requireReadable(actor, await ticketStore.lock(tx, id));
        if (!(await ticketLogStore.accessedRecently(tx, id, actor.userId, ACCESS_LOG_MINUTES))) {
          await ticketLogStore.append(tx, id, [{ type: 'access', userId: actor.userId, queueId: ticket.queueId }]);
        }
        if (ticket.unread > 0 && isAttended(ticket) && (await isConnected(tx, ticket)))
          await perform(tx, ticket, [{ type: 'mark-read' }]);
        return queries.inTx.view(tx, ticket, loadView);
      }),

    /** An agent starts a conversation. A contact has one open ticket across all connections. */
    create: (actor: Actor, request: NewTicketRequest) =>
      db.inCompany(actor.companyId, async (tx) => {
        // Locked, so that the second of two concurrent requests finds the ticket of the first.
        const contact = assertFound(await contacts.inTx.lock(tx, request.contactId), 'ERR_NO_CONTACT_FOUND');
        if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
        await requireQueue(tx, request.queueId);
        const userId = request.userId ?? actor.userId;
        await requireUser(tx, userId);
        const connection = await connectionFor(tx, actor, request.connectionId, contact.connectionId);
        for (const other of await ticketStore.live(tx, contact.id)) {
          if (other.status !== 'nps') throw new AppError('ERR_OTHER_OPEN_TICKET', { conflict: presentConflict(other) });
          await commands.closeUnrated(tx, other.id);
        }
        const row = await commands.open(
          tx,
          { contactId: contact.id, connectionId: connection.id, channel: connection.channel },
          startedByAgent(contact.isGroup, userId, request.queueId),
          'create',
          { isActiveDemand: true },
        );
        return queries.inTx.get(tx, row.id);
      }),

    update: <View>(actor: Actor, id: number, change: LegacyTicketUpdate, loadView: LoadView<View>) =>
      db.inCompany(actor.companyId, async (tx) =>
        queries.inTx.view(tx, await applyUpdate(tx, actor, id, change), loadView),
      ),

    /** Hides the ticket at once; its messages and files are removed in portions. */
    async remove(actor: Actor, id: number) {
      const removalId = await db.inCompany(actor.companyId, async (tx) => {
        const ticket = assertFound(await ticketStore.lock(tx, id), 'ERR_NO_TICKET_FOUND');
        const { contactId } = ticket;
        const subject = `ticket ${id}`;
        await audit(tx, { userId: actor.userId, action: 'ticket.removed', subject, data: { contactId } });
        tx.emit({ type: 'ticket.removed', ticketId: id, from: assignmentOf(ticket) });
        const started = await removals.inTx.start(tx, actor, { kind: 'ticket', ids: [id] });
        if (ticket.isNewestClosed) await ticketStore.showNewestClosed(tx, ticket);
        return started;
      });
      await removals.workInline(actor.companyId, removalId);
    },

    async closeAll(actor: Actor, status: 'open' | 'pending' | 'group', queueIds: number[]) {
      for (;;) {
        const closed = await db.inCompany(actor.companyId, async (tx) => {
          const ids = await ticketStore.idsToClose(tx, status, queueIds, CLOSE_BATCH_SIZE);
          for (const id of ids) {
            const ticket = await ticketStore.lock(tx, id);
            // Moved to another queue while this waited for the lock.
            const isChosen = queueIds.length === 0 || queueIds.includes(ticket?.queueId ?? 0);
            if (ticket?.status === status && isChosen)
              await commands.command(tx, ticket, { type: 'close', by: 'admin', farewell: false });
          }
          return ids.length;
        });
        if (closed < CLOSE_BATCH_SIZE) return;
      }
    },
  };
}
export type Tickets = ReturnType<typeof createTickets>;
