import { parseTimerReason } from '@balcao/domain/assignment/timers';
import type { Language } from '../../../lib/language.tsx';
import { translate, type Values } from '../../../lib/texts.ts';
import { lateTexts, reasonTexts } from './reason.texts.ts';

/** The sentence for what the log keeps; undefined for words that this screen does not know yet. */
export function reasonText(loggedReason: string | null, language: Language, values: Values): string | undefined {
  if (loggedReason === null) return undefined;
  const { reason, minutesLate } = parseTimerReason(loggedReason);
  if (!Object.hasOwn(reasonTexts, reason)) return undefined;
  const text = translate(reasonTexts[reason as keyof typeof reasonTexts], language, values);
  return minutesLate > 0 ? translate(lateTexts.minutes, language, { text, count: minutesLate }) : text;
}
