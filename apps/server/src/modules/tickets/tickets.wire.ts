import type { Ticket, TicketChange } from '@balcao/contract/endpoints/tickets';
import { faceOf } from '@balcao/domain/bot/steps/rating';
import { windowEnd } from '@balcao/domain/message/window';
import type { TicketCommand } from '@balcao/domain/ticket/ticket';
import type { z } from 'zod';
import type { NewTicket, TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { presentContact, type FullContact, type ContactPresentOptions } from '../contacts/index.ts';
import type { FullTicket } from './tickets.store.ts';

// Our words on the inside, the wire's words on the outside.

const PALETTE = [
  '#0EA5E9',
  '#22A34A',
  '#9333EA',
  '#F97316',
  '#DC2626',
  '#0D9488',
  '#CA8A04',
  '#DB2777',
  '#4F46E5',
  '#65A30D',
];

export interface TicketPresentOptions extends ContactPresentOptions {
  /** As its channel says: so many hours after the customer wrote, or for ever. */
  windowHours(provider: string, channel: TicketRow['channel']): number | null;
}
export const presentTicket = (ticket: FullTicket, contact: FullContact, options: TicketPresentOptions): Ticket => {
  const presentedContact = presentContact(contact, options);
  const { connection } = ticket;
  const windowHours = connection && options.windowHours(connection.provider, ticket.channel);
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    userId: ticket.userId,
    queueId: ticket.queueId,
    contactId: ticket.contactId,
    whatsappId: ticket.connectionId,
    companyId: ticket.companyId,
    isGroup: ticket.isGroup,
    isBot: ticket.isBot,
    channel: ticket.channel,
    status: ticket.status,
    useIntegration: ticket.usesIntegration,
    lastMessage: ticket.lastMessage,
    fromMe: ticket.lastFromMe,
    unreadMessages: ticket.unread,
    amountUsedBotQueues: ticket.botTurns,
    isActiveDemand: ticket.isActiveDemand,
    imported: ticket.importedAt?.toISOString() ?? null,
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    contact: presentedContact,
    queue: ticket.queue,
    user: ticket.user && { ...ticket.user, color: PALETTE[ticket.user.id % PALETTE.length]! },
    tags: ticket.lanes,
    whatsapp: connection && {
      id: connection.id,
      name: connection.name,
      status: connection.status,
      channel: connection.channel,
      groupAsTicket: connection.groupAsTicket ? 'enabled' : 'disabled',
    },
    userRating: ticket.rating === null ? null : { rate: faceOf(ticket.rating) },
    windowEndsAt: windowEnd(windowHours, ticket.lastInboundAt, ticket.createdAt)?.toISOString() ?? null,
  };
};

export const presentConflict = (ticket: FullTicket) => ({
  id: ticket.id,
  uuid: ticket.uuid,
  userId: ticket.userId,
  user: ticket.user,
  queue: ticket.queue,
  status: ticket.status,
});

export type LegacyTicketUpdate = z.output<typeof TicketChange>;
export interface TicketRequest {
  command?: TicketCommand;
  /** Fields that are no step of the machine. */
  set?: Partial<NewTicket>;
  queueId?: number | null | undefined;
  /** Somebody else has it already. */
  isTooLate?: true;
}

/** The fat body of the wire, read into one command; what it can mean depends on where the ticket is. */
export function parseCommand(
  change: LegacyTicketUpdate,
  ticket: Pick<TicketRow, 'status' | 'queueId' | 'userId'>,
  by: number,
): TicketRequest {
  const { status, userId, queueId, sendFarewellMessage, msgTransfer, isTransfered } = change;
  // These two are reached by what happens, never by asking for them.
  if (status === 'nps' || status === 'lgpd') refuse('ERR_VALIDATION', { field: 'status', rule: 'choice' });
  const set: Partial<NewTicket> = {
    ...(change.useIntegration !== undefined && { usesIntegration: change.useIntegration }),
    ...(change.amountUsedBotQueues !== undefined && { botTurns: change.amountUsedBotQueues }),
  };
  const fields = Object.keys(set).length > 0 ? { set } : {};
  const transfer = (): TicketRequest => {
    const to = queueId ?? ticket.queueId ?? refuse('ERR_VALIDATION', { field: 'queueId', rule: 'required' });
    const note = msgTransfer ?? null;
    return {
      command: { type: 'transfer', by, userId: userId ?? null, queueId: to, note },
      queueId: to,
      ...fields,
    };
  };

  if (change.fromUserId && ticket.userId !== change.fromUserId) return { isTooLate: true };
  const isAttended = ticket.status === 'open' || ticket.status === 'group';
  // Out of another's hands into mine: said as a transfer, so that nobody takes by accepting too late.
  const isOthers = isAttended && ticket.userId !== null && ticket.userId !== by;
  const staysInQueue =
    queueId === undefined || queueId === null || ticket.queueId === null || queueId === ticket.queueId;
  if (isTransfered && userId === by && isOthers && staysInQueue)
    return {
      command: { type: 'take-over', by, queueId: queueId ?? null, note: msgTransfer ?? null },
      queueId,
      ...fields,
    };
  if (isTransfered) return transfer();
  if (status === 'closed') {
    const isWaiting = ticket.status === 'pending' || ticket.status === 'lgpd';
    const isIgnored = isWaiting && sendFarewellMessage === false;
    return {
      command: isIgnored
        ? { type: 'ignore', by }
        : { type: 'close', by: { userId: by }, farewell: sendFarewellMessage !== false },
      ...fields,
    };
  }
  if (status === 'pending' && ticket.status !== 'pending') return { command: { type: 'return' }, ...fields };
  if (status === 'open' || status === 'group') {
    if (ticket.status === 'closed') return { command: { type: 'reopen', by }, ...fields };
    const isForOther = userId !== undefined && userId !== null && userId !== by;
    if (isForOther && userId !== ticket.userId) return transfer();
    if (ticket.status !== 'open' && ticket.status !== 'group' && !isForOther)
      return { command: { type: 'accept', by, queueId: queueId ?? null }, queueId, ...fields };
    // Already attended by somebody else: whoever accepts now comes too late.
    if (ticket.userId !== null && ticket.userId !== by && !isForOther) return { isTooLate: true };
  }
  if (queueId !== undefined && queueId !== ticket.queueId) return { set: { ...set, queueId }, queueId };
  return fields;
}
