import { Readable } from 'node:stream';
import { csvCell } from '@balcao/domain/contact/spreadsheet-cell';
import type { ImportError } from '@balcao/domain/contact/import-types';

/** In the language of the sheets themselves, which are the company's own papers. */
const ERROR_TEXTS: Record<ImportError, string> = {
  noName: 'Sem nome',
  noNumber: 'Sem número',
  badNumber: 'Número inválido',
  badEmail: 'E-mail inválido',
  tooLong: 'Texto longo demais',
};
export interface BadRow {
  row: number;
  errors: ImportError[];
  cells: string[];
}

/** As csv with a mark that spreadsheet programs know UTF-8 by: the rows as they were, and why each was left out. */
export const writeErrorSpreadsheet = (headers: readonly string[], rows: AsyncIterable<BadRow[]>): Readable =>
  Readable.from(lines(headers, rows), { objectMode: false });

async function* lines(headers: readonly string[], rows: AsyncIterable<BadRow[]>): AsyncGenerator<string> {
  yield `\ufeff${line(['Linha', 'Motivo', ...headers])}`;
  for await (const batch of rows)
    yield batch
      .map(({ row, errors, cells }) =>
        line([String(row), errors.map((code) => ERROR_TEXTS[code]).join(', '), ...cells]),
      )
      .join('');
}

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(';')}\r\n`;
