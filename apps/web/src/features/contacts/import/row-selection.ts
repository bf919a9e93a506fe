/** Which rows of a sheet are wanted: all but some, or only some. A sheet may have a million, and nobody ticks those. */
import type { SheetPreview } from '@balcao/contract/endpoints/contact-sheets';

type PreviewRow = SheetPreview['rows'][number];
type Counts = SheetPreview['counts'];

export interface Selection {
  all: boolean;
  /** Those that are otherwise, by their number in the sheet. */
  but: ReadonlyMap<number, PreviewRow['fate']>;
}
export const everyRow: Selection = { all: true, but: new Map() };
export const noRow: Selection = { all: false, but: new Map() };

export const isWanted = ({ all, but }: Selection, row: number): boolean => all !== but.has(row);

export function toggled(selection: Selection, { row, fate }: Pick<PreviewRow, 'row' | 'fate'>): Selection {
  const but = new Map(selection.but);
  if (!but.delete(row)) but.set(row, fate);
  return { ...selection, but };
}

/** The last row a sheet can have. */
const LAST = 1_048_576;

/** As the wire takes it: ranges of rows that are left out, both ends included. */
export function excludedRanges({ all, but }: Selection): [number, number][] {
  const rows = [...but.keys()].toSorted((one, other) => one - other);
  if (all) return joined(rows);
  const gaps: [number, number][] = [];
  let from = 1;
  for (const row of rows) {
    if (row > from) gaps.push([from, row - 1]);
    from = row + 1;
  }
  if (from <= LAST) gaps.push([from, LAST]);
  return gaps;
}

function joined(rows: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges;
}

const countOf: Partial<Record<PreviewRow['fate'], 'created' | 'changed' | 'unchanged' | 'ignored' | 'invalid'>> = {
  create: 'created',
  change: 'changed',
  unchanged: 'unchanged',
  ignored: 'ignored',
  invalid: 'invalid',
};

/** What the whole sheet would do, less what was left out: known here without asking again. */
export function countsOf(counts: Counts, { all, but }: Selection): Counts {
  const left = all ? { ...counts } : { ...counts, created: 0, changed: 0, unchanged: 0, ignored: 0, invalid: 0 };
  for (const fate of but.values()) {
    const key = countOf[fate];
    if (key) left[key] += all ? -1 : 1;
  }
  const wanted = left.created + left.changed + left.unchanged + left.ignored + left.invalid;
  return { ...left, excluded: counts.rows - wanted };
}

/** How many contacts would come of it. */
export const wantedContacts = ({ created, changed, unchanged }: Counts): number => created + changed + unchanged;
