import { fold } from '../../text/fold.ts';
import type { FlowSettings } from '../document.ts';
import { flowTexts } from '../texts.ts';

export const exitTitle = ({ exit }: FlowSettings): string =>
  exit === 'human' ? flowTexts.exitToHuman : flowTexts.exitToEnd;

/** Whether a text names one of the exit words, as a word of its own. */
export function mentionsExit(text: string, exitWords: readonly string[]): boolean {
  const words = ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return exitWords.some((exitWord) => words.includes(` ${fold(exitWord)} `));
}
