import { fold } from '../text/fold.ts';

export interface QuickReply {
  shortcode: string;
  message: string;
}
/** Maximum length of a row in the picker. */
export const LABEL_LENGTH = 90;

/**
 * Quick replies that match the typed text, ignoring case and accents: first those whose shortcode starts with it, then
 * those whose shortcode contains it, then those whose text contains it. Each part keeps the given order.
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

/** The text on one line, cut between characters, so that no emoji is split. */
export function replyLabel({ message }: QuickReply): string {
  const singleLine = message.replace(/\s+/g, ' ').trim();
  // A text has at most as many characters as UTF-16 units.
  if (singleLine.length <= LABEL_LENGTH) return singleLine;
  const characters = Array.from(new Intl.Segmenter().segment(singleLine), ({ segment }) => segment);
  return characters.length <= LABEL_LENGTH ? singleLine : `${characters.slice(0, LABEL_LENGTH - 1).join('')}…`;
}
