/** Writes a workbook as a stream. Rows are not held in memory after they are compressed. */
import { Readable } from 'node:stream';
import { looksLikeFormula } from '@balcao/domain/contact/spreadsheet-cell';
import { columnName } from '@balcao/domain/contact/spreadsheet-mapping';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { ZipFile } from 'yazl';

/** Limit of spreadsheet programs, header included. */
export const ROWS_PER_WORKSHEET = 1_048_576;

/** A list of rows, written to one or more worksheets. */
export interface Worksheet {
  /** Name of the first worksheet; further ones get a number. At most 31 characters, without []:*?/\\. */
  name: string;
  headers: readonly string[];
  /** Expected number of rows. It determines the number of worksheets; rows beyond them are dropped. */
  expected: number;
  /** Batches of rows, because work per row creates too much garbage for a million rows. */
  rows: AsyncIterable<Rows>;
}
/** Text, a number, a local time (`YYYY-MM-DDTHH:mm:ss`), a duration, or an empty cell. Text is never computed. */
export type Cell = string | number | { at: string } | { seconds: number } | null;
export type Rows = readonly (readonly Cell[])[];

/** Worksheets are read one after the other, in this order. */
export function writeXlsx(...lists: readonly Worksheet[]): Readable {
  const zip = new ZipFile();
  const packed = zip.outputStream as Readable;
  const onError = (error: unknown) => void packed.destroy(error as Error);
  const put = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path);
  const worksheets = lists.flatMap((list) => {
    const count = Math.max(1, Math.ceil(list.expected / (ROWS_PER_WORKSHEET - 1)));
    const nextRows = createPager(list.rows);
    return Array.from({ length: count }, (_, n) => ({
      name: n === 0 ? list.name : `${list.name} ${n + 1}`,
      headers: list.headers,
      nextRows,
    }));
  });
  put('[Content_Types].xml', contentTypes(worksheets.length));
  put('_rels/.rels', ROOT);
  put('xl/workbook.xml', workbook(worksheets.map(({ name }) => name)));
  put('xl/_rels/workbook.xml.rels', relations(worksheets.length));
  put('xl/styles.xml', STYLES);
  for (const [n, { headers, nextRows }] of worksheets.entries()) {
    const columns = headers.map((_, column) => columnName(column));
    const content = Readable.from(worksheetXml(headers, columns, nextRows), { objectMode: false });
    content.on('error', onError);
    zip.addReadStream(content, `xl/worksheets/sheet${n + 1}.xml`);
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

function rowXml(number: number, cells: readonly Cell[], columns: readonly string[], style: number): string {
  let xml = `<row r="${number}">`;
  for (let column = 0; column < cells.length; column++)
    xml += cellXml(cells[column]!, `${columns[column]}${number}`, style);
  return `${xml}</row>`;
}
function cellXml(cell: Cell, reference: string, style: number): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return numberXml(reference, cell, NUMBER);
  if (typeof cell === 'object')
    return 'at' in cell
      ? numberXml(reference, (Date.parse(`${cell.at}Z`) - DAY_ZERO) / DAY_MS, TIME)
      : numberXml(reference, cell.seconds / DAY_SECONDS, DURATION);
  // Cells are text and never computed. A text that looks like a formula is also marked as quoted, for later editing.
  const cellStyle = style === PLAIN && looksLikeFormula(cell) ? QUOTED : style;
  return `<c r="${reference}" t="inlineStr" s="${cellStyle}"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}
const numberXml = (reference: string, value: number, style: number): string =>
  Number.isFinite(value) ? `<c r="${reference}" s="${style}"><v>${value}</v></c>` : '';
/** Spreadsheet programs count days from here. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_SECONDS = 86_400;

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
const [PLAIN, HEADER, QUOTED, NUMBER, TIME, DURATION] = [0, 1, 2, 3, 4, 5];

const each = (worksheetCount: number, render: (worksheet: number) => string): string =>
  Array.from({ length: worksheetCount }, (_, index) => render(index + 1)).join('');

const contentTypes = (worksheetCount: number): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each(worksheetCount, (worksheet) => `<Override PartName="/xl/worksheets/sheet${worksheet}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`;

const ROOT = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbook = (names: readonly string[]): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, n) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`;

const relations = (worksheetCount: number): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each(worksheetCount, (worksheet) => `<Relationship Id="rId${worksheet}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${worksheet}.xml"/>`)}<Relationship Id="rId${worksheetCount + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** Text cells (49 is «@»): plain, bold for the header, and marked as quoted; numbers, local times and durations ([h]:mm:ss). */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="46" applyNumberFormat="1"/></cellXfs></styleSheet>`;
