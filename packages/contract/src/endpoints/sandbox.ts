import { z } from 'zod';
import { get, post } from '../kernel/endpoint.ts';
import { id, idParams, timestamp, plainText, requiredText } from '../kernel/schemas.ts';
import { connectionStatuses } from './connections.ts';
import { channel } from './contacts.ts';
import { ticketStatus } from './tickets.ts';

// The simulated phones of a company: customers on one side, this server on the other. Nothing leaves the server.

const key = plainText(80).regex(/^[\w.@:-]{1,80}$/);
const connectionParams = z.object({ connectionId: idParams.shape.id });
const customerParams = connectionParams.extend({ customerId: key });

// Contents ---------------------------------------------------------------------------------------------------

/** A file on the simulated phone; its bytes come from `sandbox.media`. */
const MediaOnPhone = z.object({ ref: z.string(), mime: z.string(), fileName: z.string(), bytes: z.number() });
const Row = z.object({ id: z.string(), title: z.string(), description: z.string().optional() });
export const SandboxContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('media'),
    type: z.enum(['image', 'audio', 'video', 'document', 'sticker']),
    media: MediaOnPhone,
    caption: z.string(),
    isVoice: z.boolean(),
    isViewOnce: z.boolean(),
  }),
  z.object({
    kind: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string(),
    address: z.string(),
  }),
  z.object({
    kind: z.literal('contacts'),
    contacts: z.array(z.object({ name: z.string(), numbers: z.array(z.string()) })),
  }),
  z.object({
    kind: z.literal('list'),
    title: z.string(),
    text: z.string(),
    button: z.string(),
    footer: z.string(),
    sections: z.array(z.object({ title: z.string(), rows: z.array(Row) })),
  }),
  z.object({
    kind: z.literal('button'),
    act: z.enum(['url', 'copy', 'call']),
    title: z.string(),
    text: z.string(),
    button: z.string(),
    value: z.string(),
    image: MediaOnPhone.nullable(),
  }),
  z.object({
    kind: z.literal('pix'),
    title: z.string(),
    keyType: z.string(),
    key: z.string(),
    merchantName: z.string(),
    cents: z.number().nullable(),
    brCode: z.string(),
  }),
  z.object({
    kind: z.literal('buttons'),
    title: z.string(),
    text: z.string(),
    footer: z.string(),
    choices: z.array(Row),
  }),
  z.object({
    kind: z.literal('template'),
    name: z.string(),
    language: z.string(),
    title: z.string(),
    text: z.string(),
    footer: z.string(),
    image: MediaOnPhone.nullable(),
  }),
  z.object({ kind: z.literal('choice'), id: z.string(), title: z.string() }),
  z.object({
    kind: z.literal('poll'),
    question: z.string(),
    options: z.array(z.string()),
    isMultiple: z.boolean(),
  }),
  z.object({
    kind: z.literal('event'),
    title: z.string(),
    startsAt: timestamp,
    endsAt: timestamp.nullable(),
    place: z.string(),
    description: z.string(),
  }),
  z.object({
    kind: z.literal('ad'),
    text: z.string(),
    title: z.string(),
    body: z.string(),
    url: z.string(),
    image: MediaOnPhone.nullable(),
  }),
  z.object({ kind: z.literal('call'), isVideo: z.boolean(), outcome: z.enum(['missed', 'refused', 'ended']) }),
  z.object({ kind: z.literal('unsupported'), what: z.string() }),
]);
export type SandboxContent = z.infer<typeof SandboxContent>;

/** Ticks of a message. A customer's message is `waiting` until the server received it, then `sent`, then `read`. */
export const sandboxTicks = ['waiting', 'sent', 'delivered', 'read', 'played', 'failed'] as const;
export const SandboxMessage = z.object({
  wid: z.string(),
  fromCustomer: z.boolean(),
  /** In a group: the member who wrote. */
  author: z.string(),
  at: timestamp,
  ticks: z.enum(sandboxTicks),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  isForwarded: z.boolean(),
  /** Sent from the account's own phone, outside this server. */
  isFromOwnPhone: z.boolean(),
  quotes: z.object({ wid: z.string(), fromCustomer: z.boolean(), text: z.string() }).nullable(),
  reactions: z.array(z.object({ emoji: z.string(), fromCustomer: z.boolean() })),
  content: SandboxContent,
});
export type SandboxMessage = z.infer<typeof SandboxMessage>;

export const SandboxCustomer = z.object({
  id: z.string(),
  name: z.string(),
  /** One line about the customer; built-in customers have it in the caller's language. */
  about: z.string(),
  isGroup: z.boolean(),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Empty for a customer whom the channel knows only by user name or id. */
  number: z.string(),
  username: z.string(),
  isOnline: z.boolean(),
  /** Messages that the customer has not read. */
  unread: z.number(),
  lastText: z.string(),
  lastAt: timestamp.nullable(),
});
export type SandboxCustomer = z.infer<typeof SandboxCustomer>;

// Injected faults ---------------------------------------------------------------------------

const milliseconds = z.number().int().min(0).max(120_000);
/** An error of the network, by name. `window`: the 24 hours are over; `dead`: the account is no longer accepted. */
export const sandboxSendErrors = [
  'window',
  'blocked',
  'unsupported',
  'invalid-number',
  'too-large',
  'dead',
  'other',
] as const;
export const SandboxFaults = z.object({
  /** Delay of every response to our calls. */
  slowMs: milliseconds,
  /** Outcome of our sends; `before-read` and `after-read` are timeouts, with nothing or everything done. */
  sends: z.enum(['fine', 'refuse', 'busy', 'down', 'before-read', 'after-read', 'reset', 'garbage']),
  refusal: z.enum(sandboxSendErrors),
  /** With `busy` (429): when to retry. */
  retryAfterSeconds: z.number().int().min(0).max(3600),
  /** Number of sends that fail before they succeed again; null fails until changed. */
  times: z.number().int().min(1).max(10_000).nullable(),
  /** One webhook of this many is sent twice; 0 means never. */
  duplicateOneIn: z.number().int().min(0).max(1000),
  /** Number of webhooks that are held and sent in another order; 0 sends each at once. */
  shuffle: z.number().int().min(0).max(50),
  receiptsDelayMs: milliseconds,
  /** Order of the receipts: read can come before delivered. */
  receiptsReversed: z.boolean(),
  /** Files cannot be downloaded. */
  mediaBroken: z.boolean(),
});
export type SandboxFaults = z.infer<typeof SandboxFaults>;

// Actions ---------------------------------------------------------------------------------------------------

const messageFields = {
  customerId: key,
  /** In a group: the member who writes; default: the first. */
  memberId: key.optional(),
  quotes: key.optional(),
};
const ofMessage = { customerId: key, memberId: key.optional(), wid: key };
/** A file of the user as base64, within the limit of a JSON body; without it the phone uses a sample file. */
const file = z.object({ fileName: requiredText(1, 200), mime: plainText(100), base64: z.string().max(4_500_000) });

export const SandboxAction = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('say'),
    ...messageFields,
    text: plainText(65_536).min(1),
    isForwarded: z.boolean().default(false),
  }),
  z.object({
    act: z.literal('send'),
    ...messageFields,
    type: z.enum(['image', 'voice', 'audio', 'video', 'document', 'sticker']),
    caption: plainText(4096).default(''),
    isViewOnce: z.boolean().default(false),
    file: file.optional(),
  }),
  z.object({
    act: z.literal('location'),
    ...messageFields,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: plainText(200).default(''),
    address: plainText(300).default(''),
  }),
  z.object({
    act: z.literal('contacts'),
    ...messageFields,
    contacts: z
      .array(z.object({ name: requiredText(1, 250), numbers: z.array(plainText(50)).min(1).max(10) }))
      .min(1)
      .max(20),
  }),
  z.object({
    act: z.literal('poll'),
    ...messageFields,
    question: requiredText(1, 255),
    options: z.array(requiredText(1, 100)).min(2).max(12),
    isMultiple: z.boolean().default(false),
  }),
  z.object({
    act: z.literal('event'),
    ...messageFields,
    title: requiredText(1, 200),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime().optional(),
    place: plainText(200).default(''),
    description: plainText(1000).default(''),
  }),
  /** Starts the conversation from an advertisement. */
  z.object({
    act: z.literal('ad'),
    ...messageFields,
    text: requiredText(1, 4096),
    title: requiredText(1, 200),
    body: plainText(1000).default(''),
    url: plainText(2000).default(''),
    hasImage: z.boolean().default(true),
  }),
  /** A row of a list, or an option of a menu sent as buttons. */
  z.object({ act: z.literal('choose'), ...ofMessage, choiceId: plainText(200) }),
  /** An empty emoji removes the reaction. */
  z.object({ act: z.literal('react'), ...ofMessage, emoji: plainText(16) }),
  z.object({ act: z.literal('edit'), ...ofMessage, text: requiredText(1, 65_536) }),
  z.object({ act: z.literal('delete'), ...ofMessage }),
  z.object({
    act: z.literal('call'),
    customerId: key,
    isVideo: z.boolean().default(false),
    outcome: z.enum(['missed', 'refused', 'ended']).default('missed'),
  }),
  /** A content that no version of this product knows. */
  z.object({ act: z.literal('strange'), ...messageFields, what: requiredText(1, 60) }),
  z.object({ act: z.literal('type'), customerId: key }),
  z.object({ act: z.literal('read'), customerId: key }),
  /** Plays a voice message of ours. */
  z.object({ act: z.literal('play'), customerId: key, wid: key }),
  z.object({ act: z.literal('online'), customerId: key, isOnline: z.boolean() }),
  /** A new profile picture, or none. */
  z.object({ act: z.literal('picture'), customerId: key, hasPicture: z.boolean() }),
  /** The account's own phone writes to this customer, outside this server. */
  z.object({ act: z.literal('own-phone'), customerId: key, text: requiredText(1, 65_536) }),
  /** A message of ours becomes undeliverable after it was accepted. */
  z.object({ act: z.literal('fail'), customerId: key, wid: key, refusal: z.enum(sandboxSendErrors) }),
  z.object({ act: z.literal('scan') }),
  /** The QR code expires and a new one is shown. */
  z.object({ act: z.literal('renew-qr') }),
  z.object({ act: z.literal('drop') }),
  z.object({ act: z.literal('restore') }),
  /** The device was removed on the phone: a new QR code is needed. */
  z.object({ act: z.literal('log-out') }),
  z.object({ act: z.literal('faults'), faults: SandboxFaults.partial() }),
  /** The phone delivers its old messages: this many with every customer, over this many days. */
  z.object({
    act: z.literal('history'),
    messages: z.number().int().min(1).max(200).default(6),
    days: z.number().int().min(1).max(700).default(60),
  }),
  /** Removes the created customers and all simulated messages; the server keeps its data. */
  z.object({ act: z.literal('start-over') }),
]);
export type SandboxAction = z.input<typeof SandboxAction>;

const SandboxConnection = z.object({
  id,
  name: z.string(),
  channel,
  status: z.enum(connectionStatuses),
  number: z.string(),
  /** Content of the QR code while one is shown. */
  qrcode: z.string(),
  /** State in the simulated network; the server can be behind. */
  session: z.enum(['none', 'qrcode', 'open', 'dropped', 'logged-out']),
  /** Time on the simulated phones. */
  now: timestamp,
  clockAheadHours: z.number(),
  /** Webhooks that the server has not received yet. */
  waiting: z.number(),
  faults: SandboxFaults,
  customers: z.array(SandboxCustomer),
});
export type SandboxConnection = z.infer<typeof SandboxConnection>;

const Script = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  icon: z.enum(['bolt', 'alert', 'pix', 'star', 'audio', 'people']),
});
export const sandbox = {
  overview: get('/sandbox', {
    reply: z.object({ connections: z.array(SandboxConnection) }),
    access: 'connection.read',
    support: false,
  }),
  thread: get('/sandbox/:connectionId/customers/:customerId', {
    params: customerParams,
    /** With the known revision, the response waits some seconds for a newer one. */
    query: z.object({
      knows: z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number)
        .optional(),
    }),
    reply: z.object({ revision: z.number(), customer: SandboxCustomer, messages: z.array(SandboxMessage) }),
    access: 'connection.read',
    support: false,
  }),
  /** Bytes of one file, for a blob in the browser. */
  media: get('/sandbox/:connectionId/media/:ref', {
    params: connectionParams.extend({ ref: key }),
    reply: z.object({ mime: z.string(), fileName: z.string(), base64: z.string() }),
    access: 'connection.read',
    support: false,
  }),
  act: post('/sandbox/:connectionId/act', {
    params: connectionParams,
    body: SandboxAction,
    /** The created message, if there is one. */
    reply: z.object({ wid: z.string().nullable() }),
    access: 'connection.manage',
  }),
  newCustomer: post('/sandbox/:connectionId/customers', {
    params: connectionParams,
    body: z.object({
      name: requiredText(1, 100),
      /** Digits with country code; without it the channel knows the customer only by user name or id. */
      number: z
        .string()
        .regex(/^(?:\d{8,15})?$/)
        .default(''),
      username: z
        .string()
        .regex(/^[\w.]{0,40}$/)
        .default(''),
      isGroup: z.boolean().default(false),
      /** In a group: the names of its members. */
      members: z.array(requiredText(1, 100)).max(20).default([]),
    }),
    reply: SandboxCustomer,
    status: 201,
    access: 'connection.manage',
  }),
  scripts: get('/sandbox/scripts', { reply: z.array(Script), access: 'connection.read' }),
  /** Plays the script at human speed; responds when it has started. */
  run: post('/sandbox/:connectionId/scripts/:scriptId', {
    params: connectionParams.extend({ scriptId: key }),
    body: z.object({ customerId: key }),
    reply: z.object({ steps: z.number() }),
    access: 'connection.manage',
  }),
  /**
   * Advances the clock of the network by this many hours, ages the tickets of this account as much, and runs the ticket
   * timers; 0 returns the network to the real time.
   */
  clock: post('/sandbox/:connectionId/clock', {
    params: connectionParams,
    body: z.object({ hours: z.number().min(0).max(720) }),
    reply: z.object({ now: timestamp, clockAheadHours: z.number() }),
    access: 'connection.manage',
  }),
  /** Ages the tickets of this account by this many minutes and runs the ticket timers at once. */
  pass: post('/sandbox/:connectionId/pass', {
    params: connectionParams,
    body: z.object({ minutes: z.int().min(1).max(10_080) }),
    reply: z.object({ conversations: z.number() }),
    access: 'connection.manage',
  }),
  /** How the server processed it. */
  trace: get('/sandbox/:connectionId/customers/:customerId/trace', {
    params: customerParams,
    reply: z.object({
      ticket: z
        .object({
          id,
          number: z.number().nullable(),
          uuid: z.string(),
          status: ticketStatus,
          queue: z.object({ id, name: z.string(), color: z.string() }).nullable(),
          user: z.object({ id, name: z.string() }).nullable(),
        })
        .nullable(),
      /** Oldest first. `what` is a kind of event; the web has a text for it. */
      events: z.array(
        z.object({
          at: timestamp,
          what: z.string(),
          detail: z.string(),
          /** Reason of an event of the bot or of a timer, as the ticket log stores it. */
          reason: z.string().nullable(),
          user: z.string(),
          queue: z.string(),
        }),
      ),
    }),
    access: 'connection.read',
    support: false,
  }),
};
