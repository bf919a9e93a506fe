/** Parses one item of a delivery: a message, an event about one, or a report about the contact or the account. */
import type { Content, ChannelEvent } from '../../port.ts';
import { EARLIER_PART, listOf } from '../field-parsers.ts';
import { isEmpty, plainLabel } from '../../unrecognized.ts';
import { parseAttachments, pictureAt } from './attachments.ts';
import {
  derivedId,
  isoFromMillis,
  logItem,
  parseHeader,
  unrecognized,
  type MessageHeader,
  type ParseContext,
} from './parse-context.ts';
import { adContent, referenceOf } from './references.ts';
import {
  WireDelivered,
  WireEdit,
  WireHandover,
  WireMessage,
  WireOptIn,
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
  if (typeof raw !== 'object' || raw === null) return [logItem(raw, 'item', context)];
  const item = raw as Record<string, unknown>;
  const name = Object.keys(itemParsers).find((key) => item[key] !== undefined && item[key] !== null);
  if (name === undefined) {
    const [unknownField] = Object.keys(item).filter((key) => !HEADER_FIELDS.has(key));
    return [logItem(raw, plainLabel(unknownField ?? 'item'), context, handoverDetail(item, unknownField))];
  }
  if (name === 'policy_enforcement') return parsePolicy(item[name], raw, context);
  const header = parseHeader(item, context);
  return (header && itemParsers[name]!(item[name], header, item, context)) ?? [logItem(raw, name, context)];
}
const HEADER_FIELDS = new Set(['sender', 'recipient', 'timestamp', 'hop_context', 'is_self', 'prior_message']);

/** The apps between which the control of a conversation changes. */
function handoverDetail(item: Record<string, unknown>, field: string | undefined): string {
  const handover = field?.endsWith('_thread_control') ? WireHandover.safeParse(item[field]).data : undefined;
  if (!handover) return '';
  const { previous_owner_app_id: from, new_owner_app_id, requested_owner_app_id } = handover;
  const to = new_owner_app_id ?? requested_owner_app_id;
  return [from, to].flatMap((id) => (id === undefined ? [] : [`app ${plainLabel(id)}`])).join(' → ');
}

/** In order of precedence: content before its circumstances. */
const itemParsers: Record<string, ItemParser> = {
  message: parseMessage,
  message_edit(raw, { peer, isFromUs, at }) {
    const edit = WireEdit.safeParse(raw).data;
    if (!edit) return undefined;
    const { mid: wid, text, num_edit: version } = edit;
    return [{ type: 'edited', wid, peer, fromMe: isFromUs, text, at, ...(version !== undefined && { version }) }];
  },
  postback(raw, header, item, context) {
    const postback = WirePostback.safeParse(raw).data;
    const title = postback?.title || postback?.payload;
    if (!postback || !title || header.isFromUs) return undefined;
    const wid = postback.mid ?? `postback.${derivedId(peerIdIn(header), header.at, postback.payload, title)}`;
    const about = referenceOf(postback.referral ?? referralOf(item));
    const choice = messageEvent(wid, header, { kind: 'choice', id: postback.payload || title, title }, context);
    return [{ ...choice, ...(about && { about }) }];
  },
  reaction(raw, header, _, context) {
    const reaction = WireReaction.safeParse(raw).data;
    if (!reaction) return undefined;
    const { mid, action, emoji, reaction: named } = reaction;
    const resolvedEmoji = action === 'unreact' ? '' : (emoji ?? emojis[named ?? ''] ?? '❔');
    const wid = `reaction.${derivedId(mid, peerIdIn(header), header.at, action, resolvedEmoji)}`;
    return [messageEvent(wid, header, { kind: 'reaction', to: mid, emoji: resolvedEmoji }, context)];
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
  referral(_, { peer, isFromUs, at }, item) {
    const about = referenceOf(referralOf(item));
    return about && !isFromUs ? [{ type: 'source', peer, about, at }] : undefined;
  },
  optin(raw, { peer, isFromUs, at }) {
    const optIn = WireOptIn.safeParse(raw).data;
    if (!optIn || isFromUs) return undefined;
    const { ref, type, title, payload } = optIn;
    const fields = {
      ...(title && { title }),
      ...((ref ?? payload) && { ref: ref ?? payload }),
      ...(type && { source: type }),
    };
    return [{ type: 'source', peer, about: { type: 'optin', ...fields }, at }];
  },
  policy_enforcement: () => undefined,
};

/** The account was blocked or unblocked; the item has no contact. */
function parsePolicy(raw: unknown, item: unknown, context: ParseContext): ChannelEvent[] {
  const { action, reason = '' } = WirePolicy.safeParse(raw).data ?? {};
  const update = action === 'block' ? 'restricted' : action === 'unblock' ? 'restored' : undefined;
  const entry = logItem(item, `policy_enforcement${action ? `.${plainLabel(action)}` : ''}`, context, reason);
  if (!update) return [entry];
  return [{ type: 'health', update, detail: reason.slice(0, 500), at: isoFromMillis(context.time) }];
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

function parseMessage(
  raw: unknown,
  header: MessageHeader,
  item: Record<string, unknown>,
  context: ParseContext,
): ChannelEvent[] | undefined {
  const { peer, isFromUs, at } = header;
  const message = WireMessage.safeParse(raw).data;
  if (!message) return hasContent(raw) ? [unrecognized(item, header, context)] : undefined;
  const { mid, metadata } = message;
  if (message.is_deleted) return [{ type: 'removed', wid: mid, peer, fromMe: isFromUs, at }];
  if (isFromUs && metadata !== undefined && EARLIER_PART.test(metadata)) return [];
  const referral = message.referral ?? referralOf(item);
  const about = referenceOf(referral);
  const contents = contentsOf(message, raw);
  // A click without words is the source of the contact.
  if (contents.length === 0) return about && !isFromUs ? [{ type: 'source', peer, about, at }] : undefined;
  const [first] = contents;
  const isPlain = contents.length === 1 && first?.kind === 'text';
  if (isPlain && referral?.product) {
    const { id } = referral.product;
    contents[0] = { kind: 'share', title: id, text: first.text, id };
  } else if (isPlain && referral) contents[0] = adContent(referral, first.text);
  return contents.map((content, n) => ({
    // The first part has the message's own id; further parts have derived ids.
    ...messageEvent(n === 0 ? mid : `${mid}#${n + 1}`, header, content, context),
    ...(n === 0 && message.reply_to?.mid && { quotes: message.reply_to.mid }),
    ...(isFromUs && metadata && n === 0 && { correlation: metadata }),
    ...(n === 0 && about && { about }),
  }));
}

/** Fields of a message that say nothing about its content. */
const CIRCUMSTANCES = new Set([
  'mid',
  'seq',
  'is_echo',
  'is_self',
  'is_deleted',
  'app_id',
  'metadata',
  'referral',
  'reply_to',
  'tags',
  'nlp',
  'traits',
  'num_edit',
]);
/** Whether the message contains anything that its sender wrote, also in a form that is not known here. */
const hasContent = (raw: unknown): boolean =>
  typeof raw === 'object' &&
  raw !== null &&
  Object.entries(raw).some(([field, value]) => !CIRCUMSTANCES.has(field) && !isEmpty(value));

/** Contents of a message; none if the message is empty. */
function contentsOf(
  { text = '', attachments: rawAttachments, quick_reply, reply_to, is_unsupported }: WireMessage,
  raw: unknown,
): Content[] {
  const attachments = listOf(rawAttachments);
  const story = reply_to?.story;
  if (story && (text !== '' || attachments.length > 0)) {
    const reply: Content = {
      kind: 'story',
      act: 'reply',
      text,
      ...(story.id && { id: story.id }),
      ...(story.url && { url: story.url }),
      ...pictureAt(story.url),
    };
    return [reply, ...parseAttachments(attachments, '')];
  }
  if (quick_reply && attachments.length === 0)
    return [{ kind: 'choice', id: quick_reply.payload, title: text || quick_reply.payload }];
  if (attachments.length > 0) return parseAttachments(attachments, text);
  if (text !== '') return [{ kind: 'text', text }];
  return is_unsupported || hasContent(raw)
    ? [{ kind: 'unsupported', what: is_unsupported ? 'unsupported' : 'message' }]
    : [];
}

const referralOf = (item: Record<string, unknown>): WireReferral | undefined =>
  item['referral'] === undefined ? undefined : WireReferral.safeParse(item['referral']).data;

const messageEvent = (
  wid: string,
  { peer, isFromUs, at }: MessageHeader,
  content: Content,
  { isStandby }: ParseContext,
): Message => ({
  type: 'message',
  wid,
  peer,
  fromMe: isFromUs,
  at,
  content,
  ...(isStandby && { isStandby: true }),
});
const peerIdIn = ({ peer }: MessageHeader): string | undefined => peer.identities[0]?.value;
