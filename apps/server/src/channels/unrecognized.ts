/** Shared by all payload parsers: what becomes of items that are not understood. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Peer, ChannelEvent } from './port.ts';

export const isoFromSeconds = (second: number): string => new Date(second * 1000).toISOString();

/** Ignores a byte order mark. The only place where a body that is not JSON throws. */
export const parseJson = (body: Buffer): unknown => JSON.parse(new TextDecoder().decode(body));

/** Stable id for items without one: the same bytes have the same digest. */
export const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 32);

/** A type name from outside, shortened and reduced to safe characters. */
export const plainLabel = (raw: unknown): string => {
  const plain = (typeof raw === 'string' ? raw : '').replace(/[^\w:.-]/g, '').slice(0, 60);
  return plain === '' ? 'unknown' : plain;
};
/** `plainLabel` of a field. */
export const labelIn = (raw: unknown, field: string): string =>
  plainLabel(typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[field] : undefined);

/** Peer for receipts that name no contact: it chooses their shard and is never stored. */
export const anonymousPeer = (scope: string): Peer => ({
  identities: [{ kind: 'username', value: '?', scope }],
  name: '?',
  isGroup: false,
});

/** Entry of the connection's log for an item that no customer wrote. */
export const logged = (
  label: unknown,
  { detail = '', at = isoFromSeconds(0) }: { detail?: string; at?: string } = {},
): Extract<ChannelEvent, { type: 'logged' }> => ({
  type: 'logged',
  label: plainLabel(label),
  detail: detail.slice(0, 500).toWellFormed(),
  at,
});

const MAX_EMPTY_DEPTH = 4;
/** Whether a value contains nothing that a customer can have sent: only empty texts, lists and objects. */
export function isEmpty(value: unknown, depth = 0): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  if (typeof value !== 'object' || depth > MAX_EMPTY_DEPTH) return false;
  return Object.values(value).every((member) => isEmpty(member, depth + 1));
}

const WithId = z.object({ id: z.string().regex(/^[\w.:@=/+-]{1,150}$/) });
/** Message of a customer whose content is not understood. `itemKey` is unique among all deliveries. */
export function unrecognized(
  raw: unknown,
  label: unknown,
  itemKey: string,
  peer: Peer,
): Extract<ChannelEvent, { type: 'message' }> {
  const parsed = WithId.safeParse(raw);
  return {
    type: 'message',
    // Prefixed: an unknown item about a known message must not be taken for that message.
    wid: parsed.success
      ? `unread.${plainLabel(label).slice(0, 40)}.${parsed.data.id}`.slice(0, 200)
      : `unread.${itemKey}`,
    peer,
    fromMe: false,
    at: isoFromSeconds(0),
    content: { kind: 'unsupported', what: plainLabel(label) },
    isUnrecognized: true,
  };
}
