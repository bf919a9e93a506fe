import { ROWS_LOOKED_AT } from '@balcao/contract/endpoints/contact-sheets';
import {
  columnName,
  looksLikeHeader,
  suggestMapping,
  type FoundColumn,
  type Mapping,
} from '@balcao/domain/contact/sheet-mapping';
import { refuse } from '../../foundation/refusal.ts';
import { lookAtSheet, readSheetRows, type SheetKind } from './reading/sheet.ts';
import { UnreadableSheet, type SheetSource } from './reading/source.ts';

export interface Looked {
  kind: SheetKind;
  columns: FoundColumn[];
  mapping: Mapping;
  rows: number;
  isExact: boolean;
}
const SAMPLES = 5;
const LONGEST_SAMPLE = 200;
/** Rows that are looked at for what the columns hold. */
const SAMPLED = 1000;

/** What a sheet is and what its columns look like; the whole of it when it is not too long. */
export async function lookAt(source: SheetSource): Promise<Looked> {
  const kind = await lookAtSheet(source);
  if (kind === 'xls') refuse('ERR_SHEET_XLS');
  let first: string[] | undefined;
  let rows = 0;
  let last = 0;
  let letters = 0;
  let isExact = true;
  const samples: string[][] = [];
  for await (const some of readSheetRows(source, kind)) {
    for (const { row, cells } of some) {
      first ??= cells;
      rows += 1;
      last = row;
      letters += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (rows <= SAMPLED) cells.forEach((cell, column) => sample((samples[column] ??= []), cell));
    }
    if (last < ROWS_LOOKED_AT) continue;
    isExact = false;
    break;
  }
  if (!first) throw new UnreadableSheet('empty');
  const hasHeader = looksLikeHeader(first);
  const columns = samples.map((found, column) => ({
    column,
    header: (hasHeader ? (first[column] ?? '').trim().slice(0, LONGEST_SAMPLE) : '') || `Coluna ${columnName(column)}`,
    samples: (hasHeader
      ? found.slice(found[0] === (first[column] ?? '').trim().slice(0, LONGEST_SAMPLE) ? 1 : 0)
      : found
    ).slice(0, SAMPLES),
  }));
  return {
    kind,
    columns,
    mapping: suggestMapping(columns, hasHeader),
    rows: Math.max(0, (isExact ? rows : guessed(source, kind, rows, letters)) - (hasHeader ? 1 : 0)),
    isExact,
  };
}

/** A text is as long as its lines; a workbook tells nothing before it was read. */
function guessed({ bytes }: SheetSource, kind: SheetKind, rows: number, letters: number): number {
  if (kind.format === 'xlsx') return rows;
  const all = kind.encoding.startsWith('utf-16') ? bytes / 2 : bytes;
  return Math.max(rows, Math.round((rows * all) / Math.max(1, letters)));
}

function sample(samples: string[], cell: string): void {
  const text = cell.trim().slice(0, LONGEST_SAMPLE);
  if (text !== '' && samples.length <= SAMPLES) samples.push(text);
}

/** What stands over each column, by its place; nothing where the first row is a contact itself. */
export const headersOf = (columns: readonly FoundColumn[], { hasHeader }: Mapping): string[] =>
  columns.map(({ header }) => (hasHeader ? header : ''));

/** A sheet that cannot be read is told in the words of the screen. */
export async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof UnreadableSheet) refuse('ERR_SHEET_INVALID', { field: 'file', rule: 'invalid' });
    throw fault;
  }
}
