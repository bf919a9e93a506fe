import { parseTimerReason } from '@balcao/domain/assignment/timers';
import { lateTexts, reasonTexts } from './reason.texts.ts';
import type { Language } from '../../lib/language.tsx';
import { translate, type Values } from '../../lib/texts.ts';

/** The sentence for a logged reason; undefined for codes of a newer server. */
export function reasonText(loggedReason: string | null, language: Language, values: Values): string | undefined {
  if (loggedReason === null) return undefined;
  const { reason, minutesLate } = parseTimerReason(loggedReason);
  if (!Object.hasOwn(reasonTexts, reason)) return undefined;
  const text = translate(reasonTexts[reason as keyof typeof reasonTexts], language, values);
  return minutesLate > 0 ? translate(lateTexts.minutes, language, { said: text, count: minutesLate }) : text;
}
