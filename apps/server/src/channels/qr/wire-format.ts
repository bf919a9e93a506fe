/** Schemas of the JSON from a child process. Customers wrote most of the values, so nothing is trusted. */
import { reasons } from '@balcao/whatsapp-qr/wire';
import { z } from 'zod';
import { epochSeconds as seconds, idText as key, nameText as name, storableText as text } from '../wire-fields.ts';

const longText = text.pipe(z.string().max(70_000));
/** Addresses and ids of the network; an oversized one does not invalidate the message. */
const optionalText = text.pipe(z.string().max(4000)).optional().catch(undefined);

export const QrPeer = z
  .object({
    phone: key.optional(),
    lid: key.optional(),
    group: key.optional(),
    username: key.optional(),
    name: name.optional().catch(undefined),
  })
  .refine(({ name: _, ...ids }) => Object.values(ids).some((id) => id !== undefined));
export type QrPeer = z.output<typeof QrPeer>;

const File = z.object({
  ref: z.string().min(1).max(8000),
  mime: text.pipe(z.string().max(100)),
  name: text.pipe(z.string().max(250)).optional().catch(undefined),
  bytes: z.number().int().min(0).optional().catch(undefined),
});
export const QrContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: longText }),
  z.object({
    kind: z.literal('file'),
    type: z.enum(['image', 'audio', 'video', 'document', 'sticker']),
    file: File,
    caption: longText.optional(),
    isVoice: z.literal(true).optional(),
    isViewOnce: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('place'),
    latitude: z.number(),
    longitude: z.number(),
    name: name.optional(),
    address: name.optional(),
  }),
  z.object({
    kind: z.literal('cards'),
    cards: z.array(z.object({ name, numbers: z.array(text.pipe(z.string().max(40))).max(50) })).max(500),
  }),
  z.object({ kind: z.literal('choice'), id: name, title: longText, description: optionalText }),
  z.object({
    kind: z.literal('form'),
    title: longText,
    answers: z.array(z.object({ label: name, value: longText })).max(200),
  }),
  z.object({
    kind: z.literal('order'),
    text: longText,
    items: z.array(z.object({ name, quantity: z.number(), cents: z.number() })).max(500),
    currency: text.pipe(z.string().max(10)),
  }),
  z.object({ kind: z.literal('share'), title: longText, text: longText, url: optionalText, id: optionalText }),
  z.object({ kind: z.literal('reaction'), to: key, emoji: text.pipe(z.string().max(100)) }),
  z.object({
    kind: z.literal('poll'),
    question: longText,
    options: z.array(longText).max(100),
    isMultiple: z.boolean(),
  }),
  z.object({
    kind: z.literal('event'),
    title: longText,
    starts: seconds,
    ends: seconds.optional(),
    location: name.optional(),
    description: longText.optional(),
  }),
  z.object({
    kind: z.literal('ad'),
    text: longText,
    title: longText,
    body: longText.optional(),
    url: optionalText,
    id: optionalText,
    clickId: optionalText,
    ref: optionalText,
  }),
  z.object({ kind: z.literal('call'), isVideo: z.boolean(), outcome: z.enum(['missed', 'refused', 'ended']) }),
  z.object({ kind: z.literal('strange'), what: text.pipe(z.string().max(60)) }),
]);
export type QrContent = z.output<typeof QrContent>;

const chat = QrPeer;
const count = z.number().int().min(0).max(1_000_000_000);
/** Items of an earlier version name no sender; they count as the customer's. */
const changedBy = { author: QrPeer.optional().catch(undefined), fromMe: z.boolean().default(false) };
export const QrItem = z.discriminatedUnion('item', [
  z.object({
    item: z.literal('message'),
    id: key,
    chat,
    author: QrPeer.optional().catch(undefined),
    fromMe: z.boolean(),
    at: seconds,
    content: z.unknown(),
    quotes: key.optional().catch(undefined),
    isForwarded: z.literal(true).optional().catch(undefined),
    isHistory: z.literal(true).optional().catch(undefined),
  }),
  z.object({
    item: z.literal('receipt'),
    id: key,
    chat,
    status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
    at: seconds,
    code: text.pipe(z.string().max(60)).optional().catch(undefined),
  }),
  z.object({ item: z.literal('edit'), id: key, chat, ...changedBy, text: longText, at: seconds }),
  z.object({ item: z.literal('removal'), id: key, chat, ...changedBy, at: seconds }),
  z.object({ item: z.literal('renumbered'), from: QrPeer, to: QrPeer, at: seconds }),
  z.object({ item: z.literal('history'), percent: z.number().min(0).max(100) }),
  z.object({
    item: z.literal('health'),
    what: z.enum(['restricted', 'banned', 'restored']),
    detail: text.pipe(z.string().max(200)),
    at: seconds,
    until: seconds.optional().catch(undefined),
  }),
  z.object({ item: z.literal('new-chats'), total: count, used: count, at: seconds }),
  z.object({
    item: z.literal('session'),
    state: z.enum(['opening', 'code', 'open', 'closed']),
    qr: text.pipe(z.string().max(1000)).optional(),
    pairingCode: text.pipe(z.string().max(20)).optional(),
    phone: text
      .pipe(z.string().regex(/^\d{5,20}$/))
      .optional()
      .catch(undefined),
    reason: z.enum(reasons).optional().catch(undefined),
  }),
]);
export type QrItem = z.output<typeof QrItem>;
export const QrDelivery = z.object({ mark: z.string(), items: z.array(z.unknown()) });

const renamedKeys = { said: 'content', told: 'status', mine: 'fromMe', why: 'reason' } as const;

/** Items that an earlier version left in the inbox have other keys. A current key wins over an old one. */
export function withCurrentKeys(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const current = { ...item };
  for (const [old, key] of Object.entries(renamedKeys)) {
    if (!Object.hasOwn(item, old) || Object.hasOwn(item, key)) continue;
    current[key] = item[old];
    delete current[old];
  }
  const { content } = current;
  if (isRecord(content) && content['kind'] === 'event' && !Object.hasOwn(content, 'location')) {
    const { place: location, ...event } = content;
    if (location !== undefined) current['content'] = { ...event, location };
  }
  return current;
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
