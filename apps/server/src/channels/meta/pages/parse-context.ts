/** Context of a parsed item: account, contact and time. */
import { createHash } from 'node:crypto';
import type { Account, Peer, ChannelEvent } from '../../port.ts';
import { scopeOf } from '../field-parsers.ts';
import { logged } from '../../unrecognized.ts';
import { truncate, WireHeader } from './wire.ts';

export interface ParseContext {
  account: Account;
  /** Unique among all deliveries; the same bytes have the same key. */
  itemKey: string;
  /** Time of the delivery in milliseconds. */
  time: number | undefined;
  /** Another app controls the conversation. */
  isStandby?: boolean;
}
export interface MessageHeader {
  peer: Peer;
  /** The account itself is the sender. */
  isFromUs: boolean;
  at: string;
}

/** Undefined if the item names no contact. */
export function parseHeader(raw: unknown, { account, time }: ParseContext): MessageHeader | undefined {
  const parsed = WireHeader.safeParse(raw);
  if (!parsed.success) return undefined;
  const { sender, recipient, timestamp, message } = parsed.data;
  const isFromUs =
    message?.is_echo === true || (isAccountId(sender?.id, account) && !isAccountId(recipient?.id, account));
  const other = isFromUs ? recipient : sender;
  // The account itself is not a customer.
  if (other?.id === undefined || isAccountId(other.id, account)) return undefined;
  const name = other.name ?? other.username;
  return {
    peer: {
      ...peerFor(other.id, account),
      ...(name && { name: truncate(name, 200) }),
      ...(other.username && { username: truncate(other.username, 200) }),
    },
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

/** Message of a customer whose content is not understood. */
export const unrecognized = (raw: unknown, header: MessageHeader, context: ParseContext): ChannelEvent => ({
  type: 'message',
  wid: `unread.${derivedIdOf(raw) ?? context.itemKey}`,
  peer: header.peer,
  fromMe: header.isFromUs,
  at: header.at,
  content: { kind: 'unsupported', what: 'message' },
  isUnrecognized: true,
});
/** Entry of the connection's log for an item that no customer wrote. */
export const logItem = (raw: unknown, label: string, context: ParseContext, detail = ''): ChannelEvent =>
  logged(label, { detail, at: isoFromMillis(WireHeader.safeParse(raw).data?.timestamp ?? context.time) });
/** The same item may come again in another delivery. Items too deep to serialize have no derived id. */
function derivedIdOf(raw: unknown): string | undefined {
  try {
    return derivedId(JSON.stringify(raw));
  } catch {
    return undefined;
  }
}

export const isoFromMillis = (millis: number | undefined): string => new Date(millis ?? 0).toISOString();

/** Id for items without one: equal parts have the same id in every delivery. */
export const derivedId = (...parts: (string | undefined)[]): string =>
  createHash('sha256')
    .update(parts.map((part) => part ?? '').join('\n'))
    .digest('hex')
    .slice(0, 40);
