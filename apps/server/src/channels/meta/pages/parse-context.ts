/** Where something stands: who it is of and when it was. */
import { createHash } from 'node:crypto';
import type { Account, Peer, ChannelEvent } from '../../port.ts';
import { scopeOf } from '../field-parsers.ts';
import { anonymousPeer } from '../../unrecognized.ts';
import { truncate, WireHeader } from './wire.ts';

export interface ParseContext {
  account: Account;
  /** Names this very item among all that ever come; the same bytes have the same. */
  itemKey: string;
  /** When the delivery was written. */
  time: number | undefined;
}
export interface MessageHeader {
  peer: Peer;
  /** The account itself is the sender. */
  isFromUs: boolean;
  at: string;
}

/** Undefined when it names nobody. */
export function parseHeader(raw: unknown, { account, time }: ParseContext): MessageHeader | undefined {
  const parsed = WireHeader.safeParse(raw);
  if (!parsed.success) return undefined;
  const { sender, recipient, timestamp, message } = parsed.data;
  const isFromUs = message?.is_echo ?? (isAccountId(sender?.id, account) && !isAccountId(recipient?.id, account));
  const other = isFromUs ? recipient : sender;
  if (other?.id === undefined) return undefined;
  const name = other.name ?? other.username;
  return {
    peer: { ...peerFor(other.id, account), ...(name && { name: truncate(name, 200) }) },
    isFromUs,
    at: isoFromMillis(timestamp ?? time),
  };
}

export const peerFor = (id: string, account: Account): Peer => ({
  identities: [{ kind: account.kind === 'instagram' ? 'igsid' : 'psid', value: id, scope: scopeOf(account) }],
  isGroup: false,
});

const isAccountId = (id: string | undefined, { secrets }: Account): boolean =>
  id !== undefined && (id === secrets['pageId'] || id === secrets['igId']);

/** Not understood, but kept where people see it: with whoever it is of, or with «nobody», whom no id of theirs can name. */
export function unrecognized(raw: unknown, label: string, context: ParseContext): ChannelEvent {
  const header = parseHeader(raw, context);
  return {
    type: 'message',
    wid: `unread.${(header && derivedIdOf(raw)) ?? context.itemKey}`,
    peer: header?.peer ?? anonymousPeer(scopeOf(context.account)),
    fromMe: header?.isFromUs ?? false,
    at: header?.at ?? isoFromMillis(context.time),
    content: { kind: 'unsupported', what: label },
    isUnrecognized: true,
  };
}
/** The same item may come again in other company; one that goes too deep to be written has only its place. */
function derivedIdOf(raw: unknown): string | undefined {
  try {
    return derivedId(JSON.stringify(raw));
  } catch {
    return undefined;
  }
}

export const isoFromMillis = (millis: number | undefined): string => new Date(millis ?? 0).toISOString();

/** A name for what has none of its own: the same told twice has the same, whatever delivery it comes in. */
export const derivedId = (...parts: (string | undefined)[]): string =>
  createHash('sha256')
    .update(parts.map((part) => part ?? '').join('\n'))
    .digest('hex')
    .slice(0, 40);
