/** Events of the library as items of the wire. Pure: what has to be looked up was looked up before. */
import type { BaileysEventMap, proto, WACallEvent, WAMessage, WAMessageKey } from 'baileys';
import { readContent, secondsOf, strange, textOf, unwrapped } from './content.ts';
import { isConversation, isGroup, isLid, plainJid, userOf, whoIs } from './jids.ts';
import type { HistoryWish, Who, WireItem } from './wire.ts';

/** What a session knows of people and groups. */
export interface Facts {
  /** The number behind a LID. */
  phoneOf(lid: string): string | undefined;
  nameOf(jid: string): string | undefined;
}
// Numbers of the network's own enumerations; a test holds them against the library.
export const REVOKE = 0;
export const EDIT = 14;
export const STUB = { ciphertext: 2, missedVoice: 40, missedVideo: 41, newNumber: 42 } as const;
export const STATUS = { error: 0, sent: 2, delivered: 3, read: 4, played: 5 } as const;

/** One message. None for what is no conversation, or says nothing to a person. */
export function messageItems(message: WAMessage, facts: Facts, isHistory = false): WireItem[] {
  const { key } = message;
  if (!isConversation(key.remoteJid) || !key.id || message.category === 'peer') return [];
  const chat = chatOf(message, facts);
  const at = secondsOf(message.messageTimestamp);
  const content = message.message && unwrapped(message.message).content;
  const protocol = content?.protocolMessage;
  if (protocol) return isHistory ? [] : protocolItems(protocol, chat, at);
  const stub = stubItems(message, chat, at);
  if (stub) return isHistory ? stub.filter(({ item }) => item === 'message') : stub;
  // Only the phone itself may open it.
  const read =
    key.isViewOnce && !content ? { said: strange('view-once') } : content && readContent(message.message!, key);
  if (!read || (isHistory && read.said.kind === 'reaction')) return [];
  const author = isGroup(key.remoteJid) ? authorOf(message, facts) : undefined;
  return [
    {
      item: 'message',
      id: key.id,
      chat,
      ...(author && { author }),
      mine: key.fromMe ?? false,
      at,
      ...read,
      ...(isHistory && { isHistory: true as const }),
    },
  ];
}

/** What was before, oldest first, within what was asked for. */
export function historyItems(
  { messages, progress }: Pick<BaileysEventMap['messaging-history.set'], 'messages' | 'progress'>,
  facts: Facts,
  wish: HistoryWish,
): WireItem[] {
  const wanted = messages
    .map((message) => ({ message, at: secondsOf(message.messageTimestamp) }))
    .filter(
      ({ message, at }) => at >= wish.from && at <= wish.to && (wish.hasGroups || !isGroup(message.key.remoteJid)),
    )
    .toSorted((a, b) => a.at - b.at);
  const items = wanted.flatMap(({ message }) => messageItems(message, facts, true));
  if (typeof progress !== 'number') return items;
  return [...items, { item: 'history', percent: Math.min(100, Math.max(0, Math.round(progress))) }];
}

/** What became of messages of ours. */
export function statusItems(updates: BaileysEventMap['messages.update'], facts: Facts): WireItem[] {
  return updates.flatMap(({ key, update }): WireItem[] => {
    if (!key.fromMe || !key.id || update.status == null || !isConversation(key.remoteJid)) return [];
    const told = toldOf(update.status);
    if (told === undefined) return [];
    const [code] = (update.messageStubParameters as unknown[] | undefined) ?? [];
    return [
      {
        item: 'receipt',
        id: key.id,
        chat: whoOf(key.remoteJid, undefined, undefined, facts),
        told,
        at: secondsOf(update.messageTimestamp),
        ...(told === 'failed' && { code: typeof code === 'string' ? code.slice(0, 60) : 'unknown' }),
      },
    ];
  });
}
function toldOf(status: number): 'sent' | 'delivered' | 'read' | 'played' | 'failed' | undefined {
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

/** In a group each member tells of itself. That one has read it does not say that the group has. */
export function groupReceiptItems(updates: BaileysEventMap['message-receipt.update'], facts: Facts): WireItem[] {
  return updates.flatMap(({ key, receipt }): WireItem[] => {
    if (!key.fromMe || !key.id || !isGroup(key.remoteJid)) return [];
    const at = secondsOf(receipt.receiptTimestamp) || secondsOf(receipt.readTimestamp);
    const chat = whoOf(key.remoteJid, undefined, undefined, facts);
    return at === 0 ? [] : [{ item: 'receipt', id: key.id, chat, told: 'delivered', at }];
  });
}

/** Calls are told when they are over: who rang, and whether anybody answered. */
export function createCalls() {
  const ringing = new Map<string, { isVideo: boolean; isAnswered: boolean }>();
  const MOST = 100;
  return (calls: WACallEvent[], facts: Facts): WireItem[] =>
    calls.flatMap((call): WireItem[] => {
      if (call.isGroup || !isConversation(call.from)) return [];
      const known = ringing.get(call.id);
      switch (call.status) {
        case 'offer':
          if (ringing.size >= MOST) ringing.delete(ringing.keys().next().value!);
          ringing.set(call.id, { isVideo: call.isVideo ?? false, isAnswered: false });
          return [];
        case 'accept':
          if (known) known.isAnswered = true;
          return [];
        case 'reject':
        case 'timeout':
        case 'terminate': {
          // An end is told by every device; the first counts.
          if (!known && call.status !== 'timeout' && !call.offline) return [];
          ringing.delete(call.id);
          const outcome = call.status === 'reject' ? 'refused' : known?.isAnswered ? 'ended' : 'missed';
          return [
            {
              item: 'message',
              id: `call.${call.id}`,
              chat: whoOf(call.from, call.callerPn, undefined, facts),
              mine: false,
              at: Math.floor(call.date.getTime() / 1000) || 0,
              said: { kind: 'call', isVideo: known?.isVideo ?? call.isVideo ?? false, outcome },
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

/** A LID whose number has become known, or has become another. */
export function mappingItems({ lid, pn }: BaileysEventMap['lid-mapping.update'], at: number): WireItem[] {
  const to = whoIs([pn, lid]);
  return to.phone === undefined || to.lid === undefined ? [] : [{ item: 'renumbered', from: { lid: to.lid }, to, at }];
}

/** Somebody known by a key of a message: its address, the other address that came along, and what we knew. */
export function whoOf(
  jid: string | null | undefined,
  alternative: string | null | undefined,
  name: string | null | undefined,
  facts: Facts,
): Who {
  const plain = plainJid(jid);
  const phone = isLid(plain) && !alternative ? facts.phoneOf(userOf(plain)) : undefined;
  const known =
    name || facts.nameOf(plain) || (phone === undefined ? undefined : facts.nameOf(`${phone}@s.whatsapp.net`));
  return whoIs([plain, alternative, phone === undefined ? undefined : `${phone}@s.whatsapp.net`], known);
}

/** Which LIDs have to be looked up before these can be told. */
export const lidsIn = (keys: WAMessageKey[]): string[] =>
  keys.flatMap((key) => [
    ...(isLid(key.remoteJid) && !key.remoteJidAlt ? [plainJid(key.remoteJid)] : []),
    ...(isLid(key.participant) && !key.participantAlt ? [plainJid(key.participant)] : []),
  ]);

function chatOf({ key, pushName }: WAMessage, facts: Facts): Who {
  const isPerson = !isGroup(key.remoteJid);
  // The alternative of a message of ours is told for ourselves, unless it was sent in a chat of two.
  const who = whoOf(
    key.remoteJid,
    isPerson ? key.remoteJidAlt : undefined,
    isPerson && !key.fromMe ? pushName : undefined,
    facts,
  );
  return isPerson && key.remoteJidUsername ? { ...who, username: key.remoteJidUsername } : who;
}
function authorOf({ key, participant, pushName }: WAMessage, facts: Facts): Who | undefined {
  const jid = key.participant ?? participant;
  if (!jid || key.fromMe) return undefined;
  const who = whoOf(jid, key.participantAlt, pushName, facts);
  const named = key.participantUsername ? { ...who, username: key.participantUsername } : who;
  return named.phone === undefined && named.lid === undefined ? undefined : named;
}

function protocolItems(protocol: proto.Message.IProtocolMessage, chat: Who, at: number): WireItem[] {
  const id = protocol.key?.id;
  if (!id) return [];
  if ((protocol.type ?? REVOKE) === REVOKE) return [{ item: 'removal', id, chat, at }];
  if (protocol.type !== EDIT) return [];
  return [
    {
      item: 'edit',
      id,
      chat,
      text: textOf(protocol.editedMessage),
      at: Math.floor(secondsOf(protocol.timestampMs) / 1000) || at,
    },
  ];
}

/** Messages that the network writes itself. Undefined when this is none of them. */
function stubItems(
  { key, messageStubType, messageStubParameters, message }: WAMessage,
  chat: Who,
  at: number,
): WireItem[] | undefined {
  if (!messageStubType || message) return undefined;
  if (messageStubType === STUB.missedVoice || messageStubType === STUB.missedVideo) {
    const isVideo = messageStubType === STUB.missedVideo;
    return [
      { item: 'message', id: key.id!, chat, mine: false, at, said: { kind: 'call', isVideo, outcome: 'missed' } },
    ];
  }
  if (messageStubType === STUB.newNumber) {
    const [next] = (messageStubParameters as unknown[] | undefined) ?? [];
    const to = typeof next === 'string' ? whoIs([next.includes('@') ? next : `${next}@s.whatsapp.net`], chat.name) : {};
    return to.phone === undefined && to.lid === undefined ? [] : [{ item: 'renumbered', from: chat, to, at }];
  }
  // Nothing a customer said: who joined a group, that a chat is encrypted …
  return [];
}
