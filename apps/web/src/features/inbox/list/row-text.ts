/** The words of a row: cut as the design says, and read from what the server keeps of the last message. */
import { splitSignature } from '@balcao/domain/message/variables';
import { formatDate, formatPhone, formatTime } from '../../../lib/format.ts';
import type { IconName } from '../../../ui/index.ts';
import type { listTexts } from './list.texts.ts';

const MAX_NAME_LENGTH = 60;
const MAX_PREVIEW_LENGTH = 40;

export const nameOf = (name: string): string =>
  cut(/^\+?\d{8,}$/.test(name) ? formatPhone(name) : name, MAX_NAME_LENGTH);

/** People are shown by their initials; a number has none. */
export const faceOf = (name: string): string => (/^\+?[\d\s()-]+$/.test(name) ? '#' : name);

export interface Preview {
  icon: IconName | null;
  /** Said in the reader's own language. */
  kind: keyof typeof listTexts | null;
  text: string;
}

/** What was sent without words is kept as a sign and a word; the sign is drawn as an icon. */
export function previewOf(lastMessage: string): Preview {
  // Who signed it stands over the words in the thread; here there is room for the words only.
  const preview = splitSignature(lastMessage)[1].replace(/\s+/g, ' ').trim();
  const match = signs.find(([sign]) => preview.startsWith(sign));
  if (!match) return { icon: null, kind: null, text: cut(preview, MAX_PREVIEW_LENGTH) };
  const [sign, icon, kind, label] = match;
  const rest = preview.slice(sign.length).trim();
  return rest === label || rest === ''
    ? { icon, kind, text: '' }
    : {
        icon,
        kind: null,
        text: cut(rest.startsWith(label) ? rest : preview.slice(sign.length).trim(), MAX_PREVIEW_LENGTH),
      };
}

const signs: readonly (readonly [sign: string, icon: IconName, kind: keyof typeof listTexts, word: string])[] = [
  ['📷', 'image', 'image', 'Foto'],
  ['🎤', 'mic', 'audio', 'Áudio'],
  ['🎥', 'video', 'video', 'Vídeo'],
  ['📄', 'file', 'document', 'Documento'],
  ['🏷️', 'smile', 'sticker', 'Figurinha'],
  ['📍', 'pin', 'location', 'Localização'],
  ['👤', 'user', 'contact', 'Contato'],
  ['📞', 'phone', 'call', 'Chamada'],
  ['🔘', 'list', 'options', 'Opções'],
  ['📝', 'tasks', 'form', 'Formulário'],
  ['🛒', 'wallet', 'order', 'Pedido'],
  ['📖', 'image', 'story', 'Story'],
  ['🔗', 'forward', 'share', 'Compartilhamento'],
];

/** HH:mm today, otherwise the day, as the company's clock has it. */
export function whenOf(timestamp: string, timeZone: string, today: string): string {
  const day = formatDate(timestamp, timeZone);
  return day === today ? formatTime(timestamp, timeZone) : day;
}

export type Warmth = 'cool' | 'warm' | 'hot';
const WARM_MIN = 5;
const HOT_MIN = 15;

/** How long someone has waited, and how pressing that is. */
export function waitOf(since: string, now: number): { minutes: number; warmth: Warmth } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  return { minutes, warmth: minutes > HOT_MIN ? 'hot' : minutes > WARM_MIN ? 'warm' : 'cool' };
}

/** By letters as people see them: a cut emoji would be a broken one. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return graphemes.length <= maxLength ? text : `${graphemes.slice(0, maxLength).join('')}…`;
}
