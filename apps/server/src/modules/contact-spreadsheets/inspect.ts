import { MAX_PREVIEW_SCANNED_ROWS } from '@balcao/contract/endpoints/contact-spreadsheets';
import {
  columnName,
  looksLikeHeader,
  suggestMapping,
  type DetectedColumn,
  type Mapping,
} from '@balcao/domain/contact/spreadsheet-mapping';
import { refuse } from '../../infrastructure/app-error.ts';
import {
  detectKind,
  readSpreadsheetRows,
  type SpreadsheetKind,
} from '../../infrastructure/spreadsheets/read/spreadsheet.ts';
import { UnreadableSpreadsheet, type SpreadsheetSource } from '../../infrastructure/spreadsheets/read/source.ts';
import { texts } from './spreadsheet-deps.ts';

export interface Inspection {
  kind: SpreadsheetKind;
  columns: DetectedColumn[];
  mapping: Mapping;
  rows: number;
  isExact: boolean;
}
const SAMPLES = 5;
const MAX_SAMPLE_LENGTH = 200;
/** Rows that are read to detect the columns. */
const SAMPLED = 1000;

/** Detects format and columns of a spreadsheet and counts its rows; estimates the count if it is long. */
export async function inspectSheet(source: SpreadsheetSource): Promise<Inspection> {
  const kind = await detectKind(source);
  let first: string[] | undefined;
  let rows = 0;
  let last = 0;
  let characters = 0;
  let isExact = true;
  /** Values of each column, to recognize what it holds. */
  const found: string[][] = [];
  /** The first rows as they are, blanks included. */
  const shown: string[][] = [];
  for await (const chunk of readSpreadsheetRows(source, kind)) {
    for (const { row, cells } of chunk) {
      first ??= cells;
      rows += 1;
      last = row;
      characters += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (shown.length <= SAMPLES) shown.push(cells);
      if (rows <= SAMPLED) cells.forEach((cell, column) => sample((found[column] ??= []), cell));
    }
    if (last < MAX_PREVIEW_SCANNED_ROWS) continue;
    isExact = false;
    break;
  }
  if (!first) throw new UnreadableSpreadsheet('empty');
  const hasHeader = looksLikeHeader(first);
  const headerOf = (column: number) => (hasHeader ? shorten(first[column] ?? '') : '');
  const detected = found.map((values, column) => ({
    column,
    header: headerOf(column) || `${texts.column} ${columnName(column)}`,
    samples: values.slice(hasHeader && values[0] === headerOf(column) ? 1 : 0).slice(0, SAMPLES),
  }));
  const dataRows = shown.slice(hasHeader ? 1 : 0).slice(0, SAMPLES);
  return {
    kind,
    columns: detected.map(({ column, header }) => ({
      column,
      header,
      samples: dataRows.map((cells) => shorten(cells[column] ?? '')),
    })),
    mapping: suggestMapping(detected, hasHeader),
    rows: Math.max(0, (isExact ? rows : estimateRows(source, kind, rows, characters)) - (hasHeader ? 1 : 0)),
    isExact,
  };
}

/** Extrapolates from the size of a text file. The size of a workbook or page says nothing about its rows. */
function estimateRows({ bytes }: SpreadsheetSource, kind: SpreadsheetKind, rows: number, characters: number): number {
  if (kind.format !== 'csv') return rows;
  const all = kind.encoding.startsWith('utf-16') ? bytes / 2 : bytes;
  return Math.max(rows, Math.round((rows * all) / Math.max(1, characters)));
}

const shorten = (cell: string): string => cell.trim().slice(0, MAX_SAMPLE_LENGTH);

function sample(samples: string[], cell: string): void {
  const text = shorten(cell);
  if (text !== '' && samples.length <= SAMPLES) samples.push(text);
}

/** Header of each column; empty if the first row is a contact. */
export const headersOf = (columns: readonly DetectedColumn[], { hasHeader }: Mapping): string[] =>
  columns.map(({ header }) => (hasHeader ? header : ''));

/** Maps an unreadable spreadsheet to an error code. */
export async function refuseUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableSpreadsheet) refuse('ERR_SHEET_INVALID', { field: 'file', rule: 'invalid' });
    throw error;
  }
}
