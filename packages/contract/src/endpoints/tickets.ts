import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  done,
  id,
  idParams,
  jsonIds,
  timestamp,
  noContent,
  optionalId,
  page,
  pageQuery,
  plainText,
} from '../kernel/schemas.ts';
import { channel, Contact } from './contacts.ts';

export const ticketStatus = z.enum(['pending', 'open', 'group', 'closed', 'lgpd', 'nps']);
/** How far a message got. */
export const deliveryState = z.enum([
  'received',
  'queued',
  'sending',
  'accepted',
  /** Accepted, and held back while the channel observes its quality. */
  'held',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'note',
]);
const Label = z.object({ id, name: z.string(), color: z.string() });
const UserLabel = z.object({ id, name: z.string(), color: z.string() });

export const Ticket = z.object({
  id,
  /** What users see as #123: counts per company. Null until the ticket has its number. */
  number: z.number().nullable(),
  uuid: z.string(),
  userId: id.nullable(),
  queueId: id.nullable(),
  contactId: id,
  whatsappId: id.nullable(),
  companyId: id,
  isGroup: z.boolean(),
  isBot: z.boolean(),
  channel,
  status: ticketStatus,
  useIntegration: z.boolean(),
  /** The integration that the conversation is with. */
  integrationId: id.nullable(),
  queueIntegration: z.object({ id, name: z.string() }).nullable(),
  /** While a customer waits, the customer's last message, whatever we sent after it. */
  lastMessage: z.string(),
  fromMe: z.boolean(),
  /** The delivery of `lastMessage` if it is ours. */
  lastDelivery: z.object({ messageId: z.number(), ack: z.number(), delivery: deliveryState }).nullable(),
  unreadMessages: z.number(),
  amountUsedBotQueues: z.number(),
  isActiveDemand: z.boolean(),
  imported: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  contact: Contact.pick({
    id: true,
    name: true,
    number: true,
    email: true,
    urlPicture: true,
    active: true,
    acceptAudioMessage: true,
    disableBot: true,
    isGroup: true,
    companyId: true,
    extraInfo: true,
    tags: true,
    lgpdAcceptedAt: true,
  }),
  queue: Label.nullable(),
  user: UserLabel.nullable(),
  /** Kanban lanes. */
  tags: z.array(Label),
  whatsapp: z.object({ id, name: z.string(), groupAsTicket: z.string(), status: z.string(), channel }).nullable(),
  /** Emoji of a closed ticket, 1 to 5. */
  /** The score from 0 to 10 that the customer gave, and its face from 1 to 5. */
  userRating: z.object({ rate: z.number(), score: z.number() }).nullable(),
  /** When the reply window closes; null if the channel has none. */
  windowEndsAt: timestamp.nullable(),
});
export type Ticket = z.infer<typeof Ticket>;

const flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .default(false);
/** The combined update of the wire; `tickets.wire.ts` parses it into one command. */
export const TicketChange = z.object({
  status: ticketStatus.optional(),
  userId: z.union([id, z.null()]).optional(),
  queueId: optionalId,
  useIntegration: z.boolean().optional(),
  integrationId: optionalId,
  sendFarewellMessage: z.boolean().optional(),
  amountUsedBotQueues: z.number().int().min(0).max(1000).optional(),
  msgTransfer: plainText(4096).nullish(),
  isTransfered: z.boolean().optional(),
  /** The agent that the caller saw. If the ticket has another agent now, nothing changes. */
  fromUserId: optionalId,
});
/** Forms send "" for a cleared date. */
const boardDay = z.union([z.literal('').transform(() => undefined), calendarDay]).optional();
const BoardLane = z.object({
  /** Null is the column of tickets without a lane. */
  laneId: id.nullable(),
  /** Counted up to 1,000. */
  count: z.number(),
  /** Value of `after` for the next page; null on the last. */
  next: z.string().nullable(),
});
export type BoardLane = z.infer<typeof BoardLane>;
const TicketDraft = z.object({ body: z.string(), isPrivate: z.boolean(), updatedAt: timestamp.nullable() });
const LogEntry = z.object({
  id: z.number(),
  type: z.string(),
  ticketId: id,
  userId: id.nullable(),
  queueId: id.nullable(),
  createdAt: timestamp,
  user: z.object({ id, name: z.string() }).nullable(),
  queue: z.object({ id, name: z.string() }).nullable(),
  /** Reason code of an automatic action; null if a user did it. */
  why: z.string().nullable().default(null),
});

export const tickets = {
  list: get('/tickets', {
    query: pageQuery.extend({
      status: z.enum(['open', 'pending', 'group', 'closed', 'search']).optional(),
      showAll: flag,
      queueIds: jsonIds,
      tags: jsonIds,
      users: jsonIds,
      whatsapps: jsonIds,
      statusFilter: plainText(200).default('[]'),
      withUnreadMessages: flag,
      sortTickets: z.enum(['ASC', 'DESC']).default('DESC'),
      searchOnMessages: flag,
      date: plainText(40).optional(),
      updatedAt: plainText(40).optional(),
    }),
    /** False: the count is a lower bound, as for a long list or a frequent search text. */
    reply: page('tickets', Ticket).extend({ isCountExact: z.boolean().optional() }),
    access: 'ticket.use',
    support: false,
  }),
  /** Tickets of each tab, counted up to 10,000. */
  counts: get('/tickets-counts', {
    query: z.object({ showAll: flag, queueIds: jsonIds }),
    reply: z.object({
      open: z.number(),
      pending: z.number(),
      group: z.number(),
      unread: z.number(),
      /** Customers who wait where the user sees them only with `showAll`: in queues of others, or in none. */
      waitingElsewhere: z.number(),
      /** The user's own messages of the last seven days that failed. */
      failed: z.number(),
    }),
    access: 'ticket.use',
  }),
  /** Open and pending tickets created on these days of the company's calendar: the newest of every lane. */
  kanban: get('/ticket/kanban', {
    query: z.object({
      queueIds: jsonIds,
      startDate: boardDay,
      endDate: boardDay,
      /** The same two dates under the names of other clients. */
      dateStart: boardDay,
      dateEnd: boardDay,
      /** Only this lane; 0 is the column without a lane. */
      laneId: z.union([z.literal('0').transform(() => null), idParams.shape.id]).optional(),
      after: z
        .string()
        .regex(/^\d{1,17}\.[1-9]\d{0,8}$/)
        .optional(),
    }),
    reply: page('tickets', Ticket).extend({ lanes: z.array(BoardLane) }),
    access: 'kanban.use',
    support: false,
  }),
  show: get('/tickets/:id', { params: idParams, reply: Ticket, access: 'ticket.use', support: false }),
  showByUuid: get('/tickets/u/:uuid', {
    params: z.object({ uuid: z.uuid() }),
    reply: Ticket,
    access: 'ticket.use',
    support: false,
  }),
  seen: post('/tickets/:id/seen', { params: idParams, reply: Ticket, access: 'ticket.use' }),
  /** Marks as unread until it is opened again. */
  markUnread: post('/tickets/:id/unread', { params: idParams, reply: Ticket, access: 'ticket.use' }),
  /** The user's draft, from any device. */
  draft: get('/tickets/:id/draft', { params: idParams, reply: TicketDraft, access: 'ticket.use', support: false }),
  keepDraft: put('/tickets/:id/draft', {
    params: idParams,
    body: z.object({ body: plainText(65_536).default(''), isPrivate: z.boolean().default(false) }),
    reply: TicketDraft,
    access: 'ticket.use',
  }),
  /** A ticket is in one lane: choosing another replaces it. */
  setLane: put('/ticket-tags/:ticketId/:tagId', {
    params: z.object({ ticketId: idParams.shape.id, tagId: idParams.shape.id }),
    /** 'false' undoes a move: the lane's greeting is not sent. */
    query: z.object({ greeting: z.enum(['true', 'false']).default('true') }),
    reply: z.object({ ticketId: id, tagId: id }),
    status: 201,
    access: 'ticket.use',
  }),
  clearLane: del('/ticket-tags/:ticketId', {
    params: z.object({ ticketId: idParams.shape.id }),
    reply: done,
    access: 'ticket.use',
  }),
  create: post('/tickets', {
    body: z.object({ contactId: id, queueId: optionalId, whatsappId: optionalId, userId: optionalId }),
    reply: Ticket,
    access: 'ticket.use',
  }),
  update: put('/tickets/:id', { params: idParams, body: TicketChange, reply: Ticket, access: 'ticket.use' }),
  remove: del('/tickets/:id', { params: idParams, reply: done, access: 'ticket.delete' }),
  closeAll: post('/tickets/closeAll', {
    body: z.object({
      status: z.enum(['open', 'pending', 'group']),
      selectedQueueIds: z.array(id).max(500).default([]),
    }),
    reply: noContent,
    access: 'ticket.close-all',
  }),
  log: get('/tickets-log/:ticketId', {
    params: z.object({ ticketId: idParams.shape.id }),
    reply: z.array(LogEntry),
    access: 'ticket.use',
    support: false,
  }),
};
