/** Writes a workbook as a stream. Rows are not held in memory after they are compressed. */
import { Readable } from 'node:stream';
import { looksLikeFormula } from '@balcao/domain/contact/spreadsheet-cell';
import { columnName } from '@balcao/domain/contact/spreadsheet-mapping';
import { ZipFile } from 'yazl';

/** Limit of spreadsheet programs, header included. */
export const ROWS_PER_WORKSHEET = 1_048_576;

export interface Workbook {
  /** Name of the first worksheet; further ones get a number. */
  name: string;
  headers: readonly string[];
  /** Expected number of rows. It determines the number of worksheets; rows beyond them are dropped. */
  expected: number;
  /** Batches of rows, because work per row creates too much garbage for a million rows. */
  rows: AsyncIterable<Rows>;
}
export type Rows = readonly (readonly string[])[];

export function writeXlsx({ name, headers, expected, rows }: Workbook): Readable {
  const zip = new ZipFile();
  const worksheetCount = Math.max(1, Math.ceil(expected / (ROWS_PER_WORKSHEET - 1)));
  const nextRows = createPager(rows);
  const columns = headers.map((_, column) => columnName(column));
  const packed = zip.outputStream as Readable;
  const onError = (error: unknown) => void packed.destroy(error as Error);
  const put = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path);
  put('[Content_Types].xml', contentTypes(worksheetCount));
  put('_rels/.rels', ROOT);
  put('xl/workbook.xml', workbook(name, worksheetCount));
  put('xl/_rels/workbook.xml.rels', relations(worksheetCount));
  put('xl/styles.xml', STYLES);
  for (let worksheet = 1; worksheet <= worksheetCount; worksheet += 1) {
    const content = Readable.from(worksheetXml(headers, columns, nextRows), { objectMode: false });
    content.on('error', onError);
    zip.addReadStream(content, `xl/worksheets/sheet${worksheet}.xml`);
  }
  zip.end();
  return packed;
}

/** Rows that do not fit into a worksheet start the next one. */
function createPager(rows: AsyncIterable<Rows>) {
  const iterator = rows[Symbol.asyncIterator]();
  let remaining: Rows = [];
  return async (limit: number): Promise<Rows | undefined> => {
    if (remaining.length === 0) {
      const { value, done } = await iterator.next();
      if (done === true) return undefined;
      remaining = value;
    }
    const page = remaining.length <= limit ? remaining : remaining.slice(0, limit);
    remaining = remaining.slice(page.length);
    return page;
  };
}

async function* worksheetXml(
  headers: readonly string[],
  columns: readonly string[],
  next: (limit: number) => Promise<Rows | undefined>,
): AsyncGenerator<Buffer> {
  const head = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  yield Buffer.from(head + rowXml(1, headers, columns, HEADER));
  for (let number = 2; number <= ROWS_PER_WORKSHEET;) {
    const page = await next(ROWS_PER_WORKSHEET - number + 1);
    if (!page) break;
    let text = '';
    for (const cells of page) text += rowXml(number++, cells, columns, PLAIN);
    yield Buffer.from(text);
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function rowXml(number: number, cells: readonly string[], columns: readonly string[], style: number): string {
  let xml = `<row r="${number}">`;
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column]!;
    if (cell === '') continue;
    // Cells are text and never computed. A text that looks like a formula is also marked as quoted, for later editing.
    const cellStyle = style === PLAIN && looksLikeFormula(cell) ? QUOTED : style;
    xml += `<c r="${columns[column]}${number}" t="inlineStr" s="${cellStyle}"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
/** Removes characters that XML cannot contain and escapes texts that look like `_xHHHH_`. */
const escaped = (text: string): string => (isPlain.test(text) ? text : escapeText(text));
const isPlain = /^[^&<>_\p{C}]*$/u;
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (character) => ESCAPES[character]!);

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const [PLAIN, HEADER, QUOTED] = [0, 1, 2];

const each = (worksheetCount: number, render: (worksheet: number) => string): string =>
  Array.from({ length: worksheetCount }, (_, index) => render(index + 1)).join('');

const contentTypes = (worksheetCount: number): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each(worksheetCount, (worksheet) => `<Override PartName="/xl/worksheets/sheet${worksheet}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`;

const ROOT = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbook = (name: string, worksheetCount: number): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(worksheetCount, (worksheet) => `<sheet name="${escaped(name)}${worksheet === 1 ? '' : ` ${worksheet}`}" sheetId="${worksheet}" r:id="rId${worksheet}"/>`)}</sheets></workbook>`;

const relations = (worksheetCount: number): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each(worksheetCount, (worksheet) => `<Relationship Id="rId${worksheet}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${worksheet}.xml"/>`)}<Relationship Id="rId${worksheetCount + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** Text cells (49 is «@»): plain, bold for the header, and marked as quoted. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;
