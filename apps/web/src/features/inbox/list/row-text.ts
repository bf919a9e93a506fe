/** The texts of a row, shortened, and the preview of the last message. */
import { previewKindOf, previewLabels, type PreviewKind } from '@balcao/domain/message/preview';
import { splitSignature } from '@balcao/domain/message/variables';
import { formatDate, formatPhone, formatTime } from '../../../lib/format.ts';
import type { IconName } from '../../../ui/index.ts';

const MAX_NAME_LENGTH = 60;
export const MAX_PREVIEW_LENGTH = 40;

export const nameOf = (name: string): string =>
  cut(/^\+?\d{8,}$/.test(name) ? formatPhone(name) : name, MAX_NAME_LENGTH);

/** People are shown by their initials; a number has none. */
export const faceOf = (name: string): string => (/^\+?[\d\s()-]+$/.test(name) ? '#' : name);

export interface Preview {
  icon: IconName | null;
  /** Content kind, shown in the reader's language before the text. */
  kind: PreviewKind | null;
  /** Uncut, with the channel's formatting marks. */
  text: string;
}

/** Splits a stored preview. Messages without text are stored as an emoji and a fixed word; an icon replaces the emoji. */
export function previewOf(lastMessage: string): Preview {
  // The signature is shown in the thread; here only the text fits.
  const preview = splitSignature(lastMessage)[1].replace(/\s+/g, ' ').trim();
  const kind = previewKindOf(preview);
  if (kind) return { icon: icons[kind], kind, text: '' };
  const match = kinds.find((candidate) => preview.startsWith(emojiOf(candidate)));
  if (!match) return { icon: null, kind: null, text: preview };
  const label = `${previewLabels[match]} · `;
  if (preview.startsWith(label)) return { icon: icons[match], kind: match, text: preview.slice(label.length) };
  const rest = preview.slice(emojiOf(match).length).trim();
  return rest === '' ? { icon: icons[match], kind: match, text: '' } : { icon: icons[match], kind: null, text: rest };
}

const icons: Record<PreviewKind, IconName> = {
  image: 'image',
  audio: 'mic',
  video: 'video',
  document: 'file',
  sticker: 'smile',
  location: 'pin',
  contacts: 'user',
  call: 'phone',
  buttons: 'list',
  template: 'file',
  form: 'tasks',
  order: 'wallet',
  story: 'image',
  share: 'forward',
  unsupported: 'device',
};
const kinds = Object.keys(previewLabels) as PreviewKind[];
const emojiOf = (kind: PreviewKind): string => previewLabels[kind].split(' ')[0]!;

/** HH:mm today, otherwise the date, in the company's time zone. */
export function whenOf(timestamp: string, timeZone: string, today: string): string {
  const day = formatDate(timestamp, timeZone);
  return day === today ? formatTime(timestamp, timeZone) : day;
}

export type Warmth = 'cool' | 'warm' | 'hot';
const WARM_MIN = 5;
const HOT_MIN = 15;

/** The waiting time and its urgency. */
export function waitOf(since: string, now: number): { minutes: number; warmth: Warmth } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  return { minutes, warmth: minutes > HOT_MIN ? 'hot' : minutes > WARM_MIN ? 'warm' : 'cool' };
}

/** By grapheme: a cut emoji would be broken. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const graphemes = [...(segmenter ??= new Intl.Segmenter()).segment(text)].map(({ segment }) => segment);
  return graphemes.length <= maxLength ? text : `${graphemes.slice(0, maxLength).join('')}…`;
}
let segmenter: Intl.Segmenter | undefined;
