/** Formatted parts of a message text. Marks are stored with their content, so the typed text can be restored. */

export type Styled =
  | { type: 'text'; text: string }
  | { type: 'bold' | 'italic' | 'strike'; inner: Styled[] }
  | { type: 'mono'; text: string }
  | { type: 'link'; text: string; href: string };

const FENCE = '```';

/** One pass over the text, in linear time. */
export function formatted(text: string): Styled[] {
  const out: Styled[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(FENCE, at);
    const to = from < 0 ? -1 : text.indexOf(FENCE, from + FENCE.length);
    // Without a closing mark there is no block, here or later.
    if (to < 0) break;
    styleLines(text.slice(at, from), out);
    const inside = text.slice(from + FENCE.length, to);
    if (inside.trim() === '') put(out, text.slice(from, to + FENCE.length));
    else out.push({ type: 'mono', text: inside });
    at = to + FENCE.length;
  }
  styleLines(text.slice(at), out);
  return out;
}

/** The text as it was typed. */
export const sourceOf = (parts: readonly Styled[]): string => parts.map(source).join('');

/** The text without marks, for copying and screen readers. */
export const plainTextOf = (parts: readonly Styled[]): string =>
  parts.map((part) => ('inner' in part ? plainTextOf(part.inner) : part.text)).join('');

/** The first `maxLength` characters without marks, with an ellipsis if more follow. By grapheme: a cut emoji would be broken. */
export function cutParts(parts: readonly Styled[], maxLength: number): Styled[] {
  const text = plainTextOf(parts);
  // Most texts are short, and a segmenter costs more than everything else here.
  if (text.length <= maxLength) return [...parts];
  let count = 0;
  for (const { index } of (graphemes ??= new Intl.Segmenter()).segment(text))
    if (count++ === maxLength) return [...firstUnits(parts, index), { type: 'text', text: '…' }];
  return [...parts];
}
let graphemes: Intl.Segmenter | undefined;

/** The parts up to this number of UTF-16 units of their plain text. */
function firstUnits(parts: readonly Styled[], count: number): Styled[] {
  const first: Styled[] = [];
  let left = count;
  for (const part of parts) {
    if (left <= 0) break;
    if ('inner' in part) {
      const inner = firstUnits(part.inner, left);
      first.push({ ...part, inner });
      left -= plainTextOf(inner).length;
    } else {
      const text = part.text.slice(0, left);
      first.push({ ...part, text });
      left -= text.length;
    }
  }
  return first;
}

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const;
type Mark = keyof typeof marks;
const markOf = { bold: '*', italic: '_', strike: '~' } as const;
const isMark = (letter: string): letter is Mark => letter === '*' || letter === '_' || letter === '~';

function source(part: Styled): string {
  if (part.type === 'mono') return FENCE + part.text + FENCE;
  return 'inner' in part ? markOf[part.type] + sourceOf(part.inner) + markOf[part.type] : part.text;
}

/** Marks apply within one line only. */
function styleLines(text: string, out: Styled[]): void {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end + 1;
    styleLine(text.slice(from, to), out);
    from = to;
  }
}

interface Open {
  mark: Mark | null;
  inner: Styled[];
}

function indexOfMark(open: readonly Open[], mark: Mark): number {
  for (let index = 1; index < open.length; index += 1) if (open[index]!.mark === mark) return index;
  return -1;
}

/** Each mark is open at most once, so at most three are nested and a part moves at most three times. */
function styleLine(line: string, out: Styled[]): void {
  const open: Open[] = [{ mark: null, inner: out }];
  const top = () => open[open.length - 1]!.inner;
  /** A mark that is never closed is plain text. */
  const flatten = () => {
    const { mark, inner } = open.pop()!;
    put(top(), mark!);
    for (const part of inner) {
      if (part.type === 'text') put(top(), part.text);
      else top().push(part);
    }
  };
  let plainFrom = 0;
  let at = 0;
  const takePlain = () => put(top(), line.slice(plainFrom, at));
  while (at < line.length) {
    const letter = line[at]!;
    const link = letter === 'h' || letter === 'w' ? linkAt(line, at) : '';
    if (link !== '') {
      takePlain();
      top().push({ type: 'link', text: link, href: link.startsWith('www.') ? `https://${link}` : link });
      at += link.length;
      plainFrom = at;
      continue;
    }
    if (isMark(letter)) {
      const openIndex = indexOfMark(open, letter);
      if (openIndex > 0 && canClose(line, at)) {
        takePlain();
        while (open.length - 1 > openIndex) flatten();
        const { inner } = open.pop()!;
        top().push({ type: marks[letter], inner });
        plainFrom = at + 1;
      } else if (openIndex < 0 && canOpen(line, at)) {
        takePlain();
        open.push({ mark: letter, inner: [] });
        plainFrom = at + 1;
      }
    }
    at += 1;
  }
  takePlain();
  while (open.length > 1) flatten();
}

function put(into: Styled[], text: string): void {
  if (text === '') return;
  const last = into[into.length - 1];
  if (last?.type === 'text') last.text += text;
  else into.push({ type: 'text', text });
}

const FIRST_BEYOND_ASCII = 0x80;
/** Most letters are ASCII, for which a comparison is much faster than an expression. */
function isWordCharacter(letter: string | undefined): boolean {
  if (letter === undefined) return false;
  if (letter.charCodeAt(0) >= FIRST_BEYOND_ASCII) return /[\p{L}\p{N}]/u.test(letter);
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
}
function isSpace(letter: string | undefined): boolean {
  if (letter === undefined || letter === ' ') return true;
  return letter.charCodeAt(0) >= FIRST_BEYOND_ASCII ? /\s/.test(letter) : letter >= '\t' && letter <= '\r';
}
/** `2*3*4` and `snake_case` contain no marks. */
const canOpen = (line: string, at: number): boolean =>
  !isWordCharacter(line[at - 1]) && !isSpace(line[at + 1]) && line[at + 1] !== line[at];
const canClose = (line: string, at: number): boolean =>
  !isWordCharacter(line[at + 1]) && !isSpace(line[at - 1]) && line[at - 1] !== line[at];

/** Checks the first letter before matching the whole link, so a mismatch is cheap. */
const address = /(?:https?:\/\/|www\.)(?=[\p{L}\p{N}])[^\s<>"'`]+/uy;
const trailing = /[.,;:!?*_~)\]}]/;

/** The link that starts here, without punctuation that ends a sentence. */
function linkAt(line: string, at: number): string {
  if (isWordCharacter(line[at - 1])) return '';
  address.lastIndex = at;
  const match = address.exec(line)?.[0] ?? '';
  const last = match.includes('(') ? ')' : '';
  let end = match.length;
  while (end > 0 && match[end - 1] !== last && trailing.test(match[end - 1]!)) end -= 1;
  return match.slice(0, end);
}
