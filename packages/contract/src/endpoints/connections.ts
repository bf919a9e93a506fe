import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  clockTime,
  done,
  id,
  idParams,
  moment,
  onOff,
  onOffInput,
  optionalId,
  plainText,
  words,
} from '../kernel/wire.ts';
import { channel } from './contacts.ts';

export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const;
export const providers = ['beta', 'official', 'sandbox'] as const;

const DaySchedule = z.object({
  weekday: z.string().max(40),
  weekdayEn: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  startTimeA: clockTime.or(z.literal('')),
  endTimeA: clockTime.or(z.literal('')),
  startTimeB: clockTime.or(z.literal('')),
  endTimeB: clockTime.or(z.literal('')),
});
/** What every user may know of a connection. */
export const ConnectionBrief = z.object({
  id,
  name: z.string(),
  channel,
  status: z.enum(connectionStatuses),
  isDefault: z.boolean(),
  groupAsTicket: onOff,
  provider: z.string(),
});
const QueueLabel = z.object({ id, name: z.string(), color: z.string() });
const messages = {
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  inactiveMessage: z.string(),
  expiresInactiveMessage: z.string(),
  collectiveVacationMessage: z.string(),
};
/** In full, for those who manage connections. Numbers that the wire keeps as text stay text. */
export const Connection = ConnectionBrief.extend({
  number: z.string(),
  qrcode: z.string(),
  /** The token itself is shown once, when it is made. */
  tokenLast4: z.string(),
  ...messages,
  allowGroup: z.boolean(),
  maxUseBotQueues: z.number(),
  timeUseBotQueues: z.string(),
  timeSendQueue: z.number(),
  sendIdQueue: id.nullable(),
  expiresTicket: z.string(),
  whenExpiresTicket: z.string(),
  timeInactiveMessage: z.string(),
  expiresTicketNPS: z.number(),
  maxUseBotQueuesNPS: z.number(),
  timeCreateNewTicket: z.number(),
  greetingMediaAttachment: z.string().nullable(),
  collectiveVacationStart: z.string().nullable(),
  collectiveVacationEnd: z.string().nullable(),
  integrationId: id.nullable(),
  promptId: id.nullable(),
  flowIdWelcome: id.nullable(),
  flowIdNotPhrase: id.nullable(),
  importOldMessages: moment.nullable(),
  importRecentMessages: moment.nullable(),
  importOldMessagesGroups: z.boolean(),
  closedTicketsPostImported: z.boolean(),
  queueIdImportMessages: id.nullable(),
  statusImportMessages: z.string().nullable(),
  schedules: z.array(DaySchedule),
  queueIds: z.array(id),
  queues: z.array(QueueLabel),
  companyId: id,
  pausedBecause: z.string(),
  updatedAt: moment,
});
export type Connection = z.infer<typeof Connection>;

const text = plainText(4096);
const minutes = z.union([
  z.literal('').transform(() => 0),
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
  z.number().int().min(0).max(525_600),
]);
const day = z.union([z.literal(''), z.null(), calendarDay]).transform((value) => (value === '' ? null : value));

const fields = {
  name: words(2, 50),
  isDefault: z.boolean(),
  greetingMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  inactiveMessage: text,
  expiresInactiveMessage: text,
  collectiveVacationMessage: text,
  collectiveVacationStart: day,
  collectiveVacationEnd: day,
  allowGroup: z.boolean(),
  groupAsTicket: onOffInput,
  maxUseBotQueues: minutes,
  timeUseBotQueues: minutes,
  timeSendQueue: minutes,
  sendIdQueue: optionalId,
  expiresTicket: minutes,
  whenExpiresTicket: z.union([z.enum(['0', '1']).transform(Number), z.literal(0), z.literal(1)]),
  timeInactiveMessage: minutes,
  expiresTicketNPS: minutes,
  maxUseBotQueuesNPS: minutes,
  timeCreateNewTicket: minutes,
  integrationId: optionalId,
  promptId: optionalId,
  flowIdWelcome: optionalId,
  flowIdNotPhrase: optionalId,
  schedules: z.array(DaySchedule).max(7),
  queueIds: z.array(id).max(500),
};
export const ConnectionChange = z.object(fields).partial();
export const ConnectionDraft = ConnectionChange.extend({
  name: fields.name,
  channel: channel.default('whatsapp'),
  provider: z.enum(providers).default('beta'),
});
const Seen = z.union([Connection, ConnectionBrief]);
/** With `session=0` older clients ask for less; the session itself never leaves the server. */
const sessionQuery = z.object({ session: z.enum(['0', '1']).optional() });

export const connections = {
  list: get('/whatsapp', { query: sessionQuery, reply: z.array(Seen), may: 'connection.read' }),
  show: get('/whatsapp/:id', { params: idParams, query: sessionQuery, reply: Connection, may: 'connection.manage' }),
  /** Who can carry messages on this server; a new connection chooses one of them. */
  providers: get('/whatsapp-providers', { reply: z.array(z.enum(providers)), may: 'connection.manage' }),
  create: post('/whatsapp', {
    body: ConnectionDraft,
    /** `token` is here and never again. */
    reply: Connection.extend({ token: z.string() }),
    may: 'connection.manage',
  }),
  update: put('/whatsapp/:id', {
    params: idParams,
    body: ConnectionChange,
    reply: Connection,
    may: 'connection.manage',
  }),
  remove: del('/whatsapp/:id', { params: idParams, reply: done, may: 'connection.manage' }),
  newToken: post('/whatsapp/:id/token', {
    params: idParams,
    reply: z.object({ token: z.string() }),
    may: 'connection.manage',
  }),
  attach: post('/whatsapp/:id/media-upload', {
    params: idParams,
    files: 'file',
    reply: z.object({ mensagem: z.string() }),
    may: 'connection.manage',
    rate: 'upload',
  }),
  detach: del('/whatsapp/:id/media-upload', { params: idParams, reply: done, may: 'connection.manage' }),
  restart: post('/whatsapp-restart', { reply: done, may: 'connection.manage' }),
  openSession: post('/whatsappsession/:id', { params: idParams, reply: done, may: 'connection.manage' }),
  newSession: put('/whatsappsession/:id', { params: idParams, reply: done, may: 'connection.manage' }),
  endSession: del('/whatsappsession/:id', { params: idParams, reply: done, may: 'connection.manage' }),
};
