/** Schemas and parsers that the payload formats of the QR and the sandbox channel share. */
import { z } from 'zod';
import type { ChannelEvent, Content, Identity, MediaRef, Peer } from './port.ts';
import { digestOf, isEmpty, isoFromSeconds, labelIn, logged, parseJson, unrecognized } from './unrecognized.ts';

/** PostgreSQL cannot store NUL or lone surrogates, so they are removed. */
export const storableText = z.string().transform((value) => value.replaceAll('\0', '').toWellFormed());
/** Longer ids cannot be indexed. */
export const idText = storableText.pipe(z.string().min(1).max(200));
export const nameText = storableText.pipe(z.string().max(1000));
const LAST_SECOND = 253_402_300_799; // the end of the year 9999
/** Seconds since 1970. An invalid time becomes 0 and does not invalidate the message. */
export const epochSeconds = z.number().int().min(0).max(LAST_SECOND).catch(0);

type PeerIds = { [K in Identity['kind']]?: string | undefined };
const identityKinds = ['group', 'phone', 'lid', 'bsuid', 'psid', 'igsid', 'username'] as const;
/** Ids that differ per account. */
const scopedKinds: readonly Identity['kind'][] = ['bsuid', 'psid', 'igsid'];

export function peerFromIds({ name, ...ids }: PeerIds & { name?: string | undefined }, scope = ''): Peer {
  const identities = identityKinds.flatMap((kind): Identity[] => {
    const value = ids[kind];
    if (value === undefined) return [];
    return [scopedKinds.includes(kind) ? { kind, value, scope } : { kind, value }];
  });
  const { username } = ids;
  return { identities, ...(name && { name }), ...(username && { username }), isGroup: ids.group !== undefined };
}

interface DeliveryParser {
  schema: z.ZodType<{ items: unknown[] }>;
  parseItem(raw: unknown, itemKey: string): ChannelEvent[];
}
/** Parses each item of a delivery. A body that is not a delivery becomes one entry of the connection's log. */
export function* parseDelivery(body: Buffer, { schema, parseItem }: DeliveryParser): Generator<ChannelEvent> {
  const payload = parseJson(body);
  const delivery = schema.safeParse(payload);
  const digest = digestOf(body);
  if (!delivery.success) return yield logged('delivery');
  for (const [index, item] of delivery.data.items.entries()) yield* parseItem(item, `${digest}.${index}`);
}

interface EventFields {
  title: string;
  starts: number;
  ends?: number | null | undefined;
  location?: string | undefined;
  description?: string | undefined;
}
/** Empty optional fields are omitted. */
export const eventContent = ({ title, starts, ends, location, description }: EventFields): Content => ({
  kind: 'event',
  title,
  startsAt: isoFromSeconds(starts),
  ...(ends !== undefined && ends !== null && { endsAt: isoFromSeconds(ends) }),
  ...(location && { place: location }),
  ...(description && { description }),
});

interface AdFields {
  text: string;
  title: string;
  body?: string | undefined;
  url?: string | undefined;
  image?: MediaRef | undefined;
}
/** Empty optional fields are omitted. */
export const adContent = ({ text, title, body, url, image }: AdFields): Content => ({
  kind: 'ad',
  text,
  title,
  ...(body && { body }),
  ...(url && { url }),
  ...(image && { image }),
});

/** An item that does not match its format: a placeholder if a customer's chat and content can be read, else a log entry. */
export function invalidItem(
  raw: unknown,
  { field, itemKey, peerOf }: { field: 'item' | 'event'; itemKey: string; peerOf(raw: unknown): Peer | undefined },
): ChannelEvent {
  const label = labelIn(raw, field);
  const peer = label === 'message' ? peerOf(raw) : undefined;
  const content = (raw as { content?: unknown } | null)?.content;
  return peer && !isEmpty(content) ? unrecognized(raw, label, itemKey, peer) : logged(label);
}
