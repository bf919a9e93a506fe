/** Words of a child into ours. Pure, and total over JSON: what is not understood becomes `unsupported`. */
import { z } from 'zod';
import type { Account, Content, Identity, Peer, SessionStatus, Signal } from '../port.ts';
import { digestOf, jsonOf, momentOf, nameIn, nobody, puzzling } from '../puzzle.ts';
import { reasonCodes } from './faults.ts';
import { QrDelivery, QrItem, QrSaid, QrWho } from './wire-format.ts';

export function readDelivery(body: Buffer, account: Account): Signal[] {
  const told = jsonOf(body);
  const delivery = QrDelivery.safeParse(told);
  const digest = digestOf(body);
  if (!delivery.success) return [strange(told, 'delivery', `${digest}.0`, account)];
  return delivery.data.items.map((item, index) => readItem(item, `${digest}.${index}`, account));
}

export function readSaid(said: QrSaid): Content {
  switch (said.kind) {
    case 'file': {
      const { ref, mime, name, bytes } = said.file;
      return {
        kind: 'media',
        type: said.type,
        media: { ref, mime, ...(name && { fileName: name }), ...(bytes !== undefined && { bytes }) },
        ...(said.caption && { caption: said.caption }),
        ...(said.isVoice && { isVoice: true }),
        ...(said.isViewOnce && { isViewOnce: true }),
      };
    }
    case 'place': {
      const { latitude, longitude, name, address } = said;
      return { kind: 'location', latitude, longitude, ...(name && { name }), ...(address && { address }) };
    }
    case 'cards':
      return { kind: 'contacts', contacts: said.cards };
    case 'event':
      return {
        kind: 'event',
        title: said.title,
        startsAt: momentOf(said.starts),
        ...(said.ends !== undefined && { endsAt: momentOf(said.ends) }),
        ...(said.place && { place: said.place }),
        ...(said.description && { description: said.description }),
      };
    case 'ad':
      return {
        kind: 'ad',
        text: said.text,
        title: said.title,
        ...(said.body && { body: said.body }),
        ...(said.url && { url: said.url }),
      };
    case 'share':
      return { kind: 'share', title: said.title, text: said.text, ...(said.url && { url: said.url }) };
    case 'strange':
      return { kind: 'unsupported', what: said.what };
    case 'text':
    case 'choice':
    case 'form':
    case 'order':
    case 'reaction':
    case 'poll':
    case 'call':
      return said;
  }
}

export function readPeer({ phone, lid, group, username, name }: QrWho): Peer {
  const known: (Identity | undefined)[] = [
    group === undefined ? undefined : { kind: 'group', value: group },
    phone === undefined ? undefined : { kind: 'phone', value: phone },
    lid === undefined ? undefined : { kind: 'lid', value: lid },
    username === undefined ? undefined : { kind: 'username', value: username },
  ];
  return {
    identities: known.filter((identity) => identity !== undefined),
    ...(name && { name }),
    isGroup: group !== undefined,
  };
}

function readItem(told: unknown, mark: string, account: Account): Signal {
  const parsed = QrItem.safeParse(told);
  if (!parsed.success) return strange(told, nameIn(told, 'item'), mark, account);
  const item = parsed.data;
  switch (item.item) {
    case 'message': {
      const said = QrSaid.safeParse(item.said);
      return {
        is: 'message',
        wid: item.id,
        peer: readPeer(item.chat),
        ...(item.author && { author: readPeer(item.author) }),
        fromMe: item.mine,
        at: momentOf(item.at),
        content: said.success ? readSaid(said.data) : { kind: 'unsupported', what: nameIn(item.said, 'kind') },
        ...(item.quotes && { quotes: item.quotes }),
        ...(item.isForwarded && { isForwarded: true }),
        ...(item.isHistory && { isHistory: true }),
      };
    }
    case 'receipt':
      return {
        is: 'receipt',
        wid: item.id,
        peer: readPeer(item.chat),
        told: item.told,
        at: momentOf(item.at),
        ...(item.told === 'failed' && {
          fault: { code: failureOf(item.code), detail: `the server said ${item.code}` },
        }),
      };
    case 'edit':
      return { is: 'edited', wid: item.id, peer: readPeer(item.chat), text: item.text, at: momentOf(item.at) };
    case 'removal':
      return { is: 'removed', wid: item.id, peer: readPeer(item.chat), at: momentOf(item.at) };
    case 'renumbered':
      return { is: 'renumbered', from: readPeer(item.from), peer: readPeer(item.to), at: momentOf(item.at) };
    case 'history':
      return { is: 'history', progress: item.percent };
    case 'health':
      return { is: 'health', what: item.what, detail: item.detail, at: momentOf(item.at) };
    case 'session':
      return {
        is: 'session',
        status: statuses[item.state],
        ...(item.qr && { qrcode: item.qr }),
        ...(item.pairingCode && { pairingCode: item.pairingCode }),
        ...(item.phone && { number: item.phone }),
        ...(item.why && { because: reasonCodes[item.why] }),
      };
  }
}

const statuses: Record<Extract<QrItem, { item: 'session' }>['state'], SessionStatus> = {
  opening: 'OPENING',
  code: 'qrcode',
  open: 'CONNECTED',
  closed: 'DISCONNECTED',
};
/** 463 is said to accounts that may start no new conversations for a while. */
const failureOf = (code: string | undefined) => (code === '463' ? 'ERR_CHANNEL_RESTRICTED' : 'ERR_CHANNEL_REFUSED');

const Chatty = z.object({ chat: QrWho });
/** With whoever it is of, where it says so. */
function strange(told: unknown, what: string, mark: string, { connectionId }: Account): Signal {
  const chat = Chatty.safeParse(told);
  return puzzling(told, what, mark, chat.success ? readPeer(chat.data.chat) : nobody(`qr ${connectionId}`));
}
