/**
 * Our words into the Cloud API's. Files are uploaded before, so that here everything is plain data. What the channel
 * cannot show is said in another way, and here is the only place that decides how.
 */
import type { Content } from '../../port.ts';
import { splitText } from '../split-text.ts';
import { buttonOf, buttonsOf, listOf, pixOrder } from './interactive.ts';
import { templateOf } from './template-use.ts';
import type { Uploaded } from './uploaded.ts';
import { bold, joinLines, MAX_TEXT_LENGTH, textOf, type Body, type Of } from './text-format.ts';

/** Several messages one after the other, and always at least one. */
export type Parts = [Body, ...Body[]];
export interface Written {
  parts: Parts;
  /** What says the same where an account may not use that. */
  plainer?: Parts;
}

/** Undefined for what only customers say. */
export function serializeContent(content: Content<Uploaded>, correlation: string): Written | undefined {
  const body = bodyOf(content, correlation);
  if (!body) return undefined;
  return {
    parts: splitBody(body),
    ...(content.kind === 'pix' && body.type !== 'text' && { plainer: splitBody(pixText(content)) }),
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
      // An empty one takes it back.
      return { type: 'reaction', reaction: { message_id: content.to, emoji: content.emoji } };
    default:
      return undefined;
  }
}

/** What is longer than one message takes goes in several; words that are too long for a file follow it. */
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

/** What does not fit its kind (a format, a size, words beside a sound) goes as a document: those take anything. */
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

/** Everywhere else: the code to be copied, alone at the end. */
function pixText({ title, merchantName, cents, brCode }: Of<'pix'>): Body {
  const money = cents === null ? '' : ` · R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
  return textOf(`${joinLines(bold(title), `${merchantName}${money}`)}\n\n${brCode}`);
}
