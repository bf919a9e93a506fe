/** Library events as wire items. Pure: lookups happen before. */
import type { BaileysEventMap, proto, WACallEvent, WAMessage, WAMessageKey } from 'baileys';
import { readContent, secondsOf, unsupportedContent, textOf, unwrapped } from './content.ts';
import { isConversation, isGroup, isLid, plainJid, userOf, peerFromJids } from './jids.ts';
import type { HistoryRange, WirePeer, WireItem } from './wire.ts';

/** What a session knows of contacts and groups. */
export interface Facts {
  /** The number behind a LID. */
  phoneOf(lid: string): string | undefined;
  nameOf(jid: string): string | undefined;
}
// Values of the library's enumerations; a test compares them with the library.
export const REVOKE = 0;
export const EDIT = 14;
export const STUB = { ciphertext: 2, missedVoice: 40, missedVideo: 41, newNumber: 42 } as const;
export const STATUS = { error: 0, sent: 2, delivered: 3, read: 4, played: 5 } as const;

/** Items of one message. None if it is not part of a conversation or has no content for a user. */
export function messageItems(message: WAMessage, facts: Facts, isHistory = false): WireItem[] {
  const { key } = message;
  if (!isConversation(key.remoteJid) || !key.id || message.category === 'peer') return [];
  const chat = chatOf(message, facts);
  const at = secondsOf(message.messageTimestamp);
  const content = message.message && unwrapped(message.message).content;
  const protocol = content?.protocolMessage;
  const author = isGroup(key.remoteJid) ? authorOf(message, facts) : undefined;
  // The sender writes the key inside the protocol message, so the direction and the author come from the outer key.
  const sender = { chat, ...(author && { author }), fromMe: key.fromMe ?? false };
  if (protocol) return isHistory ? [] : protocolItems(protocol, sender, at);
  const stub = stubItems(message, chat, at);
  if (stub) return isHistory ? stub.filter(({ item }) => item === 'message') : stub;
  // View-once content is encrypted for the phone only.
  const parsed =
    key.isViewOnce && !content
      ? { content: unsupportedContent('view-once') }
      : content && readContent(message.message!, key);
  if (!parsed || (isHistory && parsed.content.kind === 'reaction')) return [];
  return [
    {
      item: 'message',
      id: key.id,
      ...sender,
      at,
      ...parsed,
      ...(isHistory && { isHistory: true as const }),
    },
  ];
}

/** Messages of the requested range, oldest first, and the progress. */
export function historyItems(
  { messages, progress }: Pick<BaileysEventMap['messaging-history.set'], 'messages' | 'progress'>,
  facts: Facts,
  range: HistoryRange,
): WireItem[] {
  const messagesInRange = messages
    .map((message) => ({ message, at: secondsOf(message.messageTimestamp) }))
    .filter(
      ({ message, at }) => at >= range.from && at <= range.to && (range.hasGroups || !isGroup(message.key.remoteJid)),
    )
    .toSorted((a, b) => a.at - b.at);
  const items = messagesInRange.flatMap(({ message }) => messageItems(message, facts, true));
  if (typeof progress !== 'number') return items;
  return [...items, { item: 'history', percent: Math.min(100, Math.max(0, Math.round(progress))) }];
}

/** Receipts of messages sent by this account. */
export function statusItems(updates: BaileysEventMap['messages.update'], facts: Facts): WireItem[] {
  return updates.flatMap(({ key, update }): WireItem[] => {
    if (!key.fromMe || !key.id || update.status == null || !isConversation(key.remoteJid)) return [];
    const status = statusOf(update.status);
    if (status === undefined) return [];
    const [code] = (update.messageStubParameters as unknown[] | undefined) ?? [];
    return [
      {
        item: 'receipt',
        id: key.id,
        chat: peerOf(key.remoteJid, undefined, undefined, facts),
        status,
        at: secondsOf(update.messageTimestamp),
        ...(status === 'failed' && { code: typeof code === 'string' ? code.slice(0, 60) : 'unknown' }),
      },
    ];
  });
}
function statusOf(status: number): 'sent' | 'delivered' | 'read' | 'played' | 'failed' | undefined {
  switch (status) {
    case STATUS.error:
      return 'failed';
    case STATUS.sent:
      return 'sent';
    case STATUS.delivered:
      return 'delivered';
    case STATUS.read:
      return 'read';
    case STATUS.played:
      return 'played';
    default:
      return undefined;
  }
}

/** Each member of a group sends its own receipt. A read receipt of one member counts as delivered only. */
export function groupReceiptItems(updates: BaileysEventMap['message-receipt.update'], facts: Facts): WireItem[] {
  return updates.flatMap(({ key, receipt }): WireItem[] => {
    if (!key.fromMe || !key.id || !isGroup(key.remoteJid)) return [];
    const at = secondsOf(receipt.receiptTimestamp) || secondsOf(receipt.readTimestamp);
    const chat = peerOf(key.remoteJid, undefined, undefined, facts);
    return at === 0 ? [] : [{ item: 'receipt', id: key.id, chat, status: 'delivered', at }];
  });
}

/** Creates one item per call when it has ended, with the outcome. */
export function createCalls() {
  const activeCalls = new Map<string, { isVideo: boolean; isAnswered: boolean }>();
  const MAX_ACTIVE_CALLS = 100;
  return (calls: WACallEvent[], facts: Facts): WireItem[] =>
    calls.flatMap((call): WireItem[] => {
      if (call.isGroup || !isConversation(call.from)) return [];
      const active = activeCalls.get(call.id);
      switch (call.status) {
        case 'offer':
          if (activeCalls.size >= MAX_ACTIVE_CALLS) activeCalls.delete(activeCalls.keys().next().value!);
          activeCalls.set(call.id, { isVideo: call.isVideo ?? false, isAnswered: false });
          return [];
        case 'accept':
          if (active) active.isAnswered = true;
          return [];
        case 'reject':
        case 'timeout':
        case 'terminate': {
          // Every device reports the end; the first report counts.
          if (!active && call.status !== 'timeout' && !call.offline) return [];
          activeCalls.delete(call.id);
          const outcome = call.status === 'reject' ? 'refused' : active?.isAnswered ? 'ended' : 'missed';
          return [
            {
              item: 'message',
              id: `call.${call.id}`,
              chat: peerOf(call.from, call.callerPn, undefined, facts),
              fromMe: false,
              at: Math.floor(call.date.getTime() / 1000) || 0,
              content: { kind: 'call', isVideo: active?.isVideo ?? call.isVideo ?? false, outcome },
            },
          ];
        }
        case 'ringing':
        case 'preaccept':
        case 'transport':
        case 'relaylatency':
          return [];
      }
    });
}

/** A LID whose number has become known or has changed. */
export function mappingItems({ lid, pn }: BaileysEventMap['lid-mapping.update'], at: number): WireItem[] {
  const to = peerFromJids([pn, lid]);
  return to.phone === undefined || to.lid === undefined ? [] : [{ item: 'renumbered', from: { lid: to.lid }, to, at }];
}

/** Peer of a message key: its address, the alternative address of the key, and the facts of the session. */
export function peerOf(
  jid: string | null | undefined,
  alternative: string | null | undefined,
  name: string | null | undefined,
  facts: Facts,
): WirePeer {
  const plain = plainJid(jid);
  const phone = isLid(plain) && !alternative ? facts.phoneOf(userOf(plain)) : undefined;
  const knownName =
    name || facts.nameOf(plain) || (phone === undefined ? undefined : facts.nameOf(`${phone}@s.whatsapp.net`));
  return peerFromJids([plain, alternative, phone === undefined ? undefined : `${phone}@s.whatsapp.net`], knownName);
}

/** LIDs that must be resolved before these messages can be parsed. */
export const lidsIn = (keys: WAMessageKey[]): string[] =>
  keys.flatMap((key) => [
    ...(isLid(key.remoteJid) && !key.remoteJidAlt ? [plainJid(key.remoteJid)] : []),
    ...(isLid(key.participant) && !key.participantAlt ? [plainJid(key.participant)] : []),
  ]);

function chatOf({ key, pushName }: WAMessage, facts: Facts): WirePeer {
  const isDirectChat = !isGroup(key.remoteJid);
  // In a group the alternative address of an own message is our own, so it is used in direct chats only.
  const peer = peerOf(
    key.remoteJid,
    isDirectChat ? key.remoteJidAlt : undefined,
    isDirectChat && !key.fromMe ? pushName : undefined,
    facts,
  );
  return isDirectChat && key.remoteJidUsername ? { ...peer, username: key.remoteJidUsername } : peer;
}
function authorOf({ key, participant, pushName }: WAMessage, facts: Facts): WirePeer | undefined {
  const jid = key.participant ?? participant;
  if (!jid || key.fromMe) return undefined;
  const peer = peerOf(jid, key.participantAlt, pushName, facts);
  const named = key.participantUsername ? { ...peer, username: key.participantUsername } : peer;
  return named.phone === undefined && named.lid === undefined ? undefined : named;
}

interface Sender {
  chat: WirePeer;
  author?: WirePeer;
  fromMe: boolean;
}
function protocolItems(protocol: proto.Message.IProtocolMessage, sender: Sender, at: number): WireItem[] {
  const id = protocol.key?.id;
  if (!id) return [];
  if ((protocol.type ?? REVOKE) === REVOKE) return [{ item: 'removal', id, ...sender, at }];
  const text = protocol.type === EDIT ? textOf(protocol.editedMessage) : undefined;
  // An edit without a text would empty the message.
  if (text === undefined) return [];
  return [
    {
      item: 'edit',
      id,
      ...sender,
      text,
      at: Math.floor(secondsOf(protocol.timestampMs) / 1000) || at,
    },
  ];
}

/** System messages written by the network. Undefined for any other message. */
function stubItems(
  { key, messageStubType, messageStubParameters, message }: WAMessage,
  chat: WirePeer,
  at: number,
): WireItem[] | undefined {
  if (!messageStubType || message) return undefined;
  if (messageStubType === STUB.missedVoice || messageStubType === STUB.missedVideo) {
    const isVideo = messageStubType === STUB.missedVideo;
    return [
      { item: 'message', id: key.id!, chat, fromMe: false, at, content: { kind: 'call', isVideo, outcome: 'missed' } },
    ];
  }
  if (messageStubType === STUB.newNumber) {
    const [next] = (messageStubParameters as unknown[] | undefined) ?? [];
    const to =
      typeof next === 'string' ? peerFromJids([next.includes('@') ? next : `${next}@s.whatsapp.net`], chat.name) : {};
    return to.phone === undefined && to.lid === undefined ? [] : [{ item: 'renumbered', from: chat, to, at }];
  }
  // Not written by a customer: a member joined, the chat is encrypted …
  return [];
}
