/** One item of a delivery: a message, or something that happened to one. */
import type { Content, Signal } from '../../port.ts';
import { EARLIER_PART } from '../words.ts';
import { plainName } from '../../puzzle.ts';
import { pictureAt, readAttachments } from './attachments.ts';
import { aroundOf, momentOf, nameFor, puzzling, type Around, type Place } from './placing.ts';
import {
  WireDelivered,
  WireEdit,
  WireMessage,
  WirePolicy,
  WirePostback,
  WireReaction,
  WireRead,
  WireReferral,
} from './wire.ts';

type Message = Extract<Signal, { is: 'message' }>;
type Reader = (told: unknown, around: Around, item: Record<string, unknown>, place: Place) => Signal[] | undefined;

export function readItem(told: unknown, place: Place): Signal[] {
  if (typeof told !== 'object' || told === null) return [puzzling(told, 'item', place)];
  const item = told as Record<string, unknown>;
  const name = Object.keys(readers).find((key) => item[key] !== undefined);
  if (name === undefined) {
    const strange = Object.keys(item).filter((key) => !AROUND.has(key));
    // Every word of it is one that nobody needs to know of.
    if (strange.length > 0 && strange.every((key) => QUIET_ITEMS.has(key))) return [];
    return [puzzling(told, plainName(strange[0] ?? ''), place)];
  }
  if (name === 'policy_enforcement') return readPolicy(item[name], place);
  const around = aroundOf(item, place);
  return (around && readers[name]!(item[name], around, item, place)) ?? [puzzling(told, name, place)];
}
const AROUND = new Set(['sender', 'recipient', 'timestamp', 'hop_context', 'is_self', 'prior_message']);

/** Who of several programs has the conversation, or is linked to what: no words of a customer's, and nothing to answer. */
const QUIET_ITEMS = new Set([
  'account_linking',
  'pass_thread_control',
  'take_thread_control',
  'request_thread_control',
  'app_roles',
  'game_play',
]);

/** In this order: what is said goes before the circumstances it is said in. */
const readers: Record<string, Reader> = {
  message: readMessage,
  message_edit(told, { peer, at }) {
    const edit = WireEdit.safeParse(told).data;
    return edit && [{ is: 'edited', wid: edit.mid, peer, text: edit.text, at }];
  },
  postback(told, around, item) {
    const postback = WirePostback.safeParse(told).data;
    const title = postback?.title ?? postback?.payload;
    if (!postback || title === undefined) return undefined;
    const wid = postback.mid ?? `postback.${nameFor(peerIn(around), around.at, postback.payload, title)}`;
    const choice = say(wid, around, { kind: 'choice', id: postback.payload ?? title, title });
    return [...cameBy(postback.referral ?? referralOf(item), wid, around), choice];
  },
  reaction(told, around) {
    const reaction = WireReaction.safeParse(told).data;
    if (!reaction) return undefined;
    const { mid, action, emoji, reaction: named } = reaction;
    const shown = action === 'unreact' ? '' : (emoji ?? emojis[named ?? ''] ?? '❔');
    const wid = `reaction.${nameFor(mid, peerIn(around), around.at, action, shown)}`;
    return [say(wid, around, { kind: 'reaction', to: mid, emoji: shown })];
  },
  delivery(told, { peer, at }) {
    const delivered = WireDelivered.safeParse(told).data;
    if (!delivered) return undefined;
    const { mids = [], watermark } = delivered;
    const when = watermark === undefined ? at : momentOf(watermark);
    const each = mids.map((wid): Signal => ({ is: 'receipt', wid, peer, told: 'delivered', at: when }));
    return watermark === undefined && each.length === 0
      ? undefined
      : watermark === undefined
        ? each
        : [...each, { is: 'read-up-to', peer, told: 'delivered', upTo: when }];
  },
  /** Messenger says up to when; Instagram names the last one, and with it everything before. */
  read(told, { peer, at }) {
    const read = WireRead.safeParse(told).data;
    if (!read || (read.mid === undefined && read.watermark === undefined)) return undefined;
    const upTo = read.watermark === undefined ? at : momentOf(read.watermark);
    return [
      ...(read.mid === undefined ? [] : [{ is: 'receipt', wid: read.mid, peer, told: 'read', at: upTo } as const]),
      { is: 'read-up-to', peer, told: 'read', upTo },
    ];
  },
  referral(_, around, item) {
    const referral = referralOf(item);
    const wid = `referral.${nameFor(peerIn(around), around.at, referral?.ref, referral?.ad_id)}`;
    return referral && [say(wid, around, advert(referral, ''))];
  },
  policy_enforcement: () => undefined,
};

/** The account was stopped, or may go on: said of nobody. */
function readPolicy(told: unknown, place: Place): Signal[] {
  const policy = WirePolicy.safeParse(told).data;
  const what = policy?.action === 'block' ? 'restricted' : policy?.action === 'unblock' ? 'restored' : undefined;
  if (!policy || !what) return [puzzling(undefined, 'policy_enforcement', place)];
  return [{ is: 'health', what, detail: (policy.reason ?? '').slice(0, 500), at: momentOf(place.time) }];
}

const emojis: Record<string, string> = {
  love: '❤️',
  smile: '😆',
  laugh: '😆',
  haha: '😆',
  wow: '😮',
  sad: '😢',
  angry: '😠',
  like: '👍',
  dislike: '👎',
};

function readMessage(told: unknown, around: Around, item: Record<string, unknown>): Signal[] | undefined {
  const { peer, isFromUs, at } = around;
  const message = WireMessage.safeParse(told).data;
  if (!message) return undefined;
  const { mid, metadata } = message;
  if (message.is_deleted) return [{ is: 'removed', wid: mid, peer, at }];
  if (isFromUs && metadata !== undefined && EARLIER_PART.test(metadata)) return [];
  const referral = message.referral ?? referralOf(item);
  const contents = contentsOf(message);
  const [first] = contents;
  const isPlain = contents.length === 1 && first?.kind === 'text';
  if (isPlain && referral?.product) contents[0] = { kind: 'share', title: referral.product.id, text: first.text };
  else if (isPlain && referral) contents[0] = advert(referral, first.text);
  const signals = contents.map((content, n) => ({
    // The first has the message's own name; what else came in it is named after it.
    ...say(n === 0 ? mid : `${mid}#${n + 1}`, around, content),
    ...(n === 0 && message.reply_to?.mid && { quotes: message.reply_to.mid }),
    ...(isFromUs && metadata && n === 0 && { correlation: metadata }),
  }));
  return isPlain ? signals : [...cameBy(referral, mid, around), ...signals];
}

/** What a message says, in one or several contents; never none. */
function contentsOf({ text = '', attachments: told, quick_reply, reply_to, is_unsupported }: WireMessage): Content[] {
  const attachments = Array.isArray(told) ? (told as unknown[]) : told === undefined || told === null ? [] : [told];
  const story = reply_to?.story;
  if (story) {
    const reply: Content = {
      kind: 'story',
      act: 'reply',
      text,
      ...(story.url && { url: story.url }),
      ...pictureAt(story.url),
    };
    return [reply, ...readAttachments(attachments, '')];
  }
  if (quick_reply && attachments.length === 0)
    return [{ kind: 'choice', id: quick_reply.payload, title: text || quick_reply.payload }];
  if (attachments.length > 0) return readAttachments(attachments, text);
  if (text !== '') return [{ kind: 'text', text }];
  return [{ kind: 'unsupported', what: is_unsupported ? 'unsupported' : 'message' }];
}

/** How somebody got here, when it is told beside what they said. */
const cameBy = (referral: WireReferral | undefined, wid: string, around: Around): Message[] =>
  referral ? [say(`${wid}#ad`, around, advert(referral, ''))] : [];

function advert({ ref, source, ad_id, referer_uri, ads_context_data: ad }: WireReferral, text: string): Content {
  return {
    kind: 'ad',
    text,
    title: ad?.ad_title || ad_id || source || ref || '',
    ...(ref && { body: ref }),
    ...(referer_uri && { url: referer_uri }),
    ...pictureAt(ad?.photo_url ?? ad?.video_url),
  };
}
const referralOf = (item: Record<string, unknown>): WireReferral | undefined =>
  item['referral'] === undefined ? undefined : WireReferral.safeParse(item['referral']).data;

const say = (wid: string, { peer, isFromUs, at }: Around, content: Content): Message => ({
  is: 'message',
  wid,
  peer,
  fromMe: isFromUs,
  at,
  content,
});
const peerIn = ({ peer }: Around): string | undefined => peer.identities[0]?.value;
