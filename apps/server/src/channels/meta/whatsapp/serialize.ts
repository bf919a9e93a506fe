/**
 * Serializes content for the Cloud API. Files are uploaded before, so this is pure. The only place that decides how
 * content that the channel does not have is replaced.
 */
import type { Content } from '../../port.ts';
import { splitText } from '../split-text.ts';
import { buttonOf, buttonsOf, listOf, pixOrder } from './interactive.ts';
import { templateOf } from './template-use.ts';
import type { Uploaded } from './uploaded.ts';
import { bold, joinLines, MAX_TEXT_LENGTH, textOf, type Body, type Of } from './text-format.ts';

/** Messages in sending order; at least one. */
export type Parts = [Body, ...Body[]];
export interface SerializedContent {
  parts: Parts;
  /** Equivalent content for accounts that may not use this form. */
  fallback?: Parts;
}

/** Undefined for content that only customers send. */
export function serializeContent(content: Content<Uploaded>, correlation: string): SerializedContent | undefined {
  const body = bodyOf(content, correlation);
  if (!body) return undefined;
  return {
    parts: splitBody(body),
    ...(content.kind === 'pix' && body.type !== 'text' && { fallback: splitBody(pixText(content)) }),
  };
}

function bodyOf(content: Content<Uploaded>, correlation: string): Body | undefined {
  switch (content.kind) {
    case 'text':
      return textOf(content.text);
    case 'media':
      return mediaOf(content);
    case 'location': {
      const { kind: _, ...location } = content;
      return { type: 'location', location };
    }
    case 'contacts':
      return { type: 'contacts', contacts: content.contacts.map(cardOf) };
    case 'list':
      return listOf(content);
    case 'buttons':
      return buttonsOf(content);
    case 'button':
      return buttonOf(content);
    case 'pix':
      return content.cents === null || content.cents <= 0
        ? pixText(content)
        : pixOrder({ ...content, cents: content.cents }, correlation);
    case 'template':
      return { type: 'template', template: templateOf(content) };
    case 'reaction':
      // An empty emoji removes the reaction.
      return { type: 'reaction', reaction: { message_id: content.to, emoji: content.emoji } };
    default:
      return undefined;
  }
}

/** Splits a long text into several messages; a caption over the limit follows its file. */
function splitBody(body: Body): Parts {
  const fields = body[body.type] as { body?: string; caption?: string };
  if (body.type === 'text') return splitText(fields.body ?? '', TEXT_LIMIT).map(textOf) as Parts;
  if ((fields.caption?.length ?? 0) <= MAX_TEXT_LENGTH) return [body];
  const { caption, ...file } = fields;
  return [{ type: body.type, [body.type]: file }, ...splitText(caption!, TEXT_LIMIT).map(textOf)];
}
const TEXT_LIMIT = { max: 4096, costOf: (text: string) => text.length };

const MB = 1024 * 1024;
const pictures = ['image/jpeg', 'image/png'];
const films = ['video/mp4', 'video/3gpp'];
const sounds = ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/opus'];

/** A file whose format, size or caption does not fit its kind is sent as a document, which accepts anything. */
function mediaOf({ type, media: { id, mime, fileName, bytes }, caption, isVoice }: Of<'media'>): Body {
  const plain = mime.split(';')[0]!.trim().toLowerCase();
  const captionField = caption && { caption };
  if (type === 'image' && pictures.includes(plain) && bytes <= 5 * MB) return { type, image: { id, ...captionField } };
  if (type === 'video' && films.includes(plain) && bytes <= 16 * MB) return { type, video: { id, ...captionField } };
  if (type === 'audio' && sounds.includes(plain) && bytes <= 16 * MB && !captionField)
    return { type, audio: { id, ...(isVoice && plain === 'audio/ogg' && { voice: true }) } };
  if (type === 'sticker' && plain === 'image/webp' && bytes <= MB / 2 && !captionField)
    return { type, sticker: { id } };
  if (type === 'sticker' && pictures.includes(plain)) return { type: 'image', image: { id, ...captionField } };
  return { type: 'document', document: { id, filename: fileName, ...captionField } };
}

const cardOf = ({ name, numbers }: Of<'contacts'>['contacts'][number]) => ({
  name: { formatted_name: name, first_name: name },
  phones: numbers.map((number) => {
    const digits = number.replace(/\D/g, '');
    return { phone: `+${digits}`, type: 'CELL', wa_id: digits };
  }),
});

/** Text form of a charge, with the Pix code alone at the end. */
function pixText({ title, merchantName, cents, brCode }: Of<'pix'>): Body {
  const money = cents === null ? '' : ` · R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
  return textOf(`${joinLines(bold(title), `${merchantName}${money}`)}\n\n${brCode}`);
}
