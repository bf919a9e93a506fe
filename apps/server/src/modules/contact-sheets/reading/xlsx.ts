/** The first sheet of a workbook, row by row. Formulas are what they last showed; nothing is computed. */
import { cut, MAX_COLUMNS, MAX_ROWS, type SheetRow, type SheetRows } from './rows.ts';
import { UnreadableSheet, type SheetSource } from './source.ts';
import { StringTable } from './strings.ts';
import { readXml } from './xml.ts';
import { openArchive, type Archive } from './zip.ts';

export async function* readXlsx(source: SheetSource): SheetRows {
  const archive = await openArchive(source);
  try {
    const sheet = await firstSheet(archive);
    yield* readSheet(archive, sheet, await sharedStrings(archive));
  } finally {
    archive.close();
  }
}

/** Which file is the first sheet is told in two others; where they are silent, by its usual name. */
async function firstSheet(archive: Archive): Promise<string> {
  const usual = 'xl/worksheets/sheet1.xml';
  let id: string | undefined;
  let target: string | undefined;
  await walk(archive, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'sheet') id ??= attributes['r:id'];
  });
  if (id !== undefined) {
    await walk(archive, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target'];
    });
  }
  const named = target === undefined ? usual : target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  const there = archive.names.includes(named) ? named : usual;
  if (!archive.names.includes(there)) throw new UnreadableSheet('holds no sheet');
  return there;
}

async function walk(
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
  const words = wordCatcher();
  const ears = {
    open: words.open,
    text: words.text,
    close(tag: string) {
      words.close(tag);
      if (tag === 'si') table.add(words.take());
    },
  };
  for await (const _ of readXml(await archive.open(name), ears));
  return table;
}

/** Gathers the text of one item: every `t` but those that only tell how it is spoken. */
function wordCatcher() {
  let inText = false;
  let spoken = 0;
  let gathered = '';
  return {
    open: (tag: string) => {
      if (tag === 't') inText = true;
      else if (tag === 'rPh') spoken += 1;
    },
    text: (text: string) => {
      if (inText && spoken === 0 && gathered.length < 65_536) gathered += text;
    },
    close: (tag: string) => {
      if (tag === 't') inText = false;
      else if (tag === 'rPh') spoken -= 1;
    },
    take: () => {
      const text = cut(unescaped(gathered));
      gathered = '';
      return text;
    },
  };
}
/** How spreadsheets write signs that their documents cannot hold. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

async function* readSheet(archive: Archive, name: string, strings: StringTable): SheetRows {
  let ready: SheetRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let type = 'n';
  let inValue = false;
  let value = '';
  const words = wordCatcher();
  const put = (text: string) => {
    if (text === '') return;
    if (column >= MAX_COLUMNS) throw new UnreadableSheet('too many columns');
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  const ears = {
    open(tag: string, attributes: Readonly<Record<string, string>>) {
      if (tag === 'c') {
        const place = attributes['r'];
        column = place === undefined ? column + 1 : columnOf(place);
        type = attributes['t'] ?? 'n';
        value = '';
      } else if (tag === 'v') inValue = true;
      else if (tag === 'row') {
        const next = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
        if (!Number.isInteger(next) || next <= row || next > MAX_ROWS) throw new UnreadableSheet('a row out of place');
        row = next;
        cells = [];
        column = -1;
      } else words.open(tag);
    },
    text(text: string) {
      if (!inValue) words.text(text);
      else if (value.length < 65_536) value += text;
    },
    close(tag: string) {
      if (tag === 'v') inValue = false;
      else if (tag === 'c') put(type === 'inlineStr' ? words.take() : shown(type, value, strings));
      else if (tag === 'row') {
        if (cells.length > 0) ready.push({ row, cells });
      } else words.close(tag);
    },
  };
  for await (const _ of readXml(await archive.open(name), ears)) {
    if (ready.length === 0) continue;
    yield ready;
    ready = [];
  }
}

function shown(type: string, value: string, strings: StringTable): string {
  if (value === '') return '';
  if (type === 's') return strings.get(Number(value));
  if (type === 'str') return cut(unescaped(value));
  if (type === 'b') return value === '1' ? 'VERDADEIRO' : 'FALSO';
  if (type !== 'n') return value;
  // Long numbers are kept as 5.511987654321E12; all of their digits are there.
  return /e/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value;
}

/** `AB12` is column 27. Four letters and more are no column of any program. */
function columnOf(place: string): number {
  let column = 0;
  let letters = 0;
  for (; letters < place.length; letters += 1) {
    const code = place.charCodeAt(letters) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  if (letters < 1 || letters > 3) throw new UnreadableSheet('a cell out of place');
  return column - 1;
}
