/** Parses deliveries of a child process. Pure and total over JSON: unknown items become `unsupported`. */
import { z } from 'zod';
import type { Account, Content, MessageChange, SessionStatus, ChannelEvent } from '../port.ts';
import { isoFromSeconds, labelIn, anonymousPeer, unrecognized } from '../unrecognized.ts';
import { adContent, eventContent, parseDelivery, peerFromIds as parsePeer } from '../wire-fields.ts';
import { reasonCodes } from './faults.ts';
import { QrDelivery, QrItem, QrContent, QrPeer, withCurrentKeys } from './wire-format.ts';

export const parsePayload = (body: Buffer, account: Account): Iterable<ChannelEvent> =>
  parseDelivery(body, {
    schema: QrDelivery,
    parseItem: (raw, itemKey) => [parseItem(raw, itemKey, account)],
    unrecognizedItem: (raw, label, itemKey) => unrecognizedItem(raw, label, itemKey, account),
  });

export function parseContent(content: QrContent): Content {
  switch (content.kind) {
    case 'file': {
      const { ref, mime, name, bytes } = content.file;
      return {
        kind: 'media',
        type: content.type,
        media: { ref, mime, ...(name && { fileName: name }), ...(bytes !== undefined && { bytes }) },
        ...(content.caption && { caption: content.caption }),
        ...(content.isVoice && { isVoice: true }),
        ...(content.isViewOnce && { isViewOnce: true }),
      };
    }
    case 'place': {
      const { latitude, longitude, name, address } = content;
      return { kind: 'location', latitude, longitude, ...(name && { name }), ...(address && { address }) };
    }
    case 'cards':
      return { kind: 'contacts', contacts: content.cards };
    case 'event':
      return eventContent(content);
    case 'ad':
      return adContent(content);
    case 'share':
      return { kind: 'share', title: content.title, text: content.text, ...(content.url && { url: content.url }) };
    case 'strange':
      return { kind: 'unsupported', what: content.what };
    case 'text':
    case 'choice':
    case 'form':
    case 'order':
    case 'reaction':
    case 'poll':
    case 'call':
      return content;
  }
}

function parseItem(raw: unknown, itemKey: string, account: Account): ChannelEvent {
  const parsed = QrItem.safeParse(withCurrentKeys(raw));
  if (!parsed.success) return unrecognizedItem(raw, labelIn(raw, 'item'), itemKey, account);
  const item = parsed.data;
  switch (item.item) {
    case 'message': {
      const parsedContent = QrContent.safeParse(item.content);
      return {
        type: 'message',
        wid: item.id,
        peer: parsePeer(item.chat),
        ...(item.author && { author: parsePeer(item.author) }),
        fromMe: item.fromMe,
        at: isoFromSeconds(item.at),
        content: parsedContent.success
          ? parseContent(parsedContent.data)
          : { kind: 'unsupported', what: labelIn(item.content, 'kind') },
        ...(item.quotes && { quotes: item.quotes }),
        ...(item.isForwarded && { isForwarded: true }),
        ...(item.isHistory && { isHistory: true }),
      };
    }
    case 'receipt':
      return {
        type: 'receipt',
        wid: item.id,
        peer: parsePeer(item.chat),
        status: item.status,
        at: isoFromSeconds(item.at),
        ...(item.status === 'failed' && {
          fault: { code: failureOf(item.code), detail: `the server said ${item.code}` },
        }),
      };
    case 'edit':
      return { type: 'edited', ...changeOf(item), text: item.text };
    case 'removal':
      return { type: 'removed', ...changeOf(item) };
    case 'renumbered':
      return { type: 'renumbered', from: parsePeer(item.from), peer: parsePeer(item.to), at: isoFromSeconds(item.at) };
    case 'history':
      return { type: 'history', progress: item.percent };
    case 'health':
      return { type: 'health', update: item.what, detail: item.detail, at: isoFromSeconds(item.at) };
    case 'session':
      return {
        type: 'session',
        status: statuses[item.state],
        ...(item.qr && { qrcode: item.qr }),
        ...(item.pairingCode && { pairingCode: item.pairingCode }),
        ...(item.phone && { number: item.phone }),
        ...(item.reason && { because: reasonCodes[item.reason] }),
      };
  }
}

const changeOf = (item: Extract<QrItem, { item: 'edit' | 'removal' }>): MessageChange => ({
  wid: item.id,
  peer: parsePeer(item.chat),
  ...(item.author && { author: parsePeer(item.author) }),
  fromMe: item.fromMe,
  at: isoFromSeconds(item.at),
});
const statuses: Record<Extract<QrItem, { item: 'session' }>['state'], SessionStatus> = {
  opening: 'OPENING',
  code: 'qrcode',
  open: 'CONNECTED',
  closed: 'DISCONNECTED',
};
/** 463: the account may not start new conversations for a while. */
const failureOf = (code: string | undefined) => (code === '463' ? 'ERR_CHANNEL_RESTRICTED' : 'ERR_CHANNEL_REFUSED');

const WithChat = z.object({ chat: QrPeer });
/** Attributed to the chat of the item if it has a valid one. */
function unrecognizedItem(raw: unknown, label: string, itemKey: string, { connectionId }: Account): ChannelEvent {
  const chat = WithChat.safeParse(raw);
  return unrecognized(
    raw,
    label,
    itemKey,
    chat.success ? parsePeer(chat.data.chat) : anonymousPeer(`qr ${connectionId}`),
  );
}
