/** The emoji with their names in one language: a large file, loaded once at first use. */
import { fold } from '@balcao/domain/text/fold';
import type { Language } from '../../../lib/language.tsx';

export interface Emoji {
  unicode: string;
  label: string;
  /** The text to search in, computed at the first search and not when the picker opens. */
  searchText: () => string;
}
export interface EmojiGroup {
  key: (typeof groups)[number][1];
  /** The icon of the group's button. */
  icon: string;
  emoji: readonly Emoji[];
}
interface Row {
  label: string;
  unicode: string;
  group?: number;
  order?: number;
  tags?: string[];
}

const files: Record<Language, () => Promise<{ default: unknown }>> = {
  pt: () => import('emojibase-data/pt/compact.json'),
  en: () => import('emojibase-data/en/compact.json'),
  es: () => import('emojibase-data/es/compact.json'),
};
/** By the group number of the data. 2 is missing: skin tones are components, not emoji to choose. */
const groups = [
  [0, 'smileys'],
  [1, 'people'],
  [3, 'animals'],
  [4, 'food'],
  [5, 'travel'],
  [6, 'activities'],
  [7, 'objects'],
  [8, 'symbols'],
  [9, 'flags'],
] as const;
const cache = new Map<Language, Promise<readonly EmojiGroup[]>>();

export function emojiOf(language: Language): Promise<readonly EmojiGroup[]> {
  const cached = cache.get(language);
  if (cached) return cached;
  const loading = files[language]().then((rows) => grouped(rows.default as Row[]));
  cache.set(language, loading);
  // A failed load is not cached.
  loading.catch(() => cache.delete(language));
  return loading;
}

const grouped = (rows: readonly Row[]): EmojiGroup[] =>
  groups.map(([number, key]) => {
    const emoji = rows.filter(({ group }) => group === number).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    return { key, icon: emoji[0]?.unicode ?? '', emoji: emoji.map(emojiOfRow) };
  });

function emojiOfRow({ unicode, label, tags = [] }: Row): Emoji {
  let searchText: string | undefined;
  return { unicode, label, searchText: () => (searchText ??= fold([label, ...tags].join(' '))) };
}
