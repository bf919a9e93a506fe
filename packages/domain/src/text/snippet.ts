import { fold } from './fold.ts';

/** About so much of a text is shown around the first place where the words stand. */
const LENGTH = 80;
/** How much of it comes before them. */
const BEFORE = 30;
const CUT = '…';
/** Belongs to what stands before it. */
const JOINED = /^(?:[\uDC00-\uDFFF]|\p{Mn}|\u200D|\uFE0F)/u;

/** From and up to, in UTF-16 units: as a string is sliced. */
type Mark = [from: number, to: number];
interface Snippet {
  snippet: string;
  marks: Mark[];
}

/** A piece of the text around the first place that search finds, on one line, and every such place within it. */
export function snippetOf(text: string, words: string): Snippet {
  const places = placesOf(text, words);
  const [first, last] = places[0] ?? [0, 0];
  // What fits is shown whole; otherwise neither a character nor, where it can be helped, a word is torn.
  const isShort = text.length <= LENGTH;
  const from = isShort ? 0 : wordAfter(text, Math.max(0, Math.min(first - BEFORE, text.length - LENGTH)), first);
  const to = isShort ? text.length : wordBefore(text, Math.min(text.length, Math.max(from + LENGTH, last)), last);
  const head = from > 0 ? CUT : '';
  const tail = to < text.length ? CUT : '';
  return {
    snippet: head + text.slice(from, to).replace(/\s/g, ' ') + tail,
    marks: places
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start - from + head.length, end - from + head.length]),
  };
}

/** Where the words stand, whatever the accents and capitals; the places do not overlap. */
function placesOf(text: string, words: string): Mark[] {
  const wanted = foldedOf(words.trim()).folded;
  if (wanted === '') return [];
  const { folded, starts, ends } = foldedOf(text);
  const places: Mark[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length))
    places.push([starts[at]!, ends[at + wanted.length - 1]!]);
  return places;
}

/** The text as search compares it, and which part of the original each unit of it came from. */
function foldedOf(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const piece = character < '\x80' ? character.toLowerCase() : fold(character);
    const end = at + character.length;
    for (let unit = 0; unit < piece.length; unit++) {
      starts.push(at);
      ends.push(end);
    }
    // An accent of its own belongs to the letter before it.
    if (piece === '') for (let unit = ends.length - 1; unit >= 0 && ends[unit] === at; unit--) ends[unit] = end;
    folded += piece;
    at = end;
  }
  return { folded, starts, ends };
}

function wordAfter(text: string, at: number, latest: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, latest).search(/\s\S/);
  return space >= 0 ? at + space + 1 : whole(text, at, latest);
}
function wordBefore(text: string, at: number, earliest: number): number {
  if (at === text.length) return at;
  const rest = text.slice(earliest, at);
  const space = rest.search(/\s\S*$/);
  return space > 0 ? earliest + space : whole(text, at, text.length);
}
/** Not between the halves of a character, nor between a letter and its accent. */
function whole(text: string, at: number, latest: number): number {
  let place = at;
  while (place < latest && JOINED.test(text.slice(place, place + 2))) place += 1;
  return place;
}
