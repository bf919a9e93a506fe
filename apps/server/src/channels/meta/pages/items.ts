/** Parses one item of a delivery: a message or an event about one. */
import type { Content, ChannelEvent } from '../../port.ts';
import { EARLIER_PART } from '../field-parsers.ts';
import { plainLabel } from '../../unrecognized.ts';
import { pictureAt, parseAttachments } from './attachments.ts';
import {
  parseHeader,
  isoFromMillis,
  derivedId,
  unrecognized,
  type MessageHeader,
  type ParseContext,
} from './parse-context.ts';
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

type Message = Extract<ChannelEvent, { type: 'message' }>;
type ItemParser = (
  raw: unknown,
  header: MessageHeader,
  item: Record<string, unknown>,
  context: ParseContext,
) => ChannelEvent[] | undefined;

export function parseItem(raw: unknown, context: ParseContext): ChannelEvent[] {
  if (typeof raw !== 'object' || raw === null) return [unrecognized(raw, 'item', context)];
  const item = raw as Record<string, unknown>;
  const name = Object.keys(itemParsers).find((key) => item[key] !== undefined);
  if (name === undefined) {
    const unknownFields = Object.keys(item).filter((key) => !HEADER_FIELDS.has(key));
    // All its fields belong to ignored items.
    if (unknownFields.length > 0 && unknownFields.every((key) => IGNORED_ITEMS.has(key))) return [];
    return [unrecognized(raw, plainLabel(unknownFields[0] ?? ''), context)];
  }
  if (name === 'policy_enforcement') return parsePolicy(item[name], context);
  const header = parseHeader(item, context);
  return (header && itemParsers[name]!(item[name], header, item, context)) ?? [unrecognized(raw, name, context)];
}
const HEADER_FIELDS = new Set(['sender', 'recipient', 'timestamp', 'hop_context', 'is_self', 'prior_message']);

/** Thread control and account linking between apps: not written by a customer, nothing to answer. */
const IGNORED_ITEMS = new Set([
  'account_linking',
  'pass_thread_control',
  'take_thread_control',
  'request_thread_control',
  'app_roles',
  'game_play',
]);

/** In order of precedence: content before its circumstances. */
const itemParsers: Record<string, ItemParser> = {
  message: parseMessage,
  message_edit(raw, { peer, isFromUs, at }) {
    const edit = WireEdit.safeParse(raw).data;
    return edit && [{ type: 'edited', wid: edit.mid, peer, fromMe: isFromUs, text: edit.text, at }];
  },
  postback(raw, header, item) {
    const postback = WirePostback.safeParse(raw).data;
    const title = postback?.title ?? postback?.payload;
    if (!postback || title === undefined) return undefined;
    const wid = postback.mid ?? `postback.${derivedId(peerIdIn(header), header.at, postback.payload, title)}`;
    const choice = messageEvent(wid, header, { kind: 'choice', id: postback.payload ?? title, title });
    return [...referralEvents(postback.referral ?? referralOf(item), wid, header), choice];
  },
  reaction(raw, header) {
    const reaction = WireReaction.safeParse(raw).data;
    if (!reaction) return undefined;
    const { mid, action, emoji, reaction: named } = reaction;
    const resolvedEmoji = action === 'unreact' ? '' : (emoji ?? emojis[named ?? ''] ?? '❔');
    const wid = `reaction.${derivedId(mid, peerIdIn(header), header.at, action, resolvedEmoji)}`;
    return [messageEvent(wid, header, { kind: 'reaction', to: mid, emoji: resolvedEmoji })];
  },
  delivery(raw, { peer, at }) {
    const delivered = WireDelivered.safeParse(raw).data;
    if (!delivered) return undefined;
    const { mids = [], watermark } = delivered;
    const when = watermark === undefined ? at : isoFromMillis(watermark);
    const each = mids.map((wid): ChannelEvent => ({ type: 'receipt', wid, peer, status: 'delivered', at: when }));
    return watermark === undefined && each.length === 0
      ? undefined
      : watermark === undefined
        ? each
        : [...each, { type: 'read-up-to', peer, status: 'delivered', upTo: when }];
  },
  /** Messenger sends a time; Instagram names the last message, which includes all earlier ones. */
  read(raw, { peer, at }) {
    const read = WireRead.safeParse(raw).data;
    if (!read || (read.mid === undefined && read.watermark === undefined)) return undefined;
    const upTo = read.watermark === undefined ? at : isoFromMillis(read.watermark);
    return [
      ...(read.mid === undefined ? [] : [{ type: 'receipt', wid: read.mid, peer, status: 'read', at: upTo } as const]),
      { type: 'read-up-to', peer, status: 'read', upTo },
    ];
  },
  referral(_, header, item) {
    const referral = referralOf(item);
    const wid = `referral.${derivedId(peerIdIn(header), header.at, referral?.ref, referral?.ad_id)}`;
    return referral && [messageEvent(wid, header, adContent(referral, ''))];
  },
  policy_enforcement: () => undefined,
};

/** The account was blocked or unblocked; the item has no contact. */
function parsePolicy(raw: unknown, context: ParseContext): ChannelEvent[] {
  const policy = WirePolicy.safeParse(raw).data;
  const update = policy?.action === 'block' ? 'restricted' : policy?.action === 'unblock' ? 'restored' : undefined;
  if (!policy || !update) return [unrecognized(undefined, 'policy_enforcement', context)];
  return [{ type: 'health', update, detail: (policy.reason ?? '').slice(0, 500), at: isoFromMillis(context.time) }];
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

function parseMessage(raw: unknown, header: MessageHeader, item: Record<string, unknown>): ChannelEvent[] | undefined {
  const { peer, isFromUs, at } = header;
  const message = WireMessage.safeParse(raw).data;
  if (!message) return undefined;
  const { mid, metadata } = message;
  if (message.is_deleted) return [{ type: 'removed', wid: mid, peer, fromMe: isFromUs, at }];
  if (isFromUs && metadata !== undefined && EARLIER_PART.test(metadata)) return [];
  const referral = message.referral ?? referralOf(item);
  const contents = contentsOf(message);
  const [first] = contents;
  const isPlain = contents.length === 1 && first?.kind === 'text';
  if (isPlain && referral?.product) contents[0] = { kind: 'share', title: referral.product.id, text: first.text };
  else if (isPlain && referral) contents[0] = adContent(referral, first.text);
  const events = contents.map((content, n) => ({
    // The first part has the message's own id; further parts have derived ids.
    ...messageEvent(n === 0 ? mid : `${mid}#${n + 1}`, header, content),
    ...(n === 0 && message.reply_to?.mid && { quotes: message.reply_to.mid }),
    ...(isFromUs && metadata && n === 0 && { correlation: metadata }),
  }));
  return isPlain ? events : [...referralEvents(referral, mid, header), ...events];
}

/** Contents of a message; at least one. */
function contentsOf({
  text = '',
  attachments: rawAttachments,
  quick_reply,
  reply_to,
  is_unsupported,
}: WireMessage): Content[] {
  const attachments = Array.isArray(rawAttachments)
    ? (rawAttachments as unknown[])
    : rawAttachments === undefined || rawAttachments === null
      ? []
      : [rawAttachments];
  const story = reply_to?.story;
  if (story) {
    const reply: Content = {
      kind: 'story',
      act: 'reply',
      text,
      ...(story.url && { url: story.url }),
      ...pictureAt(story.url),
    };
    return [reply, ...parseAttachments(attachments, '')];
  }
  if (quick_reply && attachments.length === 0)
    return [{ kind: 'choice', id: quick_reply.payload, title: text || quick_reply.payload }];
  if (attachments.length > 0) return parseAttachments(attachments, text);
  if (text !== '') return [{ kind: 'text', text }];
  return [{ kind: 'unsupported', what: is_unsupported ? 'unsupported' : 'message' }];
}

/** The referral as a message of its own, when it cannot be merged with the content. */
const referralEvents = (referral: WireReferral | undefined, wid: string, header: MessageHeader): Message[] =>
  referral ? [messageEvent(`${wid}#ad`, header, adContent(referral, ''))] : [];

function adContent({ ref, source, ad_id, referer_uri, ads_context_data: ad }: WireReferral, text: string): Content {
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

const messageEvent = (wid: string, { peer, isFromUs, at }: MessageHeader, content: Content): Message => ({
  type: 'message',
  wid,
  peer,
  fromMe: isFromUs,
  at,
  content,
});
const peerIdIn = ({ peer }: MessageHeader): string | undefined => peer.identities[0]?.value;
