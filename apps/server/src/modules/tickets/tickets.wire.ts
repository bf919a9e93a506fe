import type { endpoints, ParsedRequest } from '@balcao/contract';
import type { Ticket, TicketChange } from '@balcao/contract/endpoints/tickets';
import { faceOf } from '@balcao/domain/bot/steps/rating';
import { maskNames } from '@balcao/domain/contact/mask';
import { previewOfMessage } from '@balcao/domain/message/preview';
import { windowEnd } from '@balcao/domain/message/window';
import {
  isAttended,
  isWaiting,
  ticketStatuses,
  type TicketCommand,
  type TicketStatus,
} from '@balcao/domain/ticket/ticket';
import type { z } from 'zod';
import type { NewTicket, TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { presentTicketContact, type ContactPresentOptions, type TicketContact } from '../contacts/index.ts';
import type { Draft } from './drafts.store.ts';
import type { TicketFilter } from './list.store.ts';
import type { TicketLogRow } from './ticket-log.store.ts';
import type { FullTicket, PresentedTicket } from './tickets.store.ts';

/** Colors of users, chosen by id. */
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
  /** Length of the channel's reply window in hours; null if free text is always allowed. */
  agentWindowHours(provider: string, channel: TicketRow['channel']): number | null;
}
export const presentTicket = (
  ticket: PresentedTicket,
  contact: TicketContact,
  options: TicketPresentOptions,
): Ticket => {
  const presentedContact = presentTicketContact(contact, options);
  const { connection, lastSent } = ticket;
  const preview = previewOf(ticket);
  const agentWindowHours = connection && options.agentWindowHours(connection.provider, ticket.channel);
  return {
    id: ticket.id,
    number: ticket.number,
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
    integrationId: ticket.integrationId,
    queueIntegration: ticket.integration,
    // The preview of a shared contact card is its name, which may be a number.
    lastMessage: options.masked ? maskNames(preview.text) : preview.text,
    fromMe: preview.fromMe,
    lastDelivery:
      preview.fromMe && lastSent ? { messageId: lastSent.id, ack: lastSent.ack, delivery: lastSent.delivery } : null,
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
    userRating: ticket.rating === null ? null : { rate: faceOf(ticket.rating), score: ticket.rating },
    windowEndsAt: windowEnd(agentWindowHours, ticket.lastInboundAt, ticket.createdAt)?.toISOString() ?? null,
  };
};

/** What the list shows of a ticket: while a customer waits, the customer's words and not the bot's reply to them. */
const previewOf = ({ lastMessage, lastFromMe, lastInbound }: PresentedTicket): { text: string; fromMe: boolean } =>
  lastInbound ? { text: previewOfMessage(lastInbound), fromMe: false } : { text: lastMessage, fromMe: lastFromMe };

export const presentConflict = (ticket: FullTicket) => ({
  id: ticket.id,
  uuid: ticket.uuid,
  userId: ticket.userId,
  user: ticket.user,
  queue: ticket.queue,
  status: ticket.status,
});

export const presentDraft = ({ updatedAt, ...draft }: Draft) => ({
  ...draft,
  updatedAt: updatedAt?.toISOString() ?? null,
});
export const presentLogEntry = ({ createdAt, ...entry }: TicketLogRow) => ({
  ...entry,
  createdAt: createdAt.toISOString(),
});

/** A filter by user is ignored for actors without that permission. */
export const parseListQuery = (
  query: ParsedRequest<typeof endpoints.tickets.list>['query'],
  canFilterByUser: boolean,
): Omit<TicketFilter, 'matchContacts' | 'hidesNumbers'> => ({
  tab: query.status,
  showAll: query.showAll,
  search: query.searchParam,
  searchesMessages: query.searchOnMessages,
  queueIds: query.queueIds,
  tagIds: query.tags,
  userIds: canFilterByUser ? query.users : [],
  connectionIds: query.whatsapps,
  statuses: parseStatuses(query.statusFilter),
  onlyUnread: query.withUnreadMessages,
  oldestFirst: query.sortTickets === 'ASC',
  page: query.pageNumber,
});
/** A JSON array of statuses, or a single status; anything else is refused. */
function parseStatuses(text: string): TicketStatus[] {
  const statuses = text.startsWith('[') ? parseJson(text) : text === '' ? [] : [text];
  if (!Array.isArray(statuses) || statuses.some((status) => !(ticketStatuses as readonly unknown[]).includes(status))) {
    return refuse('ERR_VALIDATION', { field: 'statusFilter', rule: 'choice' });
  }
  return statuses as TicketStatus[];
}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const parseNewTicket = (body: ParsedRequest<typeof endpoints.tickets.create>['body']) => ({
  contactId: body.contactId,
  queueId: body.queueId ?? null,
  connectionId: body.whatsappId ?? null,
  userId: body.userId ?? null,
});

export type LegacyTicketUpdate = z.output<typeof TicketChange>;
export interface TicketRequest {
  command?: TicketCommand;
  /** Fields outside the state machine. */
  set?: Partial<NewTicket>;
  queueId?: number | null | undefined;
  /** Another agent has the ticket already. */
  isTooLate?: true;
}

/** Converts the body with its many optional fields into one command; its meaning depends on the ticket's state. */
export function parseCommand(
  change: LegacyTicketUpdate,
  ticket: Pick<TicketRow, 'status' | 'queueId' | 'userId'>,
  by: number,
): TicketRequest {
  const { status, userId, queueId, sendFarewellMessage, msgTransfer, isTransfered } = change;
  // These statuses result from other commands; a client cannot request them.
  if (status === 'nps' || status === 'lgpd') refuse('ERR_VALIDATION', { field: 'status', rule: 'choice' });
  const set: Partial<NewTicket> = {
    ...(change.useIntegration !== undefined && { usesIntegration: change.useIntegration }),
    ...(change.integrationId !== undefined && { integrationId: change.integrationId }),
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
  // Taking over is sent as a transfer, so that accepting too late never takes a ticket from another agent.
  const isOthers = isAttended(ticket) && ticket.userId !== null && ticket.userId !== by;
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
    const isIgnored = isWaiting(ticket) && sendFarewellMessage === false;
    return {
      command: isIgnored
        ? { type: 'ignore', by }
        : { type: 'close', by: { userId: by }, farewell: sendFarewellMessage !== false },
      ...fields,
    };
  }
  if (status === 'pending' && ticket.status !== 'pending') return { command: { type: 'return' }, ...fields };
  if (status === 'open' || status === 'group') {
    if (ticket.status === 'closed' || ticket.status === 'nps') return { command: { type: 'reopen', by }, ...fields };
    const isForOther = userId !== undefined && userId !== null && userId !== by;
    if (isForOther && userId !== ticket.userId) return transfer();
    if (!isAttended(ticket) && !isForOther)
      return { command: { type: 'accept', by, queueId: queueId ?? null }, queueId, ...fields };
    // Another agent has accepted it already.
    if (ticket.userId !== null && ticket.userId !== by && !isForOther) return { isTooLate: true };
  }
  if (queueId !== undefined && queueId !== ticket.queueId) return { set: { ...set, queueId }, queueId };
  return fields;
}
