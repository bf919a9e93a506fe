import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  calendarDay,
  clockTime,
  done,
  id,
  idParams,
  timestamp,
  onOff,
  onOffInput,
  optionalId,
  plainText,
  requiredText,
} from '../kernel/schemas.ts';
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
/** How well an account is: grey while nothing is known of it. */
export const healthStatuses = ['green', 'yellow', 'red', 'grey'] as const;
/** Why a light is what it is, the worst first. The screen has a sentence for each. */
export const healthReasons = [
  'banned',
  'account-refused',
  'restricted',
  'quality-low',
  'refusals-high',
  'disconnected',
  'quality-medium',
  'refusals-some',
  'disconnections',
  'paused',
  'no-answer',
  'slowed-down',
  'backlog',
] as const;
export const HealthBrief = z.object({
  light: z.enum(healthStatuses),
  reasons: z.array(
    z.object({
      why: z.enum(healthReasons),
      /** A share in percent (refusals-*), a count (disconnections, slowed-down, backlog), else null. */
      value: z.number().nullable(),
      /** In the channel's own words, or the code of an error; often empty. */
      detail: z.string(),
    }),
  ),
});
export type HealthBrief = z.infer<typeof HealthBrief>;

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
  /** Shown instead of a picture: typed into the phone that is being linked. */
  pairingCode: z.string().optional(),
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
  importOldMessages: timestamp.nullable(),
  importRecentMessages: timestamp.nullable(),
  importOldMessagesGroups: z.boolean(),
  closedTicketsPostImported: z.boolean(),
  queueIdImportMessages: id.nullable(),
  statusImportMessages: z.string().nullable(),
  schedules: z.array(DaySchedule),
  queueIds: z.array(id),
  queues: z.array(QueueLabel),
  companyId: id,
  pausedBecause: z.string(),
  health: HealthBrief.optional(),
  updatedAt: timestamp,
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
/** A moment, or a day as its beginning; "" when it was cleared. */
const pastTimestamp = z
  .union([z.literal(''), z.null(), z.iso.datetime({ offset: true }).max(40), calendarDay])
  .transform((value) => (value === '' || value === null ? null : new Date(value)));

const fields = {
  name: requiredText(2, 50),
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
  /** Messages from before it was linked, between these two; saved on a connected one, its session begins anew. */
  importOldMessages: pastTimestamp,
  importRecentMessages: pastTimestamp,
  importOldMessagesGroups: z.boolean(),
  closedTicketsPostImported: z.boolean(),
  queueIdImportMessages: optionalId,
};
/** What links an official account. Each is written and never read again: answers tell its last four places. */
export const linkingFields = ['phoneNumberId', 'wabaId', 'accessToken', 'appSecret', 'verifyToken'] as const;
export type LinkingField = (typeof linkingFields)[number];
const metaId = z
  .string()
  .trim()
  .regex(/^\d{1,32}$/);
/** Printable, without spaces: keys are pasted, and what sticks to them at the ends does not count. */
const key = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[\x21-\x7e]*$/);
const linking = z
  .object({
    phoneNumberId: metaId,
    wabaId: metaId,
    accessToken: key(2000),
    /** Of the company's own app at Meta; empty means that the platform's app is used. */
    appSecret: key(200),
    verifyToken: key(200),
  })
  .partial();
export const ConnectionChange = z.object({ ...fields, linking }).partial();
export const ConnectionDraft = ConnectionChange.extend({
  name: fields.name,
  channel: channel.default('whatsapp'),
  provider: z.enum(providers).default('beta'),
});
/** How an official connection is linked, for those who manage connections. */
export const Linking = z.object({
  fields: z.array(z.object({ field: z.enum(linkingFields), isSet: z.boolean(), last4: z.string() })),
  /** What has to be pasted at Meta. The platform's own app is subscribed once, by whoever runs the platform. */
  webhook: z.object({ url: z.string(), verifyToken: z.string(), isOfPlatform: z.boolean() }),
});
export type Linking = z.infer<typeof Linking>;
const Finding = z.object({
  field: z.string(),
  /** A code of the error catalogue. */
  error: z.string(),
  /** In the channel's own words. */
  detail: z.string(),
});
export type LinkingFinding = z.infer<typeof Finding>;
/** A page that somebody manages at Meta, and the Instagram account that belongs to it. */
const LinkablePage = z.object({
  id: z.string(),
  name: z.string(),
  instagram: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The connections of this company that it has already. */
  whatsappId: id.nullable(),
  instagramWhatsappId: id.nullable(),
});
export type LinkablePage = z.infer<typeof LinkablePage>;
const linkId = z.string().regex(/^[\w-]{20,64}$/);

/** With its country; people type spaces, brackets and a plus. */
const pairingNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s()+.-]/g, ''))
  .pipe(z.string().regex(/^\d{8,15}$/));
const Seen = z.union([Connection, ConnectionBrief]);
/** With `session=0` older clients ask for less; the session itself never leaves the server. */
const sessionQuery = z.object({ session: z.enum(['0', '1']).optional() });

export const connections = {
  list: get('/whatsapp', { query: sessionQuery, reply: z.array(Seen), access: 'connection.read' }),
  show: get('/whatsapp/:id', { params: idParams, query: sessionQuery, reply: Connection, access: 'connection.manage' }),
  /** Who can carry messages on this server; a new connection chooses one of them. */
  providers: get('/whatsapp-providers', { reply: z.array(z.enum(providers)), access: 'connection.manage' }),
  create: post('/whatsapp', {
    body: ConnectionDraft,
    /** `token` is here and never again. */
    reply: Connection.extend({ token: z.string() }),
    access: 'connection.manage',
  }),
  update: put('/whatsapp/:id', {
    params: idParams,
    body: ConnectionChange,
    reply: Connection,
    access: 'connection.manage',
  }),
  remove: del('/whatsapp/:id', { params: idParams, reply: done, access: 'connection.manage' }),
  newToken: post('/whatsapp/:id/token', {
    params: idParams,
    reply: z.object({ token: z.string() }),
    access: 'connection.manage',
  }),
  attach: post('/whatsapp/:id/media-upload', {
    params: idParams,
    files: 'file',
    reply: z.object({ mensagem: z.string() }),
    access: 'connection.manage',
    rate: 'upload',
  }),
  detach: del('/whatsapp/:id/media-upload', { params: idParams, reply: done, access: 'connection.manage' }),
  restart: post('/whatsapp-restart', { reply: done, access: 'connection.manage' }),
  /** With a number it is paired by a code that is typed into that phone, instead of a picture. */
  openSession: post('/whatsappsession/:id', {
    params: idParams,
    body: z.object({ number: pairingNumber.optional() }),
    reply: done,
    access: 'connection.manage',
  }),
  newSession: put('/whatsappsession/:id', { params: idParams, reply: done, access: 'connection.manage' }),
  endSession: del('/whatsappsession/:id', { params: idParams, reply: done, access: 'connection.manage' }),
};

/** Official accounts: what they are linked with, and pages that are handed over by signing in at Meta. */
export const linkings = {
  show: get('/whatsapp/:id/linking', { params: idParams, reply: Linking, access: 'connection.manage' }),
  /** Asks the channel whether it takes what was entered; with nothing wrong it is connected from then on. */
  check: post('/whatsapp/:id/check', {
    params: idParams,
    reply: z.object({ findings: z.array(Finding), connection: Connection }),
    access: 'connection.manage',
  }),
  /** Where to send the browser to. It comes back to the connections screen with `?link=` or `?linkError=`. */
  begin: get('/facebook/link', { reply: z.object({ url: z.string() }), access: 'connection.manage' }),
  pages: get('/facebook/pages', {
    query: z.object({ link: linkId }),
    reply: z.object({ pages: z.array(LinkablePage) }),
    access: 'connection.manage',
  }),
  /** Either with a token of one's own, for all pages it opens, or with what the sign-in left, for those chosen. */
  join: post('/facebook', {
    body: z.union([
      z.object({
        facebookUserId: z.string().regex(/^\d{1,32}$/),
        facebookUserToken: requiredText(1, 2000),
        addInstagram: z.boolean().default(false),
      }),
      z.object({
        link: linkId,
        pageIds: z
          .array(z.string().regex(/^\d{1,32}$/))
          .min(1)
          .max(100),
        addInstagram: z.boolean().default(false),
      }),
    ]),
    reply: z.array(Connection),
    access: 'connection.manage',
  }),
};
