/** One message of the Cloud API: new words, or a change of earlier ones. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { Account, Content, Peer, Signal } from '../../port.ts';
import { key, perhaps, scopeOf, text, words } from '../words.ts';
import { momentOf, nobody, puzzling } from '../../puzzle.ts';
import { readAd, readContent } from './contents.ts';
import { peerOf, peopleOf, type Named, type People } from './people.ts';
import * as wire from './wire-format.ts';

/** What is the same for all items of one change. */
export interface Place {
  account: Account;
  people: People;
  /** Unique among all deliveries. */
  mark: string;
  isHistory: boolean;
  /** The account's own number, as a message of its own names it. */
  own: string | undefined;
  /** The hour of the delivery, for what has none of its own. */
  at: string;
}

/** `isOurs` where the list itself says so; `other` where the other end stands outside of the message. */
export function readMessage(told: unknown, place: Place, isOurs = false, other?: Named): Signal[] {
  const parsed = wire.Message.safeParse(told);
  if (!parsed.success) return [puzzling(told, 'message', place.mark, someone(told, place))];
  const message = parsed.data;
  const { from } = message;
  const fromMe = isOurs || isOwn(from, place);
  const named = other ?? (fromMe ? addressee(message) : sender(message));
  const peer = peerOf(named, place.people, place.account);
  if (!peer) return [puzzling(told, message.type, place.mark, nobody(scopeOf(place.account)))];
  const at = momentOf(message.timestamp);
  return (
    readChangeOfMessage(message, peer, at, place) ??
    readWords(message, { peer, at, fromMe, isHistory: place.isHistory })
  );
}

/** Brazil's ninth digit may stand in one of the two and not in the other. */
const isOwn = (one: wire.Somebody | undefined, { own }: Place): boolean =>
  one !== undefined && 'phone' in one && !!own && phoneKey(one.phone) === phoneKey(own);
const sender = ({ from, from_user_id }: wire.Message): Named => ({ userId: from_user_id, ...from });
const addressee = ({ to, to_user_id, recipient_user_id }: wire.Message): Named => ({
  userId: to_user_id ?? recipient_user_id,
  ...to,
});

interface Around {
  peer: Peer;
  at: string;
  fromMe: boolean;
  isHistory: boolean;
}
function readWords(message: wire.Message, { peer, at, fromMe, isHistory }: Around): Signal[] {
  const { id, group_id, context, referral } = message;
  const content = readContent(message);
  const group: Peer | undefined =
    group_id === undefined ? undefined : { identities: [{ kind: 'group', value: group_id }], isGroup: true };
  const around = {
    is: 'message' as const,
    peer: group ?? peer,
    ...(group && { author: peer }),
    fromMe,
    at,
    ...(context?.id && { quotes: context.id }),
    ...((context?.forwarded || context?.frequently_forwarded) && { isForwarded: true }),
    ...(isHistory && { isHistory: true as const }),
  };
  const say = (wid: string, what: Content): Signal => ({ ...around, wid, content: what });
  if (!referral) return [say(id, content)];
  if (content.kind === 'text') return [say(id, readAd(referral, content.text))];
  // A picture keeps its own place; where its sender came from stands before it.
  return [say(`${id}.ad`.slice(0, 200), readAd(referral, '')), say(id, content)];
}

const Edit = z.object({ original_message_id: key, message: z.looseObject({ type: words }) });
const Revoke = z.object({ original_message_id: key });
const Caption = z.object({ body: perhaps(text), caption: perhaps(text) });

/** Who changes a name is described by nothing but the change. */
const nobodyElse = peopleOf([]);

/** Messages that are no new words: about an earlier one, or about the person. */
function readChangeOfMessage(message: wire.Message, peer: Peer, at: string, place: Place): Signal[] | undefined {
  if (message.type === 'edit') {
    const edit = Edit.safeParse(message['edit']).data;
    const now = edit && Caption.safeParse(edit.message[edit.message.type]).data;
    const said = now?.body ?? now?.caption;
    return edit && said !== undefined
      ? [{ is: 'edited', wid: edit.original_message_id, peer, text: said, at }]
      : undefined;
  }
  if (message.type === 'revoke') {
    const revoke = Revoke.safeParse(message['revoke']).data;
    return revoke && [{ is: 'removed', wid: revoke.original_message_id, peer, at }];
  }
  if (message.type !== 'system') return undefined;
  const system = wire.System.safeParse(message['system']).data;
  if (!system || !/changed_(number|user_id)$/.test(system.type)) return undefined;
  const now = { phone: system.wa_id ?? system.new_wa_id, userId: system.user_id };
  const next = peerOf(now, nobodyElse, place.account);
  if (!next) return undefined;
  const before = peerOf(
    { ...sender(message), ...(system.previous_user_id && { userId: system.previous_user_id }) },
    nobodyElse,
    place.account,
  );
  return [{ is: 'renumbered', from: before ?? peer, peer: next, at }];
}

const Someone = z.object({
  from: perhaps(wire.Somebody),
  to: perhaps(wire.Somebody),
  recipient_id: perhaps(wire.Somebody),
});
/** Whoever a thing that is not understood may be of. */
export function someone(told: unknown, place: Place): Peer {
  const { people, account } = place;
  const { from, to, recipient_id } = Someone.safeParse(told).data ?? {};
  const named = [from, recipient_id, to].find((one) => one !== undefined && !isOwn(one, place));
  return peerOf(named ?? {}, people, account) ?? nobody(scopeOf(account));
}
