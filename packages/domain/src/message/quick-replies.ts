import { fold } from '../text/fold.ts';

export interface QuickReply {
  shortcode: string;
  message: string;
}
/** A picker's line is no longer than this. */
export const LABEL_LENGTH = 90;

/**
 * Those that fit what was typed, accents and capitals aside: first those whose shortcode begins so, then those whose
 * shortcode holds it, then those whose text does; each part in the order it came.
 */
export function matchingReplies<Q extends QuickReply>(all: readonly Q[], typed: string): Q[] {
  const search = fold(typed.trim());
  if (search === '') return [...all];
  const rank = ({ shortcode, message }: Q): number => {
    const code = fold(shortcode);
    if (code.startsWith(search)) return 0;
    if (code.includes(search)) return 1;
    return fold(message).includes(search) ? 2 : 3;
  };
  return all
    .map((reply) => ({ reply, at: rank(reply) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .map(({ reply }) => reply);
}

/** One line of it, cut where a character ends: half an emoji is none. */
export function replyLabel({ message }: QuickReply): string {
  const singleLine = message.replace(/\s+/g, ' ').trim();
  // A text cannot have more characters than letters of the wire.
  if (singleLine.length <= LABEL_LENGTH) return singleLine;
  const characters = Array.from(new Intl.Segmenter().segment(singleLine), ({ segment }) => segment);
  return characters.length <= LABEL_LENGTH ? singleLine : `${characters.slice(0, LABEL_LENGTH - 1).join('')}…`;
}
