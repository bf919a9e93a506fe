/** What keys and choices do to the words being written: pure, so that each can be told apart from the screen. */

export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** Around the selection, or taken away when it is there already; without a selection the cursor ends up between. */
export function wrapped({ text, from, to }: Selected, mark: '*' | '_' | '~'): Selected {
  const inner = text.slice(from, to);
  const isInside = text[from - 1] === mark && text[to] === mark;
  if (isInside && inner !== '')
    return { text: text.slice(0, from - 1) + inner + text.slice(to + 1), from: from - 1, to: to - 1 };
  // Channels read a mark only where it touches a word.
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? [];
  const start = from + before.length + 1;
  return {
    text: `${text.slice(0, from)}${before}${mark}${words}${mark}${after}${text.slice(to)}`,
    from: start,
    to: start + words.length,
  };
}

export function inserted({ text, from, to }: Selected, piece: string): Selected {
  const at = from + piece.length;
  return { text: text.slice(0, from) + piece + text.slice(to), from: at, to: at };
}

export interface Called {
  /** Where the sign stands. */
  from: number;
  /** What follows it up to the cursor. */
  word: string;
}

/** Longer than any called word, so that a long letter costs no more per key than a short one. */
const LOOKED_AT = 130;

/** The word that begins with `sign` and ends at the cursor, if there is one: `/ende|`, `olá @cai|`. */
export function calledAt(text: string, caret: number, sign: '/' | '@'): Called | null {
  const said = sign === '/' ? /(?:^|\s)\/(\S{0,60})$/ : /(?:^|\s)@([\p{L}\d.-]{0,40}(?: [\p{L}\d.-]{1,40})?)$/u;
  const found = said.exec(text.slice(Math.max(0, caret - LOOKED_AT), caret));
  if (!found) return null;
  const word = found[1] ?? '';
  return { from: caret - word.length - 1, word };
}

/** Puts `piece` where the called word stood. */
export const answered = (text: string, { from, word }: Called, piece: string): Selected =>
  inserted({ text, from, to: from + word.length + 1 }, piece);
