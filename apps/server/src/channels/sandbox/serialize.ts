/** Serializes content for the sandbox network. Files are uploaded before, so this is pure. */
import type { Account, Content, ContentKind, Identity, Peer } from '../port.ts';
import type { WireChat, WireFile, WireContent } from './wire-format.ts';

/** Undefined for content that only customers or the network send. */
export function serializeContent(content: Content<WireFile>): WireContent | undefined {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', body: content.text };
    case 'media':
      return {
        kind: content.isVoice ? 'voice' : content.type === 'document' ? 'file' : content.type,
        file: content.media,
        caption: content.caption ?? '',
        once: content.isViewOnce ?? false,
      };
    case 'location':
      return {
        kind: 'place',
        lat: content.latitude,
        lng: content.longitude,
        label: content.name ?? '',
        address: content.address ?? '',
      };
    case 'contacts':
      return { kind: 'cards', cards: content.contacts.map(({ name, numbers }) => ({ name, phones: numbers })) };
    case 'list':
      return {
        kind: 'menu',
        header: content.title,
        body: content.text,
        button: content.button,
        footer: content.footer ?? '',
        groups: content.sections.map(({ title, rows }) => ({
          title,
          items: rows.map((row) => ({ id: row.id, title: row.title, hint: row.description ?? '' })),
        })),
      };
    case 'button':
      return {
        kind: 'action',
        does: ({ url: 'open', copy: 'copy', call: 'dial' } as const)[content.act],
        header: content.title,
        body: content.text,
        label: content.button,
        target: content.value,
        image: content.image ?? null,
      };
    case 'pix':
      return {
        kind: 'charge',
        header: content.title,
        keyType: content.keyType,
        key: content.key,
        payee: content.merchantName,
        cents: content.cents,
        code: content.brCode,
      };
    case 'buttons':
      return {
        kind: 'taps',
        header: content.title,
        body: content.text,
        footer: content.footer ?? '',
        items: content.choices.map(({ id, title, description }) => ({ id, title, hint: description ?? '' })),
      };
    case 'template': {
      const { name, language, text, title, footer, header, body, buttons } = content.template;
      return {
        kind: 'preset',
        name,
        locale: language,
        header: title ?? '',
        body: text,
        footer: footer ?? '',
        fill: { header, body },
        buttons,
        image: content.image ?? null,
      };
    }
    case 'reaction':
      return { kind: 'reaction', to: content.to, emoji: content.emoji };
    case 'poll':
      return { kind: 'poll', question: content.question, options: content.options, many: content.isMultiple };
    case 'event':
      return {
        kind: 'meeting',
        title: content.title,
        starts: secondsOf(content.startsAt),
        ends: content.endsAt === undefined ? null : secondsOf(content.endsAt),
        place: content.place ?? '',
        about: content.description ?? '',
      };
    case 'form':
    case 'order':
    case 'story':
    case 'share':
    case 'choice':
    case 'ad':
    case 'call':
    case 'unsupported':
      return undefined;
  }
}

/** Our content kind of each wire kind, to check the abilities of a channel. */
export const contentKinds: Record<WireContent['kind'], ContentKind> = {
  text: 'text',
  image: 'media',
  audio: 'media',
  voice: 'media',
  video: 'media',
  file: 'media',
  sticker: 'media',
  place: 'location',
  cards: 'contacts',
  menu: 'list',
  action: 'button',
  charge: 'pix',
  taps: 'buttons',
  preset: 'template',
  pick: 'choice',
  reaction: 'reaction',
  poll: 'poll',
  meeting: 'event',
  ad: 'ad',
  call: 'call',
};

/** Ids of another account are ignored: they are invalid here or belong to another contact. */
export function serializePeer(peer: Peer, account: Account): WireChat | undefined {
  const ownIdentities = peer.identities.filter(
    ({ scope }) => scope === undefined || scope === '' || scope === account.secrets['account'],
  );
  if (ownIdentities.length === 0) return undefined;
  const of = (kind: Identity['kind']) => ownIdentities.find((identity) => identity.kind === kind)?.value;
  return {
    group: of('group'),
    phone: of('phone'),
    lid: of('lid'),
    bsuid: of('bsuid'),
    psid: of('psid'),
    igsid: of('igsid'),
    username: of('username'),
    name: peer.name,
  };
}

const secondsOf = (isoTime: string): number => Math.floor(Date.parse(isoTime) / 1000);
