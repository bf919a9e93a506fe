/** What every reader of deliveries needs: how something that nobody understands is kept all the same. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Peer, ChannelEvent } from './port.ts';

export const isoFromSeconds = (second: number): string => new Date(second * 1000).toISOString();

/** The body as it is, without a byte order mark. What is no JSON throws here, and only here. */
export const parseJson = (body: Buffer): unknown => JSON.parse(new TextDecoder().decode(body));

/** A name for things that have none: the same bytes have the same. */
export const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 32);

/** What something calls itself, short enough to be shown. */
export const plainLabel = (raw: unknown): string => {
  const plain = (typeof raw === 'string' ? raw : '').replace(/[^\w:.-]/g, '').slice(0, 60);
  return plain === '' ? 'unknown' : plain;
};
/** The same, from the field in which it says so. */
export const labelIn = (raw: unknown, field: string): string =>
  plainLabel(typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[field] : undefined);

/** Whom no channel id can name: what is nobody's is kept where people see it all the same. */
export const anonymousPeer = (scope: string): Peer => ({
  identities: [{ kind: 'username', value: '?', scope }],
  name: '?',
  isGroup: false,
});

const WithId = z.object({ id: z.string().regex(/^[\w.:@=/+-]{1,150}$/) });
/** Not understood, but kept: with whoever it is of, or with nobody. `mark` is unique among all deliveries. */
export function unrecognized(
  raw: unknown,
  label: unknown,
  itemKey: string,
  peer: Peer,
): Extract<ChannelEvent, { type: 'message' }> {
  const parsed = WithId.safeParse(raw);
  return {
    type: 'message',
    // Not the id alone: a strange item about a known message must not pass for that message.
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
