import { Readable } from 'node:stream';
import type { ImportError } from '@balcao/domain/contact/import-types';
import { csvCell } from '@balcao/domain/contact/spreadsheet-cell';
import type { SpreadsheetTexts } from '@balcao/domain/contact/spreadsheet-texts';

export interface BadRow {
  row: number;
  errors: ImportError[];
  cells: string[];
}
interface ErrorSpreadsheet {
  headers: readonly string[];
  rows: AsyncIterable<BadRow[]>;
  texts: Pick<SpreadsheetTexts, 'errorHeaders' | 'errors'>;
}

/** CSV with the rejected rows as they were and the reason for each. The byte order mark marks it as UTF-8. */
export const writeErrorSpreadsheet = (spreadsheet: ErrorSpreadsheet): Readable =>
  Readable.from(csvChunks(spreadsheet), { objectMode: false });

async function* csvChunks({ headers, rows, texts }: ErrorSpreadsheet): AsyncGenerator<string> {
  yield `\ufeff${csvRow([...texts.errorHeaders, ...headers])}`;
  for await (const batch of rows)
    yield batch
      .map(({ row, errors, cells }) =>
        csvRow([String(row), errors.map((code) => texts.errors[code]).join(', '), ...cells]),
      )
      .join('');
}

const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(';')}\r\n`;
