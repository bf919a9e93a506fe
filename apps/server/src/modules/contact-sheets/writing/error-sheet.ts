import { Readable } from 'node:stream';
import { csvCell } from '@balcao/domain/contact/sheet-cell';
import type { ImportFault } from '@balcao/domain/contact/sheet-words';

/** In the language of the sheets themselves, which are the company's own papers. */
const WHY: Record<ImportFault, string> = {
  noName: 'Sem nome',
  noNumber: 'Sem número',
  badNumber: 'Número inválido',
  badEmail: 'E-mail inválido',
  tooLong: 'Texto longo demais',
};
export interface BadRow {
  row: number;
  faults: ImportFault[];
  cells: string[];
}

/** As csv with a mark that spreadsheet programs know UTF-8 by: the rows as they were, and why each was left out. */
export const writeErrorSheet = (headers: readonly string[], rows: AsyncIterable<BadRow[]>): Readable =>
  Readable.from(lines(headers, rows), { objectMode: false });

async function* lines(headers: readonly string[], rows: AsyncIterable<BadRow[]>): AsyncGenerator<string> {
  yield `\ufeff${line(['Linha', 'Motivo', ...headers])}`;
  for await (const some of rows)
    yield some
      .map(({ row, faults, cells }) => line([String(row), faults.map((fault) => WHY[fault]).join(', '), ...cells]))
      .join('');
}

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join(';')}\r\n`;
