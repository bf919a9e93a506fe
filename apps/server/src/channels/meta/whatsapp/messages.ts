/** Parses one message of the Cloud API: a new message, or an update of an earlier one or of the contact. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { Account, Peer, ChannelEvent } from '../../port.ts';
import { key, optional, text, optionalText } from '../field-parsers.ts';
import { isEmpty, isoFromSeconds, logged, plainLabel, unrecognized } from '../../unrecognized.ts';
import { parseContent } from './contents.ts';
import { mergeAd, referenceOf } from './references.ts';
import { peerOf, indexContacts, type PeerIds, type ContactIndex } from './identities.ts';
import * as wire from './wire-format.ts';

/** Context of all items of one change. */
export interface ParseContext {
  account: Account;
  contacts: ContactIndex;
  /** Unique among all deliveries. */
  itemKey: string;
  isHistory: boolean;
  /** Another app controls the conversations of this change. */
  isStandby: boolean;
  /** The account's own number in the metadata. */
  own: string | undefined;
  /** Time of the delivery, for items without one. */
  at: string;
}

/** `isFromAccount` if the list contains only own messages; `other` if the contact is named outside of the message. */
export function parseMessage(
  raw: unknown,
  context: ParseContext,
  isFromAccount = false,
  other?: PeerIds,
): ChannelEvent[] {
  const parsed = wire.Message.safeParse(raw);
  if (!parsed.success) return [unreadableMessage(raw, context)];
  const message = parsed.data;
  const { from } = message;
  const fromMe = isFromAccount || isOwnNumber(from, context);
  const named = other ?? (fromMe ? addressee(message) : sender(message));
  const peer = peerOf(named, context.contacts, context.account);
  const at = isoFromSeconds(message.timestamp);
  if (!peer) return [logged(`message.${plainLabel(message.type)}`, { at })];
  const header = { ...conversationOf(message, peer), fromMe, at };
  return parseMessageUpdate(message, header, peer, context) ?? parseNewMessage(message, header, peer, context);
}

/** A message without a valid id. The customer's content is kept as a placeholder. */
function unreadableMessage(raw: unknown, context: ParseContext): ChannelEvent {
  const { type } = z.object({ type: optionalText }).safeParse(raw).data ?? { type: '' };
  const peer = guessPeer(raw, context);
  const isContent = type !== '' && !SYSTEM_TYPES.has(type) && !isEmpty((raw as Record<string, unknown>)[type]);
  if (!peer || !isContent) return logged('message', { at: context.at });
  return {
    ...unrecognized(raw, 'message', context.itemKey, peer),
    ...(context.isHistory && { isHistory: true }),
  };
}

/** Compared by phone key: the Brazilian ninth digit may be missing in one of the two. */
const isOwnNumber = (id: wire.PhoneOrUserId | undefined, { own }: ParseContext): boolean =>
  id !== undefined && 'phone' in id && !!own && phoneKey(id.phone) === phoneKey(own);
const sender = ({ from, from_user_id }: wire.Message): PeerIds => ({ userId: from_user_id, ...from });
const addressee = ({ to, to_user_id, recipient_user_id }: wire.Message): PeerIds => ({
  userId: to_user_id ?? recipient_user_id,
  ...to,
});

interface MessageHeader {
  peer: Peer;
  author?: Peer;
  at: string;
  fromMe: boolean;
}
/** The conversation of a message: its group, with the contact as the author, or the contact. */
const conversationOf = ({ group_id }: wire.Message, peer: Peer): Pick<MessageHeader, 'peer' | 'author'> =>
  group_id === undefined
    ? { peer }
    : { peer: { identities: [{ kind: 'group', value: group_id }], isGroup: true }, author: peer };

/** Types about the contact or an earlier message. They never contain words of the customer. */
const SYSTEM_TYPES = new Set(['system', 'edit', 'revoke', 'request_welcome', 'errors']);

/** Without content it is no message: the ad it names is the source of the contact, anything else is logged. */
function parseNewMessage(
  message: wire.Message,
  header: MessageHeader,
  contact: Peer,
  { isHistory, isStandby }: ParseContext,
): ChannelEvent[] {
  const { id, type, context } = message;
  const { fromMe, at } = header;
  const about = referenceOf(message);
  const content = SYSTEM_TYPES.has(type) ? undefined : parseContent(message, isHistory);
  if (!content) {
    if (about && !fromMe && !isHistory) return [{ type: 'source', peer: contact, about, at }];
    const system = type === 'system' ? `.${plainLabel(wire.System.safeParse(message['system']).data?.type)}` : '';
    return [logged(`message.${plainLabel(type)}${system}`, { at })];
  }
  return [
    {
      type: 'message' as const,
      wid: id,
      ...header,
      ...(context?.id && { quotes: context.id }),
      ...((context?.forwarded || context?.frequently_forwarded) && { isForwarded: true }),
      ...(isHistory && { isHistory: true as const }),
      ...(isStandby && { isStandby: true as const }),
      content: mergeAd(content, message.referral),
      ...(about && { about }),
    },
  ];
}

const Edit = z.object({ original_message_id: key, message: z.looseObject({ type: optionalText }) });
const Revoke = z.object({ original_message_id: key });
const Caption = z.object({ body: optional(text), caption: optional(text) });

/** The contacts of the payload do not describe a contact that changes its ids. */
const noContacts = indexContacts([]);

/** Updates of an earlier message or of the contact; undefined for a new message. */
function parseMessageUpdate(
  message: wire.Message,
  header: MessageHeader,
  peer: Peer,
  context: ParseContext,
): ChannelEvent[] | undefined {
  if (message.type === 'edit') {
    const edit = Edit.safeParse(message['edit']).data;
    const now = edit && Caption.safeParse(edit.message[edit.message.type]).data;
    const newText = now?.body ?? now?.caption;
    return edit && newText !== undefined
      ? [{ type: 'edited', wid: edit.original_message_id, ...header, text: newText }]
      : undefined;
  }
  if (message.type === 'revoke') {
    const revoke = Revoke.safeParse(message['revoke']).data;
    return revoke && [{ type: 'removed', wid: revoke.original_message_id, ...header }];
  }
  if (message.type !== 'system') return undefined;
  const system = wire.System.safeParse(message['system']).data;
  if (!system || !/changed_(number|user_id)$/.test(system.type)) return undefined;
  const now = { phone: system.wa_id ?? system.new_wa_id, userId: system.user_id };
  const next = peerOf(now, noContacts, context.account);
  if (!next) return undefined;
  const before = peerOf(
    { ...sender(message), ...(system.previous_user_id && { userId: system.previous_user_id }) },
    noContacts,
    context.account,
  );
  return [{ type: 'renumbered', from: before ?? peer, peer: next, at: header.at }];
}

const PeerFields = z.object({
  from: optional(wire.PhoneOrUserId),
  to: optional(wire.PhoneOrUserId),
  recipient_id: optional(wire.PhoneOrUserId),
});
/** Best guess of the contact of an item that is not understood; undefined if it names none. */
export function guessPeer(raw: unknown, context: ParseContext): Peer | undefined {
  const { contacts, account } = context;
  const { from, to, recipient_id } = PeerFields.safeParse(raw).data ?? {};
  const named = [from, recipient_id, to].find((id) => id !== undefined && !isOwnNumber(id, context));
  return peerOf(named ?? {}, contacts, account);
}
