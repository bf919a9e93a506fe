/** JSON format of the sandbox network. Its field names differ from ours on purpose, like those of a real provider. */
import { z } from 'zod';
import { epochSeconds as seconds, idText as key, nameText as name, storableText as text } from '../wire-fields.ts';

const optionalText = text.default('');
const finite = z.number();

export const WireFile = z.object({
  id: key,
  mime: text,
  name: optionalText,
  size: z.number().int().min(0).optional().catch(undefined),
});
export type WireFile = z.output<typeof WireFile>;

const fileContent = <K extends string>(kind: K) =>
  z.object({ kind: z.literal(kind), file: WireFile, caption: optionalText, once: z.boolean().default(false) });

const placeholderValue = z.object({ name: text.optional(), value: text });

export const WireContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), body: text }),
  fileContent('image'),
  fileContent('audio'),
  fileContent('voice'),
  fileContent('video'),
  fileContent('file'),
  fileContent('sticker'),
  z.object({ kind: z.literal('place'), lat: finite, lng: finite, label: optionalText, address: optionalText }),
  z.object({ kind: z.literal('cards'), cards: z.array(z.object({ name: text, phones: z.array(text) })) }),
  z.object({
    kind: z.literal('menu'),
    header: optionalText,
    body: text,
    button: text,
    footer: optionalText,
    groups: z.array(
      z.object({ title: optionalText, items: z.array(z.object({ id: text, title: text, hint: optionalText })) }),
    ),
  }),
  z.object({
    kind: z.literal('action'),
    does: z.enum(['open', 'copy', 'dial']),
    header: optionalText,
    body: optionalText,
    label: optionalText,
    target: text,
    image: WireFile.nullable().default(null),
  }),
  z.object({
    kind: z.literal('charge'),
    header: optionalText,
    keyType: text,
    key: text,
    payee: text,
    cents: z.number().nullable(),
    code: text,
  }),
  z.object({
    kind: z.literal('taps'),
    header: optionalText,
    body: text,
    footer: optionalText,
    items: z.array(z.object({ id: text, title: text, hint: optionalText })),
  }),
  /** An approved template; it may be sent at any time. */
  z.object({
    kind: z.literal('preset'),
    name: text,
    locale: text,
    header: optionalText,
    body: text,
    footer: optionalText,
    fill: z
      .object({ header: z.array(placeholderValue).optional(), body: z.array(placeholderValue).optional() })
      .default({}),
    buttons: z.array(z.object({ at: z.number(), type: z.enum(['url', 'copy', 'reply']), value: text })).optional(),
    image: WireFile.nullable().default(null),
  }),
  z.object({ kind: z.literal('pick'), id: text, title: text }),
  z.object({ kind: z.literal('reaction'), to: key, emoji: text }),
  z.object({ kind: z.literal('poll'), question: text, options: z.array(text), many: z.boolean().default(false) }),
  z.object({
    kind: z.literal('meeting'),
    title: text,
    starts: seconds,
    ends: seconds.nullable().default(null),
    place: optionalText,
    about: optionalText,
  }),
  z.object({
    kind: z.literal('ad'),
    text: optionalText,
    title: optionalText,
    body: optionalText,
    url: optionalText,
    image: WireFile.nullable().default(null),
  }),
  z.object({
    kind: z.literal('call'),
    video: z.boolean().default(false),
    outcome: z.enum(['missed', 'refused', 'ended']),
  }),
]);
export type WireContent = z.output<typeof WireContent>;

/** A contact or a group with all its ids. */
export const WireChat = z
  .object({
    group: key.optional(),
    phone: key.optional(),
    lid: key.optional(),
    bsuid: key.optional(),
    psid: key.optional(),
    igsid: key.optional(),
    username: key.optional(),
    name: name.optional().catch(undefined),
  })
  .refine(({ name: _, ...ids }) => Object.values(ids).some((id) => id !== undefined));
export type WireChat = z.output<typeof WireChat>;

export const wireErrorCodes = [
  'window',
  'blocked',
  'unsupported',
  'invalid-number',
  'too-large',
  'too-late',
  'dead',
  'other',
] as const;
export type WireErrorCode = (typeof wireErrorCodes)[number];
const WireFault = z.object({ code: text.pipe(z.string().max(60)), message: optionalText });

/** The author of a change: a member of the group, or the account itself. */
const changedBy = { author: WireChat.optional().catch(undefined), self: z.boolean().default(false) };
export const WireItem = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('message'),
    id: key,
    ts: seconds,
    chat: WireChat,
    author: WireChat.optional().catch(undefined),
    /** Sent by the account itself: from its own phone, or the echo of one of our sends. */
    self: z.boolean().default(false),
    content: z.unknown().optional(),
    quotes: key.optional().catch(undefined),
    forwarded: z.boolean().default(false),
    ref: key.optional().catch(undefined),
    /** Older than the connection. */
    past: z.boolean().optional().catch(undefined),
  }),
  /** Progress of the history in percent. */
  z.object({ event: z.literal('past'), progress: z.number().min(0).max(100) }),
  z.object({
    event: z.literal('status'),
    id: key.optional(),
    ref: key.optional().catch(undefined),
    chat: WireChat,
    status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
    ts: seconds,
    fault: WireFault.optional().catch(undefined),
  }),
  z.object({ event: z.literal('edit'), id: key, chat: WireChat, ...changedBy, body: text, ts: seconds }),
  z.object({ event: z.literal('revoke'), id: key, chat: WireChat, ...changedBy, ts: seconds }),
  z.object({ event: z.literal('avatar'), chat: WireChat, file: WireFile.nullable() }),
  /** The customer is typing; not stored. */
  z.object({ event: z.literal('typing'), chat: WireChat }),
  z.object({
    event: z.literal('session'),
    state: z.enum(['starting', 'qr', 'ready', 'closed']),
    qr: optionalText,
    phone: optionalText,
    reason: optionalText,
  }),
]);
export type WireItem = z.output<typeof WireItem>;
/** One delivery; its items are in chronological order. */
export const WireDelivery = z.object({ delivery: z.string(), account: z.string(), items: z.array(z.unknown()) });

// Requests of the server ---------------------------------------------------------------------------------------------

export const WireOpening = z.object({
  kind: z.enum(['whatsapp', 'whatsappapi', 'facebook', 'instagram']),
  webhook: z.object({ url: z.url(), secret: z.string().min(16) }),
  afresh: z.boolean(),
});
export const WireSend = z.object({
  ref: key,
  /** A repeated ref is the same message. If false, the network behaves like a provider without idempotency. */
  once: z.boolean().default(true),
  to: WireChat,
  content: WireContent,
  quotes: key.optional(),
  forwarded: z.boolean().default(false),
});
export type WireSend = z.output<typeof WireSend>;
export const WireEdit = z.object({ to: WireChat, id: key, body: text });
export const WireRemove = z.object({ to: WireChat, id: key });
export const WireRead = z.object({ to: WireChat, ids: z.array(key).max(1000) });
export const WireAnswer = z.object({ id: key });
export const WireNumber = z.object({ number: z.string().regex(/^\d{5,20}$/) });
export const WireContacts = z.object({ people: z.array(z.object({ name, number: z.string().max(50) })).max(100_000) });
export const WireUploaded = z.object({ id: key });
export const WireError = z.object({ error: z.string(), message: z.string().default('') });
