import { isOptOutText } from './opt-out.ts';

export type Answer = 'confirmed' | 'declined';
/** Refusals are short; a longer text that contains one is an answer to talk about. */
const MAX_REFUSAL_WORDS = 3;

/** What the answer to a confirmation means: anything but a refusal or an opt-out confirms it. */
export function readAnswer(text: string, words: { refusal: string; optOut: string }): Answer {
  const short = text.trim().split(/\s+/).length <= MAX_REFUSAL_WORDS;
  if (short && isOptOutText(text, words.refusal)) return 'declined';
  return isOptOutText(text, words.optOut) ? 'declined' : 'confirmed';
}
