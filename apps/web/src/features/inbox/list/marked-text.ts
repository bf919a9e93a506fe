/** What a search found, kept visible and highlighted. */
import { snippetOf } from '@balcao/domain/text/snippet';

type Marks = readonly (readonly [number, number])[];
export interface MarkedText {
  text: string;
  marks: Marks;
}

/** Letters before the first match that fit into a narrow row together with the match. */
const MAX_BEFORE = 16;

/** Cuts the beginning, so that the first match is visible in one line that is cut at its end. */
export function aroundMatch(text: string, marks: Marks): MarkedText {
  const first = marks[0]?.[0] ?? 0;
  if (first <= MAX_BEFORE) return { text, marks };
  const earliest = first - MAX_BEFORE;
  const space = text.slice(earliest, first).search(/\s\S/);
  // Never inside a pair of surrogates.
  const from = space >= 0 ? earliest + space + 1 : /[\uDC00-\uDFFF]/.test(text[earliest]!) ? earliest + 1 : earliest;
  return { text: `…${text.slice(from)}`, marks: marks.map(([start, end]) => [start - from + 1, end - from + 1]) };
}

/** The matches of the search text in a name, without regard to accents and case. */
export function markedName(name: string, search: string): MarkedText {
  const { snippet, marks } = snippetOf(name, search);
  return aroundMatch(snippet, marks);
}

/** The searched digits in a phone number as it is shown; undefined if they are not in it as typed. */
export function markedNumber(shown: string, search: string): MarkedText | undefined {
  if (!/^[\d\s()+.-]+$/.test(search)) return undefined;
  const digits = search.replace(/\D/g, '').replace(/^0+(?=[1-9]\d{9})/, '');
  const positions = Array.from({ length: shown.length }, (_, at) => at).filter((at) => /\d/.test(shown[at]!));
  const at = positions
    .map((position) => shown[position])
    .join('')
    .indexOf(digits);
  if (digits === '') return undefined;
  return { text: shown, marks: at < 0 ? [] : [[positions[at]!, positions[at + digits.length - 1]! + 1]] };
}
