/**
 * Serializes content for Messenger and Instagram. Files are uploaded before, so this is pure. Replacements for what the
 * channels do not have:
 * - a caption is sent before its file, as a message of its own; a sticker is a picture
 * - a list and buttons become quick replies, or numbered lines if there are more than thirteen
 * - a copy button, a location, contacts and a Pix charge become a text; on Instagram so does a call button
 */
import type { Choice, Content } from '../../port.ts';
import { splitText, graphemes, textLimits } from '../split-text.ts';

export type PageKind = 'facebook' | 'instagram';
/** The `message` field of one send. */
export type Part = { text: string; quick_replies?: QuickReply[] } | { attachment: { type: string; payload: object } };
interface QuickReply {
  content_type: 'text';
  title: string;
  payload: string;
}
const MAX_QUICK_REPLIES = 13;
const MAX_TITLE_LENGTH = 20;
const MAX_CARD_LENGTH = 80;
const MAX_TEMPLATE_LENGTH = 640;

/** Parts in sending order; undefined for content that only customers send. Media is an attachment id. */
export function serializeContent(content: Content<string>, kind: PageKind): Part[] | undefined {
  const textParts = (...lines: (string | undefined)[]) => texts(lines, kind);
  switch (content.kind) {
    case 'text':
      return splitText(content.text, textLimits[kind]).map((text) => ({ text }));
    case 'media':
      return [...textParts(content.caption), file(fileTypes[content.type], content.media)];
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return textParts(name, address, `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`);
    }
    case 'contacts':
      return textParts(...content.contacts.map(({ name, numbers }) => [name, ...numbers].join('\n')));
    case 'list': {
      const rows = content.sections.flatMap((section) => section.rows);
      return choiceParts([content.title, content.text, content.footer], rows, kind);
    }
    case 'buttons':
      return choiceParts([content.title, content.text, content.footer], content.choices, kind);
    case 'button': {
      const image = content.image === undefined ? [] : [file('image', content.image)];
      return [...image, ...buttonParts(content, kind)];
    }
    case 'pix': {
      const { title, cents, keyType, key, merchantName, brCode } = content;
      return textParts(
        title,
        cents === null ? undefined : money(cents),
        merchantName,
        `PIX ${keyType}: ${key}`,
        brCode,
      );
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

const joined = (lines: (string | undefined)[], separator: string): string =>
  lines.filter((line) => line !== undefined && line.trim() !== '').join(separator);
function texts(lines: (string | undefined)[], kind: PageKind): Part[] {
  const text = joined(lines, '\n');
  return text === '' ? [] : splitText(text, textLimits[kind]).map((chunk) => ({ text: chunk }));
}

/** The quick replies belong to the last part of the question. */
function choiceParts(lines: (string | undefined)[], choices: Choice[], kind: PageKind): Part[] {
  const question = joined(lines, '\n\n');
  const isShort = choices.length > 0 && choices.length <= MAX_QUICK_REPLIES;
  const hasShortTitles = choices.every(({ title, description }) => title.length <= MAX_TITLE_LENGTH && !description);
  // Titles that do not fit into a button are repeated in the text.
  const written = choices.map(({ id, title, description }) =>
    joined([isShort ? `• ${title}` : `${id} – ${title}`, description], ': '),
  );
  const text = isShort && hasShortTitles ? question : joined([question, written.join('\n')], '\n\n');
  const parts: Part[] = splitText(text, textLimits[kind]).map((chunk) => ({ text: chunk }));
  const last = parts.at(-1);
  if (!isShort || !last) return parts;
  const replies = choices.map(({ id, title }): QuickReply => ({
    content_type: 'text',
    title: truncated(title, MAX_TITLE_LENGTH),
    payload: id.slice(0, 1000),
  }));
  return parts.with(-1, { ...last, quick_replies: replies });
}

function buttonParts(content: Extract<Content<string>, { kind: 'button' }>, kind: PageKind): Part[] {
  const { act, title, text, button, value } = content;
  const asText = () => texts([title, text, act === 'url' ? value : joined([button, value], ': ')], kind);
  const caption = truncated(button || title, MAX_TITLE_LENGTH);
  const link = { type: 'web_url', url: value, title: caption };
  if (act === 'copy' || caption === '') return asText();
  if (kind === 'instagram') {
    if (act === 'call' || title.length > MAX_CARD_LENGTH || text.length > MAX_CARD_LENGTH || !isLink(value))
      return asText();
    const card = { title: title || text || caption, ...(title && text && { subtitle: text }), buttons: [link] };
    return [template({ template_type: 'generic', elements: [card] })];
  }
  const bodyText = joined([title, text], '\n') || caption;
  if (bodyText.length > MAX_TEMPLATE_LENGTH || (act === 'url' && !isLink(value))) return asText();
  const call = { type: 'phone_number', title: caption, payload: `+${value.replace(/\D/g, '')}` };
  return [template({ template_type: 'button', text: bodyText, buttons: [act === 'url' ? link : call] })];
}
const isLink = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

function truncated(text: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= max) return trimmed;
  let start = '';
  for (const { segment } of graphemes.segment(trimmed)) {
    if (start.length + segment.length >= max) break;
    start += segment;
  }
  return `${start}…`;
}
const money = (cents: number): string => `R$ ${(cents / 100).toFixed(2).replace('.', ',')}`;
