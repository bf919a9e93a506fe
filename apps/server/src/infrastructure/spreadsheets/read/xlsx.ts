/** Reads the first worksheet of a workbook. A formula yields its last saved value; nothing is computed. */
import { cut, MAX_COLUMNS, MAX_ROWS, type SpreadsheetRow, type SpreadsheetRows } from './rows.ts';
import { UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';
import { StringTable } from './strings.ts';
import { readXml } from './xml.ts';
import { openArchive, type Archive } from './zip.ts';

export async function* readXlsx(source: SpreadsheetSource): SpreadsheetRows {
  const archive = await openArchive(source);
  try {
    const worksheetPath = await firstWorksheetPath(archive);
    yield* readWorksheet(archive, worksheetPath, await sharedStrings(archive));
  } finally {
    archive.close();
  }
}

/** Finds the first worksheet through the workbook and its relations; falls back to the usual path. */
async function firstWorksheetPath(archive: Archive): Promise<string> {
  const defaultPath = 'xl/worksheets/sheet1.xml';
  let id: string | undefined;
  let target: string | undefined;
  await eachTag(archive, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'sheet') id ??= attributes['r:id'];
  });
  if (id !== undefined) {
    await eachTag(archive, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target'];
    });
  }
  const named = target === undefined ? defaultPath : target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const path = archive.names.includes(named) ? named : defaultPath;
  if (!archive.names.includes(path)) throw new UnreadableSpreadsheet('contains no worksheet');
  return path;
}

async function eachTag(
  archive: Archive,
  name: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  if (!archive.names.includes(name)) return;
  for await (const _ of readXml(await archive.open(name), { open }));
}

async function sharedStrings(archive: Archive): Promise<StringTable> {
  const table = new StringTable();
  const name = 'xl/sharedStrings.xml';
  if (!archive.names.includes(name)) return table;
  const textCollector = createTextCollector();
  const handlers = {
    open: textCollector.open,
    text: textCollector.text,
    close(tag: string) {
      textCollector.close(tag);
      if (tag === 'si') table.add(textCollector.take());
    },
  };
  for await (const _ of readXml(await archive.open(name), handlers));
  return table;
}

/** Collects the text of one item: every `t` element except phonetic hints (`rPh`). */
function createTextCollector() {
  let inText = false;
  let phoneticDepth = 0;
  let collected = '';
  return {
    open: (tag: string) => {
      if (tag === 't') inText = true;
      else if (tag === 'rPh') phoneticDepth += 1;
    },
    text: (text: string) => {
      if (inText && phoneticDepth === 0 && collected.length < 65_536) collected += text;
    },
    close: (tag: string) => {
      if (tag === 't') inText = false;
      else if (tag === 'rPh') phoneticDepth -= 1;
    },
    take: () => {
      const text = cut(unescaped(collected));
      collected = '';
      return text;
    },
  };
}
/** Decodes `_xHHHH_`, which stands for characters that XML cannot contain. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

async function* readWorksheet(archive: Archive, name: string, strings: StringTable): SpreadsheetRows {
  let pendingRows: SpreadsheetRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let type = 'n';
  let inValue = false;
  let value = '';
  const textCollector = createTextCollector();
  const put = (text: string) => {
    if (text === '') return;
    if (column >= MAX_COLUMNS) throw new UnreadableSpreadsheet('too many columns');
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const handlers = {
    open(tag: string, attributes: Readonly<Record<string, string>>) {
      if (tag === 'c') {
        const reference = attributes['r'];
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = attributes['t'] ?? 'n';
        value = '';
      } else if (tag === 'v') inValue = true;
      else if (tag === 'row') {
        const next = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
        if (!Number.isInteger(next) || next <= row || next > MAX_ROWS)
          throw new UnreadableSpreadsheet('invalid row number');
        row = next;
        cells = [];
        column = -1;
      } else textCollector.open(tag);
    },
    text(text: string) {
      if (!inValue) textCollector.text(text);
      else if (value.length < 65_536) value += text;
    },
    close(tag: string) {
      if (tag === 'v') inValue = false;
      else if (tag === 'c') put(type === 'inlineStr' ? textCollector.take() : cellText(type, value, strings));
      else if (tag === 'row') {
        if (cells.length > 0) pendingRows.push({ row, cells });
      } else textCollector.close(tag);
    },
  };
  for await (const _ of readXml(await archive.open(name), handlers)) {
    if (pendingRows.length === 0) continue;
    yield pendingRows;
    pendingRows = [];
  }
}

function cellText(type: string, value: string, strings: StringTable): string {
  if (value === '') return '';
  if (type === 's') return strings.get(Number(value));
  if (type === 'str') return cut(unescaped(value));
  if (type === 'b') return value === '1' ? 'VERDADEIRO' : 'FALSO';
  if (type !== 'n') return value;
  // Long numbers are stored as 5.511987654321E12 without loss of digits.
  return /e/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value;
}

/** `AB12` is column 27. No program has columns with four letters. */
function columnOf(reference: string): number {
  let column = 0;
  let letterCount = 0;
  for (; letterCount < reference.length; letterCount += 1) {
    const code = reference.charCodeAt(letterCount) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  if (letterCount < 1 || letterCount > 3) throw new UnreadableSpreadsheet('invalid cell reference');
  return column - 1;
}
