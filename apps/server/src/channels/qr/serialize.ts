/** Serializes content for a child process. Files are offered and pulled on demand. */
import type { OutFile, OutgoingContent, WirePeer } from '@balcao/whatsapp-qr/wire';
import type { Content, ContentKind, Identity, Peer, StoredMedia } from '../port.ts';
import { abilities } from './abilities.ts';

/** Buttons and Pix charges are sent as text, with the button's image above it. */
export function fallbackContent<M>(content: Content<M>): Content<M> {
  if (content.kind !== 'button' && content.kind !== 'pix') return content;
  const text = content.kind === 'pix' ? chargeText(content) : buttonText(content);
  return content.kind === 'button' && content.image !== undefined
    ? { kind: 'media', type: 'image', media: content.image, caption: text }
    : { kind: 'text', text };
}

/** Undefined for content that a linked device cannot send. */
export function serializeContent(
  content: Content<StoredMedia>,
  offer: (media: StoredMedia) => OutFile,
): OutgoingContent | undefined {
  const sendable = fallbackContent(content);
  switch (sendable.kind) {
    case 'text':
    case 'reaction':
    case 'poll':
      return sendable;
    case 'media':
      return {
        kind: 'file',
        type: sendable.type,
        file: offer(sendable.media),
        ...(sendable.caption && { caption: sendable.caption }),
        ...(sendable.isVoice && { isVoice: true }),
        ...(sendable.isViewOnce && { isViewOnce: true }),
      };
    case 'location': {
      const { latitude, longitude, name, address } = sendable;
      return { kind: 'place', latitude, longitude, ...(name && { name }), ...(address && { address }) };
    }
    case 'contacts':
      return { kind: 'cards', cards: sendable.contacts };
    case 'event':
      return {
        kind: 'event',
        title: sendable.title,
        starts: secondsOf(sendable.startsAt),
        ...(sendable.endsAt !== undefined && { ends: secondsOf(sendable.endsAt) }),
        ...(sendable.place && { location: sendable.place }),
        ...(sendable.description && { description: sendable.description }),
      };
    default:
      return undefined;
  }
}
export const canSend = (kind: ContentKind): boolean => abilities.contents.includes(kind);

export function serializePeer({ identities, name }: Peer): WirePeer | undefined {
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
  return joinLines(title && `*${title}*`, text, `${button}: ${target}`);
}
function chargeText(charge: Extract<Content<unknown>, { kind: 'pix' }>): string {
  const { title, merchantName, cents, keyType, key, brCode } = charge;
  const amount = cents === null ? '' : `R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
  return joinLines(
    title && `*${title}*`,
    [merchantName, amount].filter(Boolean).join(' · '),
    `Chave Pix (${keyType}): ${key}`,
    'Pix copia e cola:',
    brCode,
  );
}
const joinLines = (...lines: string[]): string => lines.filter((line) => line !== '').join('\n');
const secondsOf = (isoTime: string): number => Math.floor(Date.parse(isoTime) / 1000);
