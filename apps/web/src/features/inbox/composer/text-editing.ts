/** Pure functions that edit the text of the composer. */

export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** Wraps the selection, or removes existing marks; without a selection the cursor ends up between the marks. */
export function wrapped({ text, from, to }: Selected, mark: '*' | '_' | '~'): Selected {
  const inner = text.slice(from, to);
  const isInside = text[from - 1] === mark && text[to] === mark;
  if (isInside && inner !== '')
    return { text: text.slice(0, from - 1) + inner + text.slice(to + 1), from: from - 1, to: to - 1 };
  // Channels read a mark only where it touches a word.
  const core = inner.trim();
  const before = inner.slice(0, inner.length - inner.trimStart().length);
  const after = inner.slice(before.length + core.length);
  const start = from + before.length + 1;
  return {
    text: `${text.slice(0, from)}${before}${mark}${core}${mark}${after}${text.slice(to)}`,
    from: start,
    to: start + core.length,
  };
}

export function inserted({ text, from, to }: Selected, insertion: string): Selected {
  const at = from + insertion.length;
  return { text: text.slice(0, from) + insertion + text.slice(to), from: at, to: at };
}

export interface Trigger {
  /** The position of the sign. */
  from: number;
  /** The text from the sign to the cursor. */
  query: string;
}

/** Longer than any trigger, so that a long text costs no more per key than a short one. */
const LOOKBACK_CHARS = 130;

/** The word that starts with `sign` and ends at the cursor, if any: `/ende|`, `olá @cai|`. */
export function triggerAt(text: string, caret: number, sign: '/' | '@'): Trigger | null {
  const pattern = sign === '/' ? /(?:^|\s)\/(\S{0,60})$/ : /(?:^|\s)@([\p{L}\d.-]{0,40}(?: [\p{L}\d.-]{1,40})?)$/u;
  const match = pattern.exec(text.slice(Math.max(0, caret - LOOKBACK_CHARS), caret));
  if (!match) return null;
  const query = match[1] ?? '';
  return { from: caret - query.length - 1, query };
}

/** Replaces the trigger with `insertion`. */
export const replaceTrigger = (text: string, { from, query }: Trigger, insertion: string): Selected =>
  inserted({ text, from, to: from + query.length + 1 }, insertion);
