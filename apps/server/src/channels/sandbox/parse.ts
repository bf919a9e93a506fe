/** Parses payloads of the sandbox network. Pure and total over JSON: items that no customer wrote are logged. */
import { z } from 'zod';
import type { Account, Content, MediaRef, Peer, SessionStatus, ChannelEvent, PlaceholderValue } from '../port.ts';
import { isEmpty, isoFromSeconds, labelIn, logged } from '../unrecognized.ts';
import { adContent, eventContent, invalidItem, parseDelivery, peerFromIds } from '../wire-fields.ts';
import { faultOf } from './faults.ts';
import { WireChat, WireDelivery, WireItem, WireContent, type WireFile } from './wire-format.ts';

export const parsePayload = (body: Buffer, account: Account): Iterable<ChannelEvent> =>
  parseDelivery(body, {
    schema: WireDelivery,
    parseItem: (raw, itemKey) => parseItem(raw, itemKey, account),
  });

export function parseContent(content: WireContent): Content {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: content.body };
    case 'image':
    case 'audio':
    case 'voice':
    case 'video':
    case 'file':
    case 'sticker':
      return {
        kind: 'media',
        type: content.kind === 'file' ? 'document' : content.kind === 'voice' ? 'audio' : content.kind,
        media: parseFile(content.file),
        ...(content.caption && { caption: content.caption }),
        ...(content.kind === 'voice' && { isVoice: true }),
        ...(content.once && { isViewOnce: true }),
      };
    case 'place':
      return {
        kind: 'location',
        latitude: content.lat,
        longitude: content.lng,
        ...(content.label && { name: content.label }),
        ...(content.address && { address: content.address }),
      };
    case 'cards':
      return { kind: 'contacts', contacts: content.cards.map((card) => ({ name: card.name, numbers: card.phones })) };
    case 'menu':
      return {
        kind: 'list',
        title: content.header,
        text: content.body,
        button: content.button,
        ...(content.footer && { footer: content.footer }),
        sections: content.groups.map(({ title, items }) => ({
          title,
          rows: items.map((item) => ({ id: item.id, title: item.title, ...(item.hint && { description: item.hint }) })),
        })),
      };
    case 'action':
      return {
        kind: 'button',
        act: ({ open: 'url', copy: 'copy', dial: 'call' } as const)[content.does],
        title: content.header,
        text: content.body,
        button: content.label,
        value: content.target,
        ...(content.image && { image: parseFile(content.image) }),
      };
    case 'charge':
      return {
        kind: 'pix',
        title: content.header,
        keyType: content.keyType,
        key: content.key,
        merchantName: content.payee,
        cents: content.cents,
        brCode: content.code,
      };
    case 'taps':
      return {
        kind: 'buttons',
        title: content.header,
        text: content.body,
        ...(content.footer && { footer: content.footer }),
        choices: content.items.map(({ id, title, hint }) => ({ id, title, ...(hint && { description: hint }) })),
      };
    case 'preset':
      return {
        kind: 'template',
        template: {
          name: content.name,
          language: content.locale,
          text: content.body,
          ...(content.header && { title: content.header }),
          ...(content.footer && { footer: content.footer }),
          ...(content.fill.header && { header: content.fill.header.map(parsePlaceholder) }),
          ...(content.fill.body && { body: content.fill.body.map(parsePlaceholder) }),
          ...(content.buttons && { buttons: content.buttons }),
        },
        ...(content.image && { image: parseFile(content.image) }),
      };
    case 'pick':
      return { kind: 'choice', id: content.id, title: content.title };
    case 'reaction':
      return { kind: 'reaction', to: content.to, emoji: content.emoji };
    case 'poll':
      return { kind: 'poll', question: content.question, options: content.options, isMultiple: content.many };
    case 'meeting':
      return eventContent({ ...content, location: content.place, description: content.about });
    case 'ad':
      return adContent({ ...content, image: content.image ? parseFile(content.image) : undefined });
    case 'call':
      return { kind: 'call', isVideo: content.video, outcome: content.outcome };
  }
}

export const parsePeer = (chat: WireChat, { secrets }: Account): Peer => peerFromIds(chat, secrets['account'] ?? '');

function parseItem(raw: unknown, itemKey: string, account: Account): ChannelEvent[] {
  const parsed = WireItem.safeParse(raw);
  if (!parsed.success) return [invalidItem(raw, { field: 'event', itemKey, peerOf: (item) => chatIn(item, account) })];
  const item = parsed.data;
  if (item.event === 'typing') return [];
  if (item.event === 'session') {
    return [
      {
        type: 'session',
        status: sessionStatus[item.state],
        ...(item.qr && { qrcode: item.qr }),
        ...(item.phone && { number: item.phone }),
        ...(item.reason && { because: item.reason }),
      },
    ];
  }
  if (item.event === 'past') return [{ type: 'history', progress: item.progress }];
  const peer = parsePeer(item.chat, account);
  switch (item.event) {
    case 'message': {
      const parsedContent = WireContent.safeParse(item.content);
      if (isEmpty(item.content) || isWithoutWords(parsedContent.data))
        return [logged('message', { at: isoFromSeconds(item.ts) })];
      return [
        {
          type: 'message',
          wid: item.id,
          peer,
          ...(item.author && { author: parsePeer(item.author, account) }),
          fromMe: item.self,
          at: isoFromSeconds(item.ts),
          content: parsedContent.success
            ? parseContent(parsedContent.data)
            : { kind: 'unsupported', what: labelIn(item.content, 'kind') },
          ...(item.quotes && { quotes: item.quotes }),
          ...(item.forwarded && { isForwarded: true }),
          ...(item.ref && { correlation: item.ref }),
          ...(item.past && { isHistory: true }),
        },
      ];
    }
    case 'status': {
      if (item.id === undefined && item.ref === undefined) return [logged('status', { at: isoFromSeconds(item.ts) })];
      return [
        {
          type: 'receipt',
          ...(item.id && { wid: item.id }),
          ...(item.ref && { correlation: item.ref }),
          peer,
          status: item.status,
          at: isoFromSeconds(item.ts),
          ...(item.status === 'failed' && { fault: faultOf(item.fault?.code ?? 'other', item.fault?.message ?? '') }),
        },
      ];
    }
    case 'edit':
    case 'revoke': {
      const change = {
        wid: item.id,
        peer,
        ...(item.author && { author: parsePeer(item.author, account) }),
        fromMe: item.self,
        at: isoFromSeconds(item.ts),
      };
      return [item.event === 'edit' ? { type: 'edited', ...change, text: item.body } : { type: 'removed', ...change }];
    }
    case 'avatar':
      return [{ type: 'picture', peer, media: item.file && parseFile(item.file) }];
  }
}

const sessionStatus: Record<Extract<WireItem, { event: 'session' }>['state'], SessionStatus> = {
  starting: 'OPENING',
  qr: 'qrcode',
  ready: 'CONNECTED',
  closed: 'DISCONNECTED',
};

const parsePlaceholder = ({ name, value }: { name?: string | undefined; value: string }): PlaceholderValue => ({
  value,
  ...(name !== undefined && { name }),
});
const parseFile = ({ id, mime, name, size }: WireFile): MediaRef => ({
  ref: id,
  mime,
  ...(name && { fileName: name }),
  ...(size !== undefined && { bytes: size }),
});

const isWithoutWords = (content: WireContent | undefined): boolean => content?.kind === 'text' && content.body === '';

const WithChat = z.object({ chat: WireChat });
const chatIn = (raw: unknown, account: Account): Peer | undefined => {
  const chat = WithChat.safeParse(raw);
  return chat.success ? parsePeer(chat.data.chat, account) : undefined;
};
