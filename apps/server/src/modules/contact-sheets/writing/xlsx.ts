/** A workbook that is written while it is read from: no row is held longer than it takes to pack it. */
import { Readable } from 'node:stream';
import { looksLikeFormula } from '@balcao/domain/contact/sheet-cell';
import { columnName } from '@balcao/domain/contact/sheet-mapping';
import { ZipFile } from 'yazl';

/** One sheet of any program has no more, its header included. */
export const ROWS_A_SHEET = 1_048_576;

export interface Workbook {
  headers: readonly string[];
  /** How many rows there will be; what comes beyond the sheets made for them is left out. */
  expected: number;
  /** Some at a time: what is done for each row alone, a million times, fills the memory with what is thrown away. */
  rows: AsyncIterable<Rows>;
}
export type Rows = readonly (readonly string[])[];

export function writeXlsx({ headers, expected, rows }: Workbook): Readable {
  const zip = new ZipFile();
  const sheets = Math.max(1, Math.ceil(expected / (ROWS_A_SHEET - 1)));
  const coming = onPages(rows);
  const columns = headers.map((_, column) => columnName(column));
  const packed = zip.outputStream as Readable;
  const broken = (fault: unknown) => void packed.destroy(fault as Error);
  const put = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  put('[Content_Types].xml', contentTypes(sheets));
  put('_rels/.rels', ROOT);
  put('xl/workbook.xml', workbook(sheets));
  put('xl/_rels/workbook.xml.rels', relations(sheets));
  put('xl/styles.xml', STYLES);
  for (let sheet = 1; sheet <= sheets; sheet += 1) {
    const content = Readable.from(sheetXml(headers, columns, coming), { objectMode: false });
    content.on('error', broken);
    zip.addReadStream(content, `xl/worksheets/sheet${sheet}.xml`);
  }
  zip.end();
  return packed;
}

/** Rows that did not fit a sheet begin the next one. */
function onPages(rows: AsyncIterable<Rows>) {
  const coming = rows[Symbol.asyncIterator]();
  let left: Rows = [];
  return async (atMost: number): Promise<Rows | undefined> => {
    if (left.length === 0) {
      const { value, done } = await coming.next();
      if (done === true) return undefined;
      left = value;
    }
    const page = left.length <= atMost ? left : left.slice(0, atMost);
    left = left.slice(page.length);
    return page;
  };
}

async function* sheetXml(
  headers: readonly string[],
  columns: readonly string[],
  next: (atMost: number) => Promise<Rows | undefined>,
): AsyncGenerator<Buffer> {
  const head = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  yield Buffer.from(head + rowXml(1, headers, columns, HEADER));
  for (let number = 2; number <= ROWS_A_SHEET;) {
    const page = await next(ROWS_A_SHEET - number + 1);
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
    // A text is a text and never computed; what looks like more also says so to whoever edits the cell.
    const look = style === PLAIN && looksLikeFormula(cell) ? QUOTED : style;
    xml += `<c r="${columns[column]}${number}" t="inlineStr" s="${look}"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
/** Signs that no such document can hold are left out; a word that reads like an escaped sign is kept from being one. */
const escaped = (text: string): string => (isPlain.test(text) ? text : reworded(text));
const isPlain = /^[^&<>_\p{C}]*$/u;
const reworded = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (sign) => ESCAPES[sign]!);

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const [PLAIN, HEADER, QUOTED] = [0, 1, 2];

const each = (sheets: number, one: (sheet: number) => string): string =>
  Array.from({ length: sheets }, (_, index) => one(index + 1)).join('');

const contentTypes = (sheets: number): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each(sheets, (sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`;

const ROOT = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbook = (sheets: number): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(sheets, (sheet) => `<sheet name="Contatos${sheet === 1 ? '' : ` ${sheet}`}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`;

const relations = (sheets: number): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each(sheets, (sheet) => `<Relationship Id="rId${sheet}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** Text cells (49 is «@»): plain, bold for the header, and marked as quoted. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;
