import { columnName } from './spreadsheet-mapping.ts';

/** A workbook with one small worksheet of texts, as a sample to be filled in. */
export function sampleWorkbook(worksheet: string, rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const rowsXml = rows.map((cells, at) => rowXml(cells, at + 1)).join('');
  return storedZip({
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(worksheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rowsXml}</sheetData></worksheet>`,
  });
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
const rowXml = (cells: readonly string[], number: number): string =>
  `<row r="${number}">${cells.map((text, column) => cellXml(text, `${columnName(column)}${number}`)).join('')}</row>`;
const cellXml = (text: string, reference: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A zip archive without compression. */
function storedZip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [encoder.encode(path), encoder.encode(text)];
    // Version 2.0, names in UTF-8, stored, 1 January 1980; then checksum, both sizes and the length of the name.
    const common = numbers([20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [crc32(content), 4], [content.length, 4]);
    const sizes = numbers([content.length, 4], [name.length, 2], [0, 2]);
    const local = joined([numbers([0x04034b50, 4]), common, sizes, name, content]);
    parts.push(local);
    directory.push(
      numbers([0x02014b50, 4], [20, 2]),
      common,
      sizes,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    );
    offset += local.length;
  }
  const count = parts.length;
  const entries = joined(directory);
  const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [entries.length, 4], [offset, 4], [0, 2]);
  return joined([...parts, entries, end]);
}

/** Numbers of this many bytes each, the lowest byte first. */
const numbers = (...fields: [value: number, bytes: number][]): Uint8Array =>
  Uint8Array.from(
    fields.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, at) => (value >>> (8 * at)) & 255)),
  );

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
