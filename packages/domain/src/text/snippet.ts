import { fold } from './fold.ts';

/** Approximate length of a snippet around the first match. */
const LENGTH = 80;
/** Length of the snippet before the match. */
const BEFORE = 30;
const CUT = '…';
/** Characters that combine with the preceding one. */
const JOINED = /^(?:[\uDC00-\uDFFF]|\p{Mn}|\u200D|\uFE0F)/u;

/** Start and end in UTF-16 units, as for `slice`. */
type Mark = [from: number, to: number];
interface Snippet {
  snippet: string;
  marks: Mark[];
}

/** A one-line snippet around the first match, with the positions of all matches in it. */
export function snippetOf(text: string, search: string): Snippet {
  const matches = matchesOf(text, search);
  const [first, last] = matches[0] ?? [0, 0];
  // A short text is not cut. A cut never splits a character and, if possible, no word.
  const isShort = text.length <= LENGTH;
  const from = isShort ? 0 : wordStartAfter(text, Math.max(0, Math.min(first - BEFORE, text.length - LENGTH)), first);
  const to = isShort ? text.length : wordEndBefore(text, Math.min(text.length, Math.max(from + LENGTH, last)), last);
  const head = from > 0 ? CUT : '';
  const tail = to < text.length ? CUT : '';
  return {
    snippet: head + text.slice(from, to).replace(/\s/g, ' ') + tail,
    marks: matches
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start - from + head.length, end - from + head.length]),
  };
}

/** Positions of the search text, ignoring case and accents. They do not overlap. */
function matchesOf(text: string, search: string): Mark[] {
  const foldedSearch = foldedOf(search.trim()).folded;
  if (foldedSearch === '') return [];
  const { folded, starts, ends } = foldedOf(text);
  const matches: Mark[] = [];
  for (let at = folded.indexOf(foldedSearch); at >= 0; at = folded.indexOf(foldedSearch, at + foldedSearch.length))
    matches.push([starts[at]!, ends[at + foldedSearch.length - 1]!]);
  return matches;
}

/** The folded text, and for each unit its range in the original text. */
function foldedOf(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const foldedCharacter = character < '\x80' ? character.toLowerCase() : fold(character);
    const end = at + character.length;
    for (let unit = 0; unit < foldedCharacter.length; unit++) {
      starts.push(at);
      ends.push(end);
    }
    // A combining accent belongs to the preceding letter.
    if (foldedCharacter === '')
      for (let unit = ends.length - 1; unit >= 0 && ends[unit] === at; unit--) ends[unit] = end;
    folded += foldedCharacter;
    at = end;
  }
  return { folded, starts, ends };
}

function wordStartAfter(text: string, at: number, latest: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, latest).search(/\s\S/);
  return space >= 0 ? at + space + 1 : characterBoundary(text, at, latest);
}
function wordEndBefore(text: string, at: number, earliest: number): number {
  if (at === text.length) return at;
  const segment = text.slice(earliest, at);
  const space = segment.search(/\s\S*$/);
  return space > 0 ? earliest + space : characterBoundary(text, at, text.length);
}
/** The next position that splits neither a surrogate pair nor a letter and its accent. */
function characterBoundary(text: string, at: number, latest: number): number {
  let position = at;
  while (position < latest && JOINED.test(text.slice(position, position + 2))) position += 1;
  return position;
}
