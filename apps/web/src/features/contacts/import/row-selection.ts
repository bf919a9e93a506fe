/** Row selection of an import: all rows with exceptions, or none with exceptions, because a file can have a million rows. */
import type { SpreadsheetPreview } from '@balcao/contract/endpoints/contact-spreadsheets';

type PreviewRow = SpreadsheetPreview['rows'][number];
type Counts = SpreadsheetPreview['counts'];

export interface Selection {
  all: boolean;
  /** The rows that differ from `all`, by row number. */
  exceptions: ReadonlyMap<number, PreviewRow['fate']>;
}
export const everyRow: Selection = { all: true, exceptions: new Map() };
export const noRow: Selection = { all: false, exceptions: new Map() };

export const isIncluded = ({ all, exceptions }: Selection, row: number): boolean => all !== exceptions.has(row);

export function toggled(selection: Selection, { row, fate }: Pick<PreviewRow, 'row' | 'fate'>): Selection {
  const exceptions = new Map(selection.exceptions);
  if (!exceptions.delete(row)) exceptions.set(row, fate);
  return { ...selection, exceptions };
}

/** Last row of the XLSX format. */
const LAST_ROW = 1_048_576;

/** Excluded rows as ranges for the API, both ends included. */
export function excludedRanges({ all, exceptions }: Selection): [number, number][] {
  const rows = [...exceptions.keys()].toSorted((a, b) => a - b);
  if (all) return joinRows(rows);
  const ranges: [number, number][] = [];
  let from = 1;
  for (const row of rows) {
    if (row > from) ranges.push([from, row - 1]);
    from = row + 1;
  }
  if (from <= LAST_ROW) ranges.push([from, LAST_ROW]);
  return ranges;
}

function joinRows(rows: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const row of rows) {
    const last = ranges.at(-1);
    if (last && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges;
}

const countByOutcome: Partial<Record<PreviewRow['fate'], 'created' | 'changed' | 'unchanged' | 'ignored' | 'invalid'>> =
  {
    create: 'created',
    change: 'changed',
    unchanged: 'unchanged',
    ignored: 'ignored',
    invalid: 'invalid',
  };

/** Totals without the excluded rows, computed without another request. */
export function countsOf(counts: Counts, { all, exceptions }: Selection): Counts {
  const remaining = all ? { ...counts } : { ...counts, created: 0, changed: 0, unchanged: 0, ignored: 0, invalid: 0 };
  for (const fate of exceptions.values()) {
    const key = countByOutcome[fate];
    if (key) remaining[key] += all ? -1 : 1;
  }
  const includedRows =
    remaining.created + remaining.changed + remaining.unchanged + remaining.ignored + remaining.invalid;
  return { ...remaining, excluded: counts.rows - includedRows };
}

/** Number of contacts in the import. */
export const includedContacts = ({ created, changed, unchanged }: Counts): number => created + changed + unchanged;
