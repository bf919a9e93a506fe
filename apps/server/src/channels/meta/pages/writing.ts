/**
 * Our words into Messenger's and Instagram's. Files are uploaded before, so that here everything is plain data. What the
 * channels have nothing for is said in words:
 * - a caption goes before its file, as a message of its own; a sticker is a picture
 * - a list and answers to tap become quick replies, or numbered lines when there are more than thirteen
 * - a code to copy, a place, contacts and a charge become a text; on Instagram so does a number to call
 */
import type { Choice, Content } from '../../port.ts';
import { piecesOf, signs, textLimits } from './splitting.ts';

export type PageKind = 'facebook' | 'instagram';
/** One message of theirs: the `message` of a send. */
export type Part = { text: string; quick_replies?: QuickReply[] } | { attachment: { type: string; payload: object } };
interface QuickReply {
  content_type: 'text';
  title: string;
  payload: string;
}
const MOST_REPLIES = 13;
const LONGEST_TITLE = 20;
const LONGEST_CARD = 80;
const LONGEST_TEMPLATE = 640;

/** In the order in which they are sent; undefined for what customers and networks say, and we never do. Media is an attachment id. */
export function writeContent(content: Content<string>, kind: PageKind): Part[] | undefined {
  const says = (...lines: (string | undefined)[]) => texts(lines, kind);
  switch (content.kind) {
    case 'text':
      return piecesOf(content.text, textLimits[kind]).map((text) => ({ text }));
    case 'media':
      return [...says(content.caption), file(fileTypes[content.type], content.media)];
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return says(name, address, `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`);
    }
    case 'contacts':
      return says(...content.contacts.map(({ name, numbers }) => [name, ...numbers].join('\n')));
    case 'list': {
      const rows = content.sections.flatMap((section) => section.rows);
      return choosing([content.title, content.text, content.footer], rows, kind);
    }
    case 'buttons':
      return choosing([content.title, content.text, content.footer], content.choices, kind);
    case 'button': {
      const image = content.image === undefined ? [] : [file('image', content.image)];
      return [...image, ...pressing(content, kind)];
    }
    case 'pix': {
      const { title, cents, keyType, key, merchantName, brCode } = content;
      return says(title, cents === null ? undefined : money(cents), merchantName, `PIX ${keyType}: ${key}`, brCode);
    }
    case 'template':
    case 'reaction':
    case 'choice':
    case 'form':
    case 'order':
    case 'story':
    case 'share':
    case 'poll':
    case 'event':
    case 'ad':
    case 'call':
    case 'unsupported':
      return undefined;
  }
}

export const fileTypes = {
  image: 'image',
  sticker: 'image',
  audio: 'audio',
  video: 'video',
  document: 'file',
} as const;
const file = (type: string, id: string): Part => ({ attachment: { type, payload: { attachment_id: id } } });
const template = (payload: object): Part => ({ attachment: { type: 'template', payload } });

const joined = (lines: (string | undefined)[], gap: string): string =>
  lines.filter((line) => line !== undefined && line.trim() !== '').join(gap);
function texts(lines: (string | undefined)[], kind: PageKind): Part[] {
  const text = joined(lines, '\n');
  return text === '' ? [] : piecesOf(text, textLimits[kind]).map((piece) => ({ text: piece }));
}

/** The answers hang on the last piece of the question. */
function choosing(lines: (string | undefined)[], choices: Choice[], kind: PageKind): Part[] {
  const question = joined(lines, '\n\n');
  const isShort = choices.length > 0 && choices.length <= MOST_REPLIES;
  const isWhole = choices.every(({ title, description }) => title.length <= LONGEST_TITLE && !description);
  // What does not fit into a button stands in the text as well.
  const written = choices.map(({ id, title, description }) =>
    joined([isShort ? `• ${title}` : `${id} – ${title}`, description], ': '),
  );
  const text = isShort && isWhole ? question : joined([question, written.join('\n')], '\n\n');
  const parts: Part[] = piecesOf(text, textLimits[kind]).map((piece) => ({ text: piece }));
  const last = parts.at(-1);
  if (!isShort || !last) return parts;
  const replies = choices.map(({ id, title }): QuickReply => ({
    content_type: 'text',
    title: shortened(title, LONGEST_TITLE),
    payload: id.slice(0, 1000),
  }));
  return parts.with(-1, { ...last, quick_replies: replies });
}

function pressing(content: Extract<Content<string>, { kind: 'button' }>, kind: PageKind): Part[] {
  const { act, title, text, button, value } = content;
  const inWords = () => texts([title, text, act === 'url' ? value : joined([button, value], ': ')], kind);
  const caption = shortened(button || title, LONGEST_TITLE);
  const link = { type: 'web_url', url: value, title: caption };
  if (act === 'copy' || caption === '') return inWords();
  if (kind === 'instagram') {
    if (act === 'call' || title.length > LONGEST_CARD || text.length > LONGEST_CARD || !isLink(value)) return inWords();
    const card = { title: title || text || caption, ...(title && text && { subtitle: text }), buttons: [link] };
    return [template({ template_type: 'generic', elements: [card] })];
  }
  const words = joined([title, text], '\n') || caption;
  if (words.length > LONGEST_TEMPLATE || (act === 'url' && !isLink(value))) return inWords();
  const call = { type: 'phone_number', title: caption, payload: `+${value.replace(/\D/g, '')}` };
  return [template({ template_type: 'button', text: words, buttons: [act === 'url' ? link : call] })];
}
const isLink = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

function shortened(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  let start = '';
  for (const { segment } of signs.segment(whole)) {
    if (start.length + segment.length >= most) break;
    start += segment;
  }
  return `${start}…`;
}
const money = (cents: number): string => `R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
