/** Content of a WhatsApp message in the wire format. Pure; unknown kinds become `strange` and are never dropped. */
import type { proto, WAMessageKey } from 'baileys';
import { refOf } from './media-ref.ts';
import type { FileType, IncomingContent } from './wire.ts';

export interface ParsedMessage {
  content: IncomingContent;
  quotes?: string;
  isForwarded?: true;
}
type Message = proto.IMessage;

/** Undefined for messages without content for a user: keys, settings and the like. */
export function readContent(message: Message, key: WAMessageKey): ParsedMessage | undefined {
  const { content, isViewOnce } = unwrapped(message);
  const name = contentKeyOf(content);
  if (name === undefined) return undefined;
  const context = contextOf(content, name);
  const incoming = parseContent(content, name, key);
  if (!incoming || isBlank(incoming)) return undefined;
  const isAd = incoming.kind === 'text' && context?.externalAdReply && hasAd(context);
  return {
    content: isAd
      ? adOf(incoming.text, context.externalAdReply!)
      : isViewOnce && incoming.kind === 'file'
        ? once(incoming)
        : incoming,
    ...(context?.stanzaId && { quotes: context.stanzaId }),
    ...((context?.isForwarded || (context?.forwardingScore ?? 0) > 0) && { isForwarded: true as const }),
  };
}

/** Nothing that a customer wrote or chose, or a reaction to no message. */
function isBlank(content: IncomingContent): boolean {
  if (content.kind === 'text') return content.text === '';
  if (content.kind === 'choice') return content.id === '' && content.title === '';
  if (content.kind === 'cards') return content.cards.length === 0;
  return content.kind === 'reaction' && content.to === '';
}

/** Text or caption of an edited message; a file may lose its caption. Undefined if it has neither. */
export function textOf(message: Message | null | undefined): string | undefined {
  const { content } = unwrapped(message ?? {});
  const file = content.imageMessage ?? content.videoMessage ?? content.documentMessage;
  return content.conversation || content.extendedTextMessage?.text || (file ? (file.caption ?? '') : undefined);
}

const wrappers = [
  'deviceSentMessage',
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'lottieStickerMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'botForwardedMessage',
  'pollCreationMessageV4',
  'limitSharingMessage',
  'questionMessage',
  'questionReplyMessage',
] as const;
const MAX_WRAPPERS = 6;

export function unwrapped(message: Message): { content: Message; isViewOnce: boolean } {
  let content = message;
  let isViewOnce = false;
  for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
    const wrapper = wrappers.find((name) => content[name]?.message);
    if (!wrapper) break;
    isViewOnce ||= wrapper.startsWith('viewOnce');
    content = content[wrapper]!.message!;
  }
  return { content, isViewOnce };
}

/** Protocol messages between devices. */
const silent = new Set<keyof Message>([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'protocolMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'encReactionMessage',
  'encCommentMessage',
  'encEventResponseMessage',
  'pollUpdateMessage',
  'stickerSyncRmrMessage',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'albumMessage',
  'chat',
  'call',
  'bcallMessage',
  'scheduledCallEditMessage',
  'placeholderMessage',
  'secretEncryptedMessage',
  'statusNotificationMessage',
]);

/** The field that is set and holds content for a user. */
function contentKeyOf(content: Message): keyof Message | undefined {
  const set = (Object.keys(content) as (keyof Message)[]).filter((name) => content[name] != null);
  return set.find((name) => !silent.has(name));
}

function contextOf(content: Message, name: keyof Message): proto.IContextInfo | undefined {
  const value = content[name];
  return typeof value === 'object' && value !== null && 'contextInfo' in value
    ? (value.contextInfo ?? undefined)
    : undefined;
}

function parseContent(content: Message, name: keyof Message, key: WAMessageKey): IncomingContent | undefined {
  const file = (type: FileType, media: Parameters<typeof refOf>[1], caption?: string | null) =>
    fileOf(type, media, key, caption);
  switch (name) {
    case 'conversation':
      return { kind: 'text', text: content.conversation! };
    case 'extendedTextMessage':
      return { kind: 'text', text: content.extendedTextMessage!.text ?? '' };
    case 'imageMessage':
      return viewOnceOf(content.imageMessage!, file('image', content.imageMessage!, content.imageMessage!.caption));
    case 'videoMessage':
      return viewOnceOf(content.videoMessage!, file('video', content.videoMessage!, content.videoMessage!.caption));
    case 'ptvMessage':
      return file('video', content.ptvMessage!);
    case 'audioMessage': {
      const audio = viewOnceOf(content.audioMessage!, file('audio', content.audioMessage!));
      return content.audioMessage!.ptt && audio.kind === 'file' ? { ...audio, isVoice: true } : audio;
    }
    case 'documentMessage':
      return file('document', content.documentMessage!, content.documentMessage!.caption);
    case 'stickerMessage':
      return file('sticker', content.stickerMessage!);
    case 'locationMessage': {
      const { degreesLatitude, degreesLongitude, name: label, address } = content.locationMessage!;
      return locationOf(degreesLatitude, degreesLongitude, label, address);
    }
    case 'liveLocationMessage': {
      const { degreesLatitude, degreesLongitude, caption } = content.liveLocationMessage!;
      return locationOf(degreesLatitude, degreesLongitude, caption, undefined);
    }
    case 'contactMessage':
      return { kind: 'cards', cards: [cardOf(content.contactMessage!)] };
    case 'contactsArrayMessage':
      return { kind: 'cards', cards: (content.contactsArrayMessage!.contacts ?? []).map(cardOf) };
    case 'listResponseMessage': {
      const { title, description, singleSelectReply } = content.listResponseMessage!;
      return {
        kind: 'choice',
        id: singleSelectReply?.selectedRowId ?? '',
        title: title ?? '',
        ...(description && { description }),
      };
    }
    case 'buttonsResponseMessage': {
      const { selectedButtonId, selectedDisplayText } = content.buttonsResponseMessage!;
      return { kind: 'choice', id: selectedButtonId ?? '', title: selectedDisplayText ?? selectedButtonId ?? '' };
    }
    case 'templateButtonReplyMessage': {
      const { selectedId, selectedDisplayText } = content.templateButtonReplyMessage!;
      return { kind: 'choice', id: selectedId ?? '', title: selectedDisplayText ?? selectedId ?? '' };
    }
    case 'interactiveResponseMessage':
      return answerOf(content.interactiveResponseMessage!);
    case 'reactionMessage':
      return {
        kind: 'reaction',
        to: content.reactionMessage!.key?.id ?? '',
        emoji: content.reactionMessage!.text ?? '',
      };
    case 'pollCreationMessage':
    case 'pollCreationMessageV2':
    case 'pollCreationMessageV3':
    case 'pollCreationMessageV5': {
      const { name: question, options, selectableOptionsCount } = content[name]!;
      return {
        kind: 'poll',
        question: question ?? '',
        options: (options ?? []).map(({ optionName }) => optionName ?? ''),
        isMultiple: selectableOptionsCount !== 1,
      };
    }
    case 'eventMessage': {
      const { name: title, description, startTime, endTime, location } = content.eventMessage!;
      return {
        kind: 'event',
        title: title ?? '',
        starts: secondsOf(startTime),
        ...(endTime && { ends: secondsOf(endTime) }),
        ...(location?.name && { location: location.name }),
        ...(description && { description }),
      };
    }
    case 'orderMessage': {
      const { message: text, orderTitle, itemCount, totalAmount1000, totalCurrencyCode } = content.orderMessage!;
      const item = {
        name: orderTitle ?? '',
        quantity: itemCount ?? 1,
        cents: Math.round(secondsOf(totalAmount1000) / 10),
      };
      return { kind: 'order', text: text ?? '', items: [item], currency: totalCurrencyCode ?? '' };
    }
    case 'productMessage': {
      const { product, body } = content.productMessage!;
      return {
        kind: 'share',
        title: product?.title ?? '',
        text: body ?? product?.description ?? '',
        ...(product?.url && { url: product.url }),
        ...(product?.productId && { id: product.productId }),
      };
    }
    case 'groupInviteMessage': {
      const { groupName, caption, inviteCode } = content.groupInviteMessage!;
      return {
        kind: 'share',
        title: groupName ?? '',
        text: caption ?? '',
        ...(inviteCode && { url: `https://chat.whatsapp.com/${encodeURIComponent(inviteCode)}` }),
      };
    }
    case 'callLogMesssage':
      return { kind: 'call', isVideo: content.callLogMesssage!.isVideo ?? false, outcome: outcomeOf(content) };
    // Messages of businesses: only the text is taken, the buttons cannot be used here.
    case 'buttonsMessage':
      return { kind: 'text', text: content.buttonsMessage!.contentText ?? '' };
    case 'listMessage':
      return { kind: 'text', text: content.listMessage!.description ?? content.listMessage!.title ?? '' };
    case 'interactiveMessage':
      return { kind: 'text', text: content.interactiveMessage!.body?.text ?? '' };
    case 'templateMessage': {
      const template = content.templateMessage!;
      const text = (template.hydratedTemplate ?? template.hydratedFourRowTemplate)?.hydratedContentText;
      return text ? { kind: 'text', text } : unsupportedContent(name);
    }
    default:
      return unsupportedContent(name);
  }
}

export const unsupportedContent = (name: string): IncomingContent => ({
  kind: 'strange',
  what:
    name
      .replace(/Mess+age(V\d)?$/, '')
      .replace(/[^\w.-]/g, '')
      .slice(0, 60) || 'unknown',
});

type FileContent = Extract<IncomingContent, { kind: 'file' }>;
const once = (file: FileContent): IncomingContent => ({ ...file, isViewOnce: true });
const viewOnceOf = ({ viewOnce }: { viewOnce?: boolean | null }, content: IncomingContent): IncomingContent =>
  viewOnce && content.kind === 'file' ? once(content) : content;

function fileOf(
  type: FileType,
  media: Parameters<typeof refOf>[1] & {
    mimetype?: string | null;
    fileName?: string | null;
    fileLength?: Parameters<typeof secondsOf>[0];
  },
  key: WAMessageKey,
  caption?: string | null,
): IncomingContent {
  const ref = refOf(type, media, key);
  // Without a key the file cannot be decrypted.
  if (ref === undefined) return unsupportedContent(`${type}-without-key`);
  const bytes = secondsOf(media.fileLength);
  return {
    kind: 'file',
    type,
    file: {
      ref,
      mime: (media.mimetype ?? 'application/octet-stream').slice(0, 100),
      ...(media.fileName && { name: media.fileName.slice(0, 250) }),
      ...(bytes > 0 && { bytes }),
    },
    ...(caption && { caption }),
  };
}

const locationOf = (
  latitude?: number | null,
  longitude?: number | null,
  name?: string | null,
  address?: string | null,
) =>
  ({
    kind: 'place',
    latitude: latitude ?? 0,
    longitude: longitude ?? 0,
    ...(name && { name }),
    ...(address && { address }),
  }) as const;

/** Numbers are written as typed; `waid` holds the account's number where the network knows it. */
export function cardOf({ displayName, vcard }: proto.Message.IContactMessage) {
  const lines = (vcard ?? '').split(/\r?\n/);
  const numbers = lines.flatMap((line) => {
    const match = /^(?:item\d+\.)?TEL([^:]*):(.*)$/i.exec(line);
    if (!match) return [];
    const digits = /waid=(\d+)/i.exec(match[1]!)?.[1] ?? match[2]!.replace(/\D/g, '');
    return digits === '' ? [] : [digits];
  });
  const full = lines
    .find((line) => /^FN[:;]/i.test(line))
    ?.replace(/^FN[^:]*:/i, '')
    .replace(/\\(.)/g, (_, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped));
  return { name: displayName || full || numbers[0] || '', numbers: [...new Set(numbers)] };
}

function answerOf({ body, nativeFlowResponseMessage }: proto.Message.IInteractiveResponseMessage): IncomingContent {
  const title = body?.text ?? '';
  try {
    const params = JSON.parse(nativeFlowResponseMessage?.paramsJson ?? '') as Record<string, unknown>;
    if (typeof params['id'] === 'string') return { kind: 'choice', id: params['id'], title: title || params['id'] };
    const answers = Object.entries(params).flatMap(([label, value]) =>
      label === 'flow_token' ? [] : [{ label, value: typeof value === 'string' ? value : JSON.stringify(value) }],
    );
    return { kind: 'form', title, answers };
  } catch {
    return title === '' ? unsupportedContent('interactiveResponseMessage') : { kind: 'text', text: title };
  }
}

const hasAd = ({ externalAdReply, conversionSource }: proto.IContextInfo): boolean =>
  externalAdReply?.sourceType === 'ad' ||
  Boolean(externalAdReply?.ctwaClid) ||
  Boolean(externalAdReply?.showAdAttribution) ||
  conversionSource === 'FB_Ads';
const adOf = (text: string, ad: proto.ContextInfo.IExternalAdReplyInfo): IncomingContent => ({
  kind: 'ad',
  text,
  title: ad.title ?? '',
  ...(ad.body && { body: ad.body }),
  ...(ad.sourceUrl && { url: ad.sourceUrl }),
  ...(ad.sourceId && { id: ad.sourceId }),
  ...(ad.ctwaClid && { clickId: ad.ctwaClid }),
  ...(ad.ref && { ref: ad.ref }),
});

/** 0 connected, 1 missed, 2 failed, 3 rejected, 4 accepted elsewhere … */
function outcomeOf({ callLogMesssage }: Message): 'missed' | 'refused' | 'ended' {
  const outcome = callLogMesssage?.callOutcome ?? 1;
  return outcome === 0 || outcome === 4 ? 'ended' : outcome === 3 ? 'refused' : 'missed';
}

/** The library returns numbers as such or as a Long object. */
export function secondsOf(value: number | { toNumber(): number } | null | undefined): number {
  const number = typeof value === 'object' && value !== null ? value.toNumber() : Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? Math.floor(number) : 0;
}
