import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { isWaiting } from '@balcao/domain/ticket/ticket';
import { AppError, assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Contacts } from '../contacts/index.ts';
import type { TicketCommands } from './ticket-commands.ts';
import { ticketFactStore } from './ticket-facts.store.ts';
import { ticketLogStore } from './ticket-log.store.ts';
import type { TicketQueries } from './ticket-queries.ts';
import { ticketRecords } from './ticket-records.store.ts';
import { assignmentOf } from './ticket-state.ts';
import { cycleStore } from './cycles.store.ts';
import { ticketStore, type FullTicket } from './tickets.store.ts';
import { parseCommand, presentConflict, type LegacyTicketUpdate, type TicketRequest } from './tickets.wire.ts';

export interface TicketUpdateDeps {
  contacts: Contacts;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
  integrationExists(tx: Tx, id: number): Promise<boolean>;
}

/** Refuses ids of queues and users that the company does not have. */
export const createTargetChecks = ({
  existingQueueIds,
  userExists,
}: Omit<TicketUpdateDeps, 'contacts' | 'integrationExists'>) => ({
  async requireQueue(tx: Tx, queueId: number | null | undefined) {
    if (queueId !== undefined && queueId !== null && (await existingQueueIds(tx, [queueId])).length === 0)
      refuse('ERR_QUEUE_NOT_FOUND', { field: 'queueId', rule: 'unknown' });
  },
  async requireUser(tx: Tx, userId: number) {
    if (!(await userExists(tx, userId))) refuse('ERR_NO_USER_FOUND', { field: 'userId', rule: 'unknown' });
  },
});

/** Applies an agent's update of a ticket. */
export function createTicketUpdate(deps: TicketUpdateDeps, commands: TicketCommands, queries: TicketQueries) {
  const { contacts } = deps;
  const { requireQueue, requireUser } = createTargetChecks(deps);

  /** The returned ticket may be another one than `id`: a live ticket of the conversation, or the one that continues it. */
  async function applyUpdate(tx: Tx, actor: Actor, id: number, change: LegacyTicketUpdate): Promise<TicketRow> {
    // A change that may open a ticket locks the contact before the ticket. Every transaction uses this order.
    const mayOpen = change.status === 'open' || change.status === 'group';
    // Sent together, and the database runs them in this order: the facts are read after the lock.
    const [, locked, facts] = await Promise.all([
      mayOpen ? contacts.inTx.lockOfTicket(tx, id) : undefined,
      ticketStore.lock(tx, id),
      change.status === undefined && !change.isTransfered ? undefined : ticketFactStore.of(tx, id),
    ]);
    const ticket = assertFound(locked, 'ERR_NO_TICKET_FOUND');
    const request = parseCommand(change, ticket, actor.userId);
    if (!can(actor, 'ticket.read', ticket)) await refuseUnreadable(tx, actor, ticket, request);
    if (request.isTooLate) await refuseConflict(tx, ticket);
    await checkRequest(tx, actor, ticket, request);
    if (request.command?.type === 'reopen') {
      const live = await findLive(tx, ticket);
      if (live) return live;
    }
    const next = request.command ? await commands.command(tx, ticket, request.command, facts) : ticket;
    if (request.set) await setFields(tx, next, request.set);
    return next;
  }

  async function checkRequest(tx: Tx, actor: Actor, ticket: TicketRow, { command, queueId, set }: TicketRequest) {
    await requireQueue(tx, queueId);
    if (set?.integrationId && !(await deps.integrationExists(tx, set.integrationId)))
      refuse('ERR_VALIDATION', { field: 'integrationId', rule: 'unknown' });
    if (command?.type === 'transfer' && command.userId !== null) await requireUser(tx, command.userId);
    // Closing a waiting ticket needs its own permission, with and without a farewell.
    if (command?.type === 'ignore' || (command?.type === 'close' && isWaiting(ticket)))
      authorize(actor, 'ticket.ignore');
  }

  /** A conversation has one live ticket, so reopening returns it instead; others that wait for a rating are closed. */
  async function findLive(tx: Tx, ticket: TicketRow): Promise<FullTicket | undefined> {
    for (const live of await ticketStore.live(tx, ticket.contactId, ticket.connectionId)) {
      if (live.id === ticket.id) continue;
      if (live.status !== 'nps') return live;
      await commands.closeUnrated(tx, live.id);
    }
    return undefined;
  }

  async function setFields(tx: Tx, ticket: TicketRow, fields: NonNullable<TicketRequest['set']>) {
    const changed = await ticketRecords.set(tx, ticket.id, fields);
    if (fields.queueId !== undefined) {
      const { userId, queueId } = changed;
      await ticketLogStore.append(tx, ticket.id, [{ type: 'queue', userId, queueId }]);
      await cycleStore.setQueue(tx, changed);
    }
    if (fields.usesIntegration === false || fields.queueId !== undefined) await commands.endBot(tx, changed);
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(changed) });
  }

  /** An agent who could have accepted the ticket is shown who did; to others the ticket does not exist. */
  async function refuseUnreadable(tx: Tx, actor: Actor, ticket: TicketRow, request: TicketRequest): Promise<never> {
    const couldRead = can(actor, 'ticket.read', { ...ticket, userId: null });
    if (!couldRead || !request.isTooLate) return refuse('ERR_NO_TICKET_FOUND');
    return refuseConflict(tx, ticket);
  }
  async function refuseConflict(tx: Tx, ticket: TicketRow): Promise<never> {
    if (ticket.userId === null) return refuse('ERR_TICKET_TRANSITION');
    throw new AppError('ERR_OTHER_OPEN_TICKET', { conflict: presentConflict(await queries.inTx.get(tx, ticket.id)) });
  }

  return { applyUpdate };
}
