/** Our words into those of a child. Files are offered, and pulled when they are needed. */
import type { OutFile, ToSay, Who } from '@balcao/whatsapp-qr/wire';
import type { Content, ContentKind, Identity, Peer, StoredMedia } from '../port.ts';
import { abilities } from './abilities.ts';

/** Of what this channel claims, those that arrive as something else: the same in words, with the picture above them. */
export function becomes<M>(content: Content<M>): Content<M> {
  if (content.kind !== 'button' && content.kind !== 'pix') return content;
  const text = content.kind === 'pix' ? chargeText(content) : buttonText(content);
  return content.kind === 'button' && content.image !== undefined
    ? { kind: 'media', type: 'image', media: content.image, caption: text }
    : { kind: 'text', text };
}

/** Undefined for what a linked device cannot say. */
export function writeContent(content: Content<StoredMedia>, offer: (media: StoredMedia) => OutFile): ToSay | undefined {
  const said = becomes(content);
  switch (said.kind) {
    case 'text':
    case 'reaction':
    case 'poll':
      return said;
    case 'media':
      return {
        kind: 'file',
        type: said.type,
        file: offer(said.media),
        ...(said.caption && { caption: said.caption }),
        ...(said.isVoice && { isVoice: true }),
        ...(said.isViewOnce && { isViewOnce: true }),
      };
    case 'location': {
      const { latitude, longitude, name, address } = said;
      return { kind: 'place', latitude, longitude, ...(name && { name }), ...(address && { address }) };
    }
    case 'contacts':
      return { kind: 'cards', cards: said.contacts };
    case 'event':
      return {
        kind: 'event',
        title: said.title,
        starts: secondsOf(said.startsAt),
        ...(said.endsAt !== undefined && { ends: secondsOf(said.endsAt) }),
        ...(said.place && { place: said.place }),
        ...(said.description && { description: said.description }),
      };
    default:
      return undefined;
  }
}
export const canSay = (kind: ContentKind): boolean => abilities.contents.includes(kind);

export function writePeer({ identities, name }: Peer): Who | undefined {
  const of = (kind: Identity['kind']) => identities.find((identity) => identity.kind === kind)?.value;
  const [group, phone, lid] = [of('group'), of('phone'), of('lid')];
  if (group === undefined && phone === undefined && lid === undefined) return undefined;
  return {
    ...(group !== undefined && { group }),
    ...(phone !== undefined && { phone }),
    ...(lid !== undefined && { lid }),
    ...(name && { name }),
  };
}

function buttonText({ act, title, text, button, value }: Extract<Content<unknown>, { kind: 'button' }>): string {
  const target = act === 'call' ? `+${value.replace(/\D/g, '')}` : value;
  return inLines(title && `*${title}*`, text, `${button}: ${target}`);
}
function chargeText(charge: Extract<Content<unknown>, { kind: 'pix' }>): string {
  const { title, merchantName, cents, keyType, key, brCode } = charge;
  const amount = cents === null ? '' : `R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
  return inLines(
    title && `*${title}*`,
    [merchantName, amount].filter(Boolean).join(' · '),
    `Chave Pix (${keyType}): ${key}`,
    'Pix copia e cola:',
    brCode,
  );
}
const inLines = (...lines: string[]): string => lines.filter((line) => line !== '').join('\n');
const secondsOf = (moment: string): number => Math.floor(Date.parse(moment) / 1000);
