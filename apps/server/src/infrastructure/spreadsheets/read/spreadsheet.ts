import { detectCsvKind, readCsv, type CsvKind, type Encoding } from './csv.ts';
import { isHtml, readHtml } from './html.ts';
import { MAX_ROWS, type SpreadsheetRows } from './rows.ts';
import { headOf, UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';
import { readXls } from './xls.ts';
import { readXlsx } from './xlsx.ts';

export type SpreadsheetKind =
  | { format: 'xlsx' }
  /** Excel 97–2003. */
  | { format: 'xls' }
  /** A page with a table, usually named .xls. */
  | { format: 'html'; encoding: Encoding }
  | ({ format: 'csv' } & CsvKind);

const XLS = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** A page names its elements here. */
const HEAD_BYTES = 65_536;
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Detects the format from the bytes, never from the file name. */
export async function detectKind(source: SpreadsheetSource): Promise<SpreadsheetKind> {
  const head = await headOf(source, 8);
  if (head.length === 0) throw new UnreadableSpreadsheet('empty');
  if (head.subarray(0, 4).equals(XLS)) return { format: 'xls' };
  if (head.subarray(0, 4).equals(ZIP)) return { format: 'xlsx' };
  const csv = await detectCsvKind(source);
  const { encoding } = csv;
  if (isHtml(new TextDecoder(encoding).decode(await headOf(source, HEAD_BYTES)))) return { format: 'html', encoding };
  return { format: 'csv', ...csv };
}

/** Rows in order, in batches. The consumer may stop at any time. */
export async function* readSpreadsheetRows(source: SpreadsheetSource, kind: SpreadsheetKind): SpreadsheetRows {
  for await (const batch of rowsOf(source, kind)) {
    if (batch.at(-1)!.row > MAX_ROWS) throw new UnreadableSpreadsheet('too many rows');
    yield batch;
  }
}

function rowsOf(source: SpreadsheetSource, kind: SpreadsheetKind): SpreadsheetRows {
  switch (kind.format) {
    case 'xlsx':
      return readXlsx(source);
    case 'xls':
      return readXls(source);
    case 'html':
      return readHtml(source, kind.encoding);
    case 'csv':
      return readCsv(source, kind);
  }
}
