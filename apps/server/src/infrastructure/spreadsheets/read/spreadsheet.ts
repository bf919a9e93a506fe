import { detectCsvKind, readCsv, type CsvKind } from './csv.ts';
import { MAX_ROWS, type SpreadsheetRows } from './rows.ts';
import { headOf, UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';
import { readXlsx } from './xlsx.ts';

export type SpreadsheetKind = { format: 'xlsx' } | ({ format: 'csv' } & CsvKind);

const XLS = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Detects the format from the bytes, never from the file name. */
export async function detectKind(source: SpreadsheetSource): Promise<SpreadsheetKind | 'xls'> {
  const head = await headOf(source, 8);
  if (head.length === 0) throw new UnreadableSpreadsheet('empty');
  if (head.subarray(0, 4).equals(XLS)) return 'xls';
  if (head.subarray(0, 4).equals(ZIP)) return { format: 'xlsx' };
  return { format: 'csv', ...(await detectCsvKind(source)) };
}

/** Rows in order, in batches. The consumer may stop at any time. */
export async function* readSpreadsheetRows(source: SpreadsheetSource, kind: SpreadsheetKind): SpreadsheetRows {
  for await (const batch of kind.format === 'xlsx' ? readXlsx(source) : readCsv(source, kind)) {
    if (batch.at(-1)!.row > MAX_ROWS) throw new UnreadableSpreadsheet('too many rows');
    yield batch;
  }
}
