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
  storableTime,
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
/** What every user can read of a connection. */
export const ConnectionBrief = z.object({
  id,
  name: z.string(),
  channel,
  status: z.enum(connectionStatuses),
  isDefault: z.boolean(),
  groupAsTicket: onOff,
  provider: z.string(),
});
/** Health status of an account; grey while unknown. */
export const healthStatuses = ['green', 'yellow', 'red', 'grey'] as const;
/** Reasons of a health status, the worst first. The web has a text for each. */
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
      /** A share in percent (refusals-*), a count (disconnections, slowed-down, backlog), or null. */
      value: z.number().nullable(),
      /** Text of the channel or an error code; often empty. */
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
/** All fields, for users who manage connections. Numbers that the wire sends as text stay text. */
export const Connection = ConnectionBrief.extend({
  number: z.string(),
  qrcode: z.string(),
  /** Code to type into the phone, instead of a QR code. */
  pairingCode: z.string().optional(),
  /** The token itself is returned once, when it is created. */
  tokenLast4: z.string(),
  /** To the minute; null: never used. */
  tokenUsedAt: timestamp.nullable(),
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
/** A time, or a date as its start of day; "" when cleared. */
const pastTimestamp = z
  .union([z.literal(''), z.null(), storableTime, calendarDay])
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
  /** Range of old messages to import. Saved on a connected connection, it restarts the session. */
  importOldMessages: pastTimestamp,
  importRecentMessages: pastTimestamp,
  importOldMessagesGroups: z.boolean(),
  closedTicketsPostImported: z.boolean(),
  queueIdImportMessages: optionalId,
};
/** Keys of an official account. They are written only: responses contain their last four characters. */
export const linkingFields = ['phoneNumberId', 'wabaId', 'accessToken', 'appSecret', 'verifyToken'] as const;
export type LinkingField = (typeof linkingFields)[number];
/** Pages and Instagram accounts are chosen at Facebook; only WhatsApp accounts are entered by their ids. */
export const linkingFieldsOf = (of: z.infer<typeof channel>): readonly LinkingField[] =>
  of === 'whatsappapi' ? linkingFields : ['accessToken', 'appSecret', 'verifyToken'];
const metaId = z
  .string()
  .trim()
  .regex(/^\d{1,32}$/);
/** Printable without spaces. Outer whitespace of pasted keys is trimmed. */
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
    /** Secret of the company's own Meta app; empty means that the platform's app is used. */
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
/** Linking state of an official connection, for users who manage connections. */
export const Linking = z.object({
  fields: z.array(z.object({ field: z.enum(linkingFields), isSet: z.boolean(), last4: z.string() })),
  /** Values to paste at Meta. The platform's own app is subscribed once, by the platform operator. */
  webhook: z.object({ url: z.string(), verifyToken: z.string(), isOfPlatform: z.boolean() }),
});
export type Linking = z.infer<typeof Linking>;
const Finding = z.object({
  field: z.string(),
  /** A code of the error catalogue. */
  error: z.string(),
  /** Text of the channel. */
  detail: z.string(),
});
export type LinkingFinding = z.infer<typeof Finding>;
/** A page that the user manages at Meta, and its Instagram account. */
const LinkablePage = z.object({
  id: z.string(),
  name: z.string(),
  instagram: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Connections of this company that already use it. */
  whatsappId: id.nullable(),
  instagramWhatsappId: id.nullable(),
});
export type LinkablePage = z.infer<typeof LinkablePage>;
const linkId = z.string().regex(/^[\w-]{20,64}$/);

/** With country code; spaces, brackets and a plus sign are accepted. */
const pairingNumber = z
  .string()
  .max(40)
  .transform((typed) => typed.replace(/[\s()+.-]/g, ''))
  .pipe(z.string().regex(/^\d{8,15}$/));
const Seen = z.union([Connection, ConnectionBrief]);
/** Older clients send `session=0` for fewer fields; the session is never returned. */
const sessionQuery = z.object({ session: z.enum(['0', '1']).optional() });

export const connections = {
  list: get('/whatsapp', { query: sessionQuery, reply: z.array(Seen), access: 'connection.read' }),
  show: get('/whatsapp/:id', { params: idParams, query: sessionQuery, reply: Connection, access: 'connection.manage' }),
  /** Connection types that this server offers for a new connection. */
  providers: get('/whatsapp-providers', { reply: z.array(z.enum(providers)), access: 'connection.manage' }),
  create: post('/whatsapp', {
    body: ConnectionDraft,
    /** `token` is returned only here. */
    reply: Connection.extend({ token: z.string() }),
    access: 'connection.manage',
  }),
  update: put('/whatsapp/:id', {
    params: idParams,
    body: ConnectionChange,
    reply: Connection,
    access: 'connection.manage',
    support: true,
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
    support: true,
    rate: 'upload',
  }),
  detach: del('/whatsapp/:id/media-upload', {
    params: idParams,
    reply: done,
    access: 'connection.manage',
    support: true,
  }),
  restart: post('/whatsapp-restart', { reply: done, access: 'connection.manage', support: true }),
  /** With a number, the phone is paired by a typed code instead of a QR code. */
  openSession: post('/whatsappsession/:id', {
    params: idParams,
    body: z.object({ number: pairingNumber.optional() }),
    reply: done,
    access: 'connection.manage',
    support: true,
  }),
  newSession: put('/whatsappsession/:id', {
    params: idParams,
    reply: done,
    access: 'connection.manage',
    support: true,
  }),
  endSession: del('/whatsappsession/:id', {
    params: idParams,
    reply: done,
    access: 'connection.manage',
    support: true,
  }),
};

/** Official accounts: their keys, and pages linked by signing in at Meta. */
export const linkings = {
  show: get('/whatsapp/:id/linking', {
    params: idParams,
    reply: Linking,
    access: 'connection.manage',
    support: false,
  }),
  /** Checks the saved keys at the channel; without errors the connection is connected. */
  check: post('/whatsapp/:id/check', {
    params: idParams,
    /** With the PIN of its two-step verification the WhatsApp number is registered with the channel first. Never stored. */
    body: z.object({
      pin: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    reply: z.object({ findings: z.array(Finding), connection: Connection }),
    access: 'connection.manage',
  }),
  /** URL to open. The browser returns to the connections screen with `?link=` or `?linkError=`. */
  begin: get('/facebook/link', { reply: z.object({ url: z.string() }), access: 'connection.manage', support: false }),
  pages: get('/facebook/pages', {
    query: z.object({ link: linkId }),
    reply: z.object({ pages: z.array(LinkablePage) }),
    access: 'connection.manage',
    support: false,
  }),
  /** With an own token: all of its pages. After a sign-in at Meta: the chosen pages. */
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
