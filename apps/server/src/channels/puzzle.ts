/** What every reader of deliveries needs: how something that nobody understands is kept all the same. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Peer, Signal } from './port.ts';

export const momentOf = (second: number): string => new Date(second * 1000).toISOString();

/** The body as it is, without a byte order mark. What is no JSON throws here, and only here. */
export const jsonOf = (body: Buffer): unknown => JSON.parse(new TextDecoder().decode(body));

/** A name for things that have none: the same bytes have the same. */
export const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 32);

/** What something calls itself, short enough to be shown. */
export const plainName = (told: unknown): string => {
  const plain = (typeof told === 'string' ? told : '').replace(/[^\w:.-]/g, '').slice(0, 60);
  return plain === '' ? 'unknown' : plain;
};
/** The same, from the field in which it says so. */
export const nameIn = (told: unknown, field: string): string =>
  plainName(typeof told === 'object' && told !== null ? (told as Record<string, unknown>)[field] : undefined);

/** Whom no channel id can name: what is nobody's is kept where people see it all the same. */
export const nobody = (scope: string): Peer => ({
  identities: [{ kind: 'username', value: '?', scope }],
  name: '?',
  isGroup: false,
});

const Marked = z.object({ id: z.string().regex(/^[\w.:@=/+-]{1,150}$/) });
/** Not understood, but kept: with whoever it is of, or with nobody. `mark` is unique among all deliveries. */
export function puzzling(told: unknown, what: unknown, mark: string, peer: Peer): Extract<Signal, { is: 'message' }> {
  const marked = Marked.safeParse(told);
  return {
    is: 'message',
    // Not the id alone: a strange item about a known message must not pass for that message.
    wid: marked.success ? `unread.${plainName(what).slice(0, 40)}.${marked.data.id}`.slice(0, 200) : `unread.${mark}`,
    peer,
    fromMe: false,
    at: momentOf(0),
    content: { kind: 'unsupported', what: plainName(what) },
    isPuzzle: true,
  };
}
