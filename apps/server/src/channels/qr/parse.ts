/** Parses deliveries of a child process. Pure and total over JSON: items that no customer wrote are logged. */
import { phoneKey } from '@balcao/domain/contact/phone';
import { z } from 'zod';
import type { Account, Content, MessageChange, Reference, SessionStatus, ChannelEvent } from '../port.ts';
import { isEmpty, isoFromSeconds, labelIn, logged } from '../unrecognized.ts';
import { adContent, eventContent, invalidItem, parseDelivery, peerFromIds as parsePeer } from '../wire-fields.ts';
import { reasonCodes } from './faults.ts';
import { QrDelivery, QrItem, QrContent, QrPeer, withCurrentKeys } from './wire-format.ts';

export const parsePayload = (body: Buffer, { number }: Pick<Account, 'number'>): Iterable<ChannelEvent> => {
  const own = number.replace(/\D/g, '');
  return parseDelivery(body, { schema: QrDelivery, parseItem: (raw, itemKey) => [parseItem(raw, itemKey, own)] });
};

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
      return {
        kind: 'share',
        title: content.title,
        text: content.text,
        ...(content.id && { id: content.id }),
        ...(content.url && { url: content.url }),
      };
    case 'choice': {
      const { id, title, description } = content;
      return { kind: 'choice', id, title, ...(description && { description }) };
    }
    case 'strange':
      return { kind: 'unsupported', what: content.what };
    case 'text':
    case 'form':
    case 'order':
    case 'reaction':
    case 'poll':
    case 'call':
      return content;
  }
}

function parseItem(raw: unknown, itemKey: string, own: string): ChannelEvent {
  const current = withCurrentKeys(raw);
  const parsed = QrItem.safeParse(current);
  if (!parsed.success) return invalidItem(current, { field: 'item', itemKey, peerOf: chatIn });
  const item = parsed.data;
  switch (item.item) {
    case 'message': {
      const parsedContent = QrContent.safeParse(item.content);
      if (isEmpty(item.content) || isWithoutWords(parsedContent.data))
        return logged('message', { at: isoFromSeconds(item.at) });
      // Notes of the phone's owner to itself: there is no customer.
      if (isOwnChat(item, own)) return logged('message.to-itself', { at: isoFromSeconds(item.at) });
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
        ...(parsedContent.data?.kind === 'ad' && { about: referenceOf(parsedContent.data) }),
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
      return {
        type: 'health',
        update: item.what,
        detail: item.detail,
        at: isoFromSeconds(item.at),
        ...(item.until !== undefined && item.until > 0 && { until: isoFromSeconds(item.until) }),
      };
    case 'new-chats': {
      const { total, used, at } = item;
      return { type: 'health', update: 'new-chats', detail: '', at: isoFromSeconds(at), newChats: { total, used } };
    }
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

const referenceOf = ({ id, clickId, ref, title, body, url }: Extract<QrContent, { kind: 'ad' }>): Reference => ({
  type: 'ad',
  ...(id && { id }),
  ...(clickId && { clickId }),
  ...(ref && { ref }),
  ...(title && { title }),
  ...(body && { body }),
  ...(url && { url }),
});
/** Compared by phone key: the Brazilian ninth digit may be missing in one of the two. */
const isOwnChat = ({ chat, fromMe }: { chat: QrPeer; fromMe: boolean }, own: string): boolean =>
  fromMe &&
  own !== '' &&
  chat.group === undefined &&
  chat.phone !== undefined &&
  phoneKey(chat.phone) === phoneKey(own);
const isWithoutWords = (content: QrContent | undefined): boolean => content?.kind === 'text' && content.text === '';

const WithChat = z.object({ chat: QrPeer });
const chatIn = (raw: unknown) => {
  const chat = WithChat.safeParse(raw);
  return chat.success ? parsePeer(chat.data.chat) : undefined;
};
