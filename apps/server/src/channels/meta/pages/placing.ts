/** Where something stands: who it is of and when it was. */
import { createHash } from 'node:crypto';
import type { Account, Peer, Signal } from '../../port.ts';
import { scopeOf } from '../words.ts';
import { nobody } from '../../puzzle.ts';
import { cut, WireAround } from './wire.ts';

export interface Place {
  account: Account;
  /** Names this very item among all that ever come; the same bytes have the same. */
  mark: string;
  /** When the delivery was written. */
  time: number | undefined;
}
export interface Around {
  peer: Peer;
  /** The account itself is the sender. */
  isFromUs: boolean;
  at: string;
}

/** Undefined when it names nobody. */
export function aroundOf(told: unknown, { account, time }: Place): Around | undefined {
  const parsed = WireAround.safeParse(told);
  if (!parsed.success) return undefined;
  const { sender, recipient, timestamp, message } = parsed.data;
  const isFromUs = message?.is_echo ?? (isUs(sender?.id, account) && !isUs(recipient?.id, account));
  const other = isFromUs ? recipient : sender;
  if (other?.id === undefined) return undefined;
  const name = other.name ?? other.username;
  return {
    peer: { ...personOf(other.id, account), ...(name && { name: cut(name, 200) }) },
    isFromUs,
    at: momentOf(timestamp ?? time),
  };
}

export const personOf = (id: string, account: Account): Peer => ({
  identities: [{ kind: account.kind === 'instagram' ? 'igsid' : 'psid', value: id, scope: scopeOf(account) }],
  isGroup: false,
});

const isUs = (id: string | undefined, { secrets }: Account): boolean =>
  id !== undefined && (id === secrets['pageId'] || id === secrets['igId']);

/** Not understood, but kept where people see it: with whoever it is of, or with «nobody», whom no id of theirs can name. */
export function puzzling(told: unknown, what: string, place: Place): Signal {
  const around = aroundOf(told, place);
  return {
    is: 'message',
    wid: `unread.${(around && nameOfAll(told)) ?? place.mark}`,
    peer: around?.peer ?? nobody(scopeOf(place.account)),
    fromMe: around?.isFromUs ?? false,
    at: around?.at ?? momentOf(place.time),
    content: { kind: 'unsupported', what },
    isPuzzle: true,
  };
}
/** The same item may come again in other company; one that goes too deep to be written has only its place. */
function nameOfAll(told: unknown): string | undefined {
  try {
    return nameFor(JSON.stringify(told));
  } catch {
    return undefined;
  }
}

export const momentOf = (millis: number | undefined): string => new Date(millis ?? 0).toISOString();

/** A name for what has none of its own: the same told twice has the same, whatever delivery it comes in. */
export const nameFor = (...parts: (string | undefined)[]): string =>
  createHash('sha256')
    .update(parts.map((part) => part ?? '').join('\n'))
    .digest('hex')
    .slice(0, 40);
