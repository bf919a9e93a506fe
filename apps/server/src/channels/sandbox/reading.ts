/** Their words into ours. Pure, and total over JSON: what is not understood becomes `unsupported`, nothing is left out. */
import { z } from 'zod';
import type { Account, Content, Identity, MediaRef, Peer, SessionStatus, Signal, TemplateGap } from '../port.ts';
import { digestOf, jsonOf, momentOf, nameIn, nobody, puzzling } from '../puzzle.ts';
import { faultOf } from './faults.ts';
import { WireChat, WireDelivery, WireItem, WireSay, type WireFile } from './wire-format.ts';

export function readDelivery(body: Buffer, account: Account): Signal[] {
  const told = jsonOf(body);
  const delivery = WireDelivery.safeParse(told);
  const digest = digestOf(body);
  if (!delivery.success) return [strange(told, 'delivery', `${digest}.0`, account)];
  return delivery.data.items.flatMap((item, index) => readItem(item, `${digest}.${index}`, account));
}

export function readSay(say: WireSay): Content {
  switch (say.kind) {
    case 'text':
      return { kind: 'text', text: say.body };
    case 'image':
    case 'audio':
    case 'voice':
    case 'video':
    case 'file':
    case 'sticker':
      return {
        kind: 'media',
        type: say.kind === 'file' ? 'document' : say.kind === 'voice' ? 'audio' : say.kind,
        media: readFile(say.file),
        ...(say.caption && { caption: say.caption }),
        ...(say.kind === 'voice' && { isVoice: true }),
        ...(say.once && { isViewOnce: true }),
      };
    case 'place':
      return {
        kind: 'location',
        latitude: say.lat,
        longitude: say.lng,
        ...(say.label && { name: say.label }),
        ...(say.address && { address: say.address }),
      };
    case 'cards':
      return { kind: 'contacts', contacts: say.cards.map((card) => ({ name: card.name, numbers: card.phones })) };
    case 'menu':
      return {
        kind: 'list',
        title: say.header,
        text: say.body,
        button: say.button,
        ...(say.footer && { footer: say.footer }),
        sections: say.groups.map(({ title, items }) => ({
          title,
          rows: items.map((item) => ({ id: item.id, title: item.title, ...(item.hint && { description: item.hint }) })),
        })),
      };
    case 'action':
      return {
        kind: 'button',
        act: ({ open: 'url', copy: 'copy', dial: 'call' } as const)[say.does],
        title: say.header,
        text: say.body,
        button: say.label,
        value: say.target,
        ...(say.image && { image: readFile(say.image) }),
      };
    case 'charge':
      return {
        kind: 'pix',
        title: say.header,
        keyType: say.keyType,
        key: say.key,
        merchantName: say.payee,
        cents: say.cents,
        brCode: say.code,
      };
    case 'taps':
      return {
        kind: 'buttons',
        title: say.header,
        text: say.body,
        ...(say.footer && { footer: say.footer }),
        choices: say.items.map(({ id, title, hint }) => ({ id, title, ...(hint && { description: hint }) })),
      };
    case 'preset':
      return {
        kind: 'template',
        template: {
          name: say.name,
          language: say.locale,
          text: say.body,
          ...(say.header && { title: say.header }),
          ...(say.footer && { footer: say.footer }),
          ...(say.fill.header && { header: say.fill.header.map(readGap) }),
          ...(say.fill.body && { body: say.fill.body.map(readGap) }),
          ...(say.buttons && { buttons: say.buttons }),
        },
        ...(say.image && { image: readFile(say.image) }),
      };
    case 'pick':
      return { kind: 'choice', id: say.id, title: say.title };
    case 'reaction':
      return { kind: 'reaction', to: say.to, emoji: say.emoji };
    case 'poll':
      return { kind: 'poll', question: say.question, options: say.options, isMultiple: say.many };
    case 'meeting':
      return {
        kind: 'event',
        title: say.title,
        startsAt: momentOf(say.starts),
        ...(say.ends !== null && { endsAt: momentOf(say.ends) }),
        ...(say.place && { place: say.place }),
        ...(say.about && { description: say.about }),
      };
    case 'ad':
      return {
        kind: 'ad',
        text: say.text,
        title: say.title,
        ...(say.body && { body: say.body }),
        ...(say.url && { url: say.url }),
        ...(say.image && { image: readFile(say.image) }),
      };
    case 'call':
      return { kind: 'call', isVideo: say.video, outcome: say.outcome };
  }
}

export function readPeer({ name, group, phone, lid, bsuid, psid, igsid, username }: WireChat, account: Account): Peer {
  const scope = account.secrets['account'] ?? '';
  const known: (Identity | undefined)[] = [
    group === undefined ? undefined : { kind: 'group', value: group },
    phone === undefined ? undefined : { kind: 'phone', value: phone },
    lid === undefined ? undefined : { kind: 'lid', value: lid },
    bsuid === undefined ? undefined : { kind: 'bsuid', value: bsuid, scope },
    psid === undefined ? undefined : { kind: 'psid', value: psid, scope },
    igsid === undefined ? undefined : { kind: 'igsid', value: igsid, scope },
    username === undefined ? undefined : { kind: 'username', value: username },
  ];
  return {
    identities: known.filter((identity) => identity !== undefined),
    ...(name && { name }),
    isGroup: group !== undefined,
  };
}

function readItem(told: unknown, mark: string, account: Account): Signal[] {
  const parsed = WireItem.safeParse(told);
  if (!parsed.success) return [strange(told, nameIn(told, 'event'), mark, account)];
  const item = parsed.data;
  if (item.event === 'typing') return [];
  if (item.event === 'session') {
    return [
      {
        is: 'session',
        status: sessionStatus[item.state],
        ...(item.qr && { qrcode: item.qr }),
        ...(item.phone && { number: item.phone }),
        ...(item.reason && { because: item.reason }),
      },
    ];
  }
  if (item.event === 'past') return [{ is: 'history', progress: item.progress }];
  const peer = readPeer(item.chat, account);
  switch (item.event) {
    case 'message': {
      const say = WireSay.safeParse(item.say);
      return [
        {
          is: 'message',
          wid: item.id,
          peer,
          ...(item.author && { author: readPeer(item.author, account) }),
          fromMe: item.self,
          at: momentOf(item.ts),
          content: say.success ? readSay(say.data) : { kind: 'unsupported', what: nameIn(item.say, 'kind') },
          ...(item.quotes && { quotes: item.quotes }),
          ...(item.forwarded && { isForwarded: true }),
          ...(item.ref && { correlation: item.ref }),
          ...(item.past && { isHistory: true }),
        },
      ];
    }
    case 'status': {
      if (item.id === undefined && item.ref === undefined) return [strange(told, 'status', mark, account)];
      return [
        {
          is: 'receipt',
          ...(item.id && { wid: item.id }),
          ...(item.ref && { correlation: item.ref }),
          peer,
          told: item.status,
          at: momentOf(item.ts),
          ...(item.status === 'failed' && { fault: faultOf(item.fault?.code ?? 'other', item.fault?.message ?? '') }),
        },
      ];
    }
    case 'edit':
      return [{ is: 'edited', wid: item.id, peer, text: item.body, at: momentOf(item.ts) }];
    case 'revoke':
      return [{ is: 'removed', wid: item.id, peer, at: momentOf(item.ts) }];
    case 'avatar':
      return [{ is: 'picture', peer, media: item.file && readFile(item.file) }];
  }
}

const sessionStatus: Record<Extract<WireItem, { event: 'session' }>['state'], SessionStatus> = {
  starting: 'OPENING',
  qr: 'qrcode',
  ready: 'CONNECTED',
  closed: 'DISCONNECTED',
};

const readGap = ({ name, value }: { name?: string | undefined; value: string }): TemplateGap => ({
  value,
  ...(name !== undefined && { name }),
});
const readFile = ({ id, mime, name, size }: WireFile): MediaRef => ({
  ref: id,
  mime,
  ...(name && { fileName: name }),
  ...(size !== undefined && { bytes: size }),
});

const Chatty = z.object({ chat: WireChat });
/** With whoever it is of, where it says so. */
function strange(told: unknown, what: string, mark: string, account: Account): Signal {
  const chat = Chatty.safeParse(told);
  const peer = chat.success ? readPeer(chat.data.chat, account) : nobody(account.secrets['account'] ?? '');
  return puzzling(told, what, mark, peer);
}
