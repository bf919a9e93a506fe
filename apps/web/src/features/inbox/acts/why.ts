import { readWhy } from '@balcao/domain/routing/due';
import type { Language } from '../../../lib/language.tsx';
import { say, type Values } from '../../../lib/texts.ts';
import { lateTexts, whyTexts } from './why.texts.ts';

/** The sentence for what the log keeps; undefined for words that this screen does not know yet. */
export function sayWhy(kept: string | null, language: Language, values: Values): string | undefined {
  if (kept === null) return undefined;
  const { word, minutesLate } = readWhy(kept);
  if (!Object.hasOwn(whyTexts, word)) return undefined;
  const said = say(whyTexts[word as keyof typeof whyTexts], language, values);
  return minutesLate > 0 ? say(lateTexts.minutes, language, { said, count: minutesLate }) : said;
}
