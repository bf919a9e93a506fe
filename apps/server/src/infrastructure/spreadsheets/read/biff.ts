/** Reads the first worksheet of an Excel 97–2003 workbook (BIFF8). A formula yields its last saved value. */
import { cut, MAX_COLUMNS, type SpreadsheetRow } from './rows.ts';
import { UnreadableSpreadsheet } from './source.ts';

/** Record types that are read; all others are skipped. */
const RECORD = {
  formula: 0x0006,
  endOfPart: 0x000a,
  password: 0x002f,
  continued: 0x003c,
  sheet: 0x0085,
  rkNumbers: 0x00bd,
  richText: 0x00d6,
  sharedStrings: 0x00fc,
  sharedText: 0x00fd,
  number: 0x0203,
  text: 0x0204,
  truth: 0x0205,
  formulaText: 0x0207,
  rkNumber: 0x027e,
  startOfPart: 0x0809,
} as const;
const BIFF8 = 0x0600;
const WORKSHEET = 0;
/** The format has 65,536 rows and 256 columns; a wrong reference must not allocate more. */
const MAX_XLS_ROWS = 65_536;
/** Cells that name one shared string each have its text: a small file would become gigabytes. */
const MAX_CHARACTERS = 160_000_000;
/** Bounds of one message to the server's thread, which copies the text of each cell: rows, or characters if they are long. */
const ROWS_PER_BATCH = 500;
const CHARACTERS_PER_BATCH = 1_000_000;

interface BiffRecord {
  type: number;
  data: Buffer;
  /** Where the next record starts. */
  end: number;
}

/** Rows in order, in batches. The stream is named «Workbook» inside of the file. */
export function* readBiff(stream: Buffer): Generator<SpreadsheetRow[], void, undefined> {
  const { strings, sheetStart } = readGlobals(stream);
  yield* inBatches(readSheet(stream, sheetStart, strings));
}

function recordAt(stream: Buffer, at: number): BiffRecord | undefined {
  if (at + 4 > stream.length) return undefined;
  const end = at + 4 + stream.readUInt16LE(at + 2);
  if (end > stream.length) throw new UnreadableSpreadsheet('a record is cut off');
  return { type: stream.readUInt16LE(at), data: stream.subarray(at + 4, end), end };
}

function* recordsFrom(stream: Buffer, start: number): Generator<BiffRecord> {
  for (let record = recordAt(stream, start); record; record = recordAt(stream, record.end)) yield record;
}

/** The first part of a workbook: the shared strings and where the worksheets start. */
function readGlobals(stream: Buffer): { strings: string[]; sheetStart: number } {
  const first = recordAt(stream, 0);
  if (first?.type !== RECORD.startOfPart || first.data.length < 2 || first.data.readUInt16LE(0) !== BIFF8)
    throw new UnreadableSpreadsheet('older than Excel 97');
  let strings: string[] = [];
  let sheetStart: number | undefined;
  for (const record of recordsFrom(stream, first.end)) {
    const { type, data } = record;
    if (type === RECORD.endOfPart) break;
    if (type === RECORD.password) throw new UnreadableSpreadsheet('protected by a password');
    // Charts and macros are listed like worksheets.
    if (type === RECORD.sheet && data.length >= 6 && data[5] === WORKSHEET) sheetStart ??= data.readUInt32LE(0);
    if (type === RECORD.sharedStrings) strings = readSharedStrings([data, ...continuationsOf(stream, record)]);
  }
  if (sheetStart === undefined) throw new UnreadableSpreadsheet('contains no worksheet');
  return { strings, sheetStart };
}

/** A record has at most 8,224 bytes; longer data continues in the records that follow. */
function continuationsOf(stream: Buffer, { end }: BiffRecord): Buffer[] {
  const parts: Buffer[] = [];
  for (const { type, data } of recordsFrom(stream, end)) {
    if (type !== RECORD.continued) break;
    parts.push(data);
  }
  return parts;
}

function readSharedStrings(parts: readonly Buffer[]): string[] {
  const cursor = new Cursor(parts);
  cursor.skip(4);
  const count = cursor.uint32();
  const strings: string[] = [];
  while (strings.length < count && !cursor.isAtEnd) strings.push(cursor.richText());
  return strings;
}

function* readSheet(stream: Buffer, start: number, strings: readonly string[]): Generator<SpreadsheetRow> {
  const first = recordAt(stream, start);
  if (first?.type !== RECORD.startOfPart) throw new UnreadableSpreadsheet('the worksheet is missing');
  /** Cells may come in any order within blocks of rows, so that rows are put in order at the end. */
  const rows = new Map<number, string[]>();
  let characters = 0;
  const put = (row: number, column: number, text: string) => {
    if (text === '') return;
    if (row >= MAX_XLS_ROWS) throw new UnreadableSpreadsheet('invalid row number');
    if (column >= MAX_COLUMNS) throw new UnreadableSpreadsheet('too many columns');
    const cells = rows.get(row) ?? [];
    rows.set(row, cells);
    while (cells.length < column) cells.push('');
    cells[column] = cut(text);
    characters += cells[column].length;
    if (characters > MAX_CHARACTERS) throw new UnreadableSpreadsheet('larger inside than allowed');
  };
  /** The cell of a formula whose text follows in a record of its own. */
  let waiting: { row: number; column: number } | undefined;
  /** Charts are parts inside of the worksheet. */
  let depth = 0;
  for (const record of recordsFrom(stream, first.end)) {
    const { type, data } = record;
    if (type === RECORD.startOfPart) depth += 1;
    else if (type === RECORD.endOfPart && depth > 0) depth -= 1;
    else if (type === RECORD.endOfPart) break;
    else if (depth > 0) continue;
    else if (type === RECORD.formulaText) {
      if (waiting) put(waiting.row, waiting.column, new Cursor([data, ...continuationsOf(stream, record)]).text());
      waiting = undefined;
    } else {
      const cells = cellsOf(record, stream, strings);
      if (cells === 'textFollows') waiting = positionOf(data);
      else for (const { row, column, text } of cells) put(row, column, text);
    }
  }
  for (const [row, cells] of [...rows].sort(([one], [other]) => one - other))
    yield { row: row + 1, cells: Array.from(cells, (cell) => cell ?? '') };
}

interface Cell {
  row: number;
  column: number;
  text: string;
}
const positionOf = (data: Buffer) => ({ row: data.readUInt16LE(0), column: data.readUInt16LE(2) });

function cellsOf(record: BiffRecord, stream: Buffer, strings: readonly string[]): Cell[] | 'textFollows' {
  const { type, data } = record;
  if (data.length < 6) return [];
  const one = (text: string): Cell[] => [{ ...positionOf(data), text }];
  switch (type) {
    case RECORD.sharedText: {
      const text = strings[data.readUInt32LE(6)];
      if (text === undefined) throw new UnreadableSpreadsheet('a string is missing');
      return one(text);
    }
    case RECORD.text:
    case RECORD.richText:
      return one(new Cursor([data.subarray(6), ...continuationsOf(stream, record)]).text());
    case RECORD.number:
      return one(numberText(data.readDoubleLE(6)));
    case RECORD.rkNumber:
      return one(numberText(rkNumber(data.readInt32LE(6))));
    case RECORD.rkNumbers:
      return rkCells(data);
    case RECORD.truth:
      return one(data[7] === 0 ? truthText(data[6] === 1) : '');
    case RECORD.formula:
      return formulaCells(data, one);
    default:
      return [];
  }
}

/** Numbers side by side: position, then a format and a number for each column, then the last column. */
function rkCells(data: Buffer): Cell[] {
  const { row, column } = positionOf(data);
  const cells: Cell[] = [];
  for (let at = 4; at + 6 <= data.length - 2; at += 6)
    cells.push({ row, column: column + cells.length, text: numberText(rkNumber(data.readInt32LE(at + 2))) });
  return cells;
}

/** The result: a number, or 0xFFFF at its end and the kind of another value at its start. */
function formulaCells(data: Buffer, one: (text: string) => Cell[]): Cell[] | 'textFollows' {
  if (data.readUInt16LE(12) !== 0xffff) return one(numberText(data.readDoubleLE(6)));
  if (data[6] === 0) return 'textFollows';
  return data[6] === 1 ? one(truthText(data[8] === 1)) : [];
}

/** A compressed number: the upper 30 bits of a double, or an integer; the second bit says «divided by 100». */
function rkNumber(value: number): number {
  const isInteger = (value & 2) !== 0;
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(value & ~3, 4);
  const number = isInteger ? value >> 2 : bytes.readDoubleLE(0);
  return (value & 1) === 0 ? number : number / 100;
}
const numberText = (value: number): string =>
  Number.isSafeInteger(value) ? value.toFixed(0) : Number.isFinite(value) ? String(value) : '';
const truthText = (value: boolean): string => (value ? 'VERDADEIRO' : 'FALSO');

/** Reads across the records of one string table. Every part of a text repeats how wide its characters are. */
class Cursor {
  readonly #parts: readonly Buffer[];
  #part = 0;
  #at = 0;
  constructor(parts: readonly Buffer[]) {
    this.#parts = parts;
  }

  get isAtEnd(): boolean {
    this.#enterNextPart();
    return this.#part >= this.#parts.length;
  }
  /** Returns whether the end of a part was passed. */
  #enterNextPart(): boolean {
    let isEntered = false;
    while (this.#part < this.#parts.length && this.#at >= this.#parts[this.#part]!.length) {
      this.#part += 1;
      this.#at = 0;
      isEntered = true;
    }
    return isEntered;
  }
  #byte(): number {
    this.#enterNextPart();
    const byte = this.#parts[this.#part]?.[this.#at];
    if (byte === undefined) throw new UnreadableSpreadsheet('a text is cut off');
    this.#at += 1;
    return byte;
  }
  #uint16 = (): number => this.#byte() + this.#byte() * 0x100;
  uint32 = (): number => this.#uint16() + this.#uint16() * 0x10000;

  skip(length: number): void {
    for (let left = length; left > 0;) {
      this.#enterNextPart();
      const part = this.#parts[this.#part];
      if (!part) throw new UnreadableSpreadsheet('a text is cut off');
      const step = Math.min(left, part.length - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  /** A text whose length has two bytes. */
  text(): string {
    const length = this.#uint16();
    return this.#characters(length, (this.#byte() & 1) === 1);
  }

  /** A text that may be followed by formats and phonetic hints, which are skipped. */
  richText(): string {
    const length = this.#uint16();
    const flags = this.#byte();
    const formats = (flags & 8) === 0 ? 0 : this.#uint16();
    const hints = (flags & 4) === 0 ? 0 : this.uint32();
    const text = this.#characters(length, (flags & 1) === 1);
    this.skip(formats * 4 + hints);
    return text;
  }

  #characters(length: number, startsWide: boolean): string {
    let isWide = startsWide;
    let text = '';
    for (let left = length; left > 0;) {
      // The first byte of a following part says how wide its characters are.
      if (this.#enterNextPart()) isWide = (this.#byte() & 1) === 1;
      const part = this.#parts[this.#part];
      if (!part) throw new UnreadableSpreadsheet('a text is cut off');
      const size = isWide ? 2 : 1;
      const count = Math.min(left, Math.floor((part.length - this.#at) / size));
      if (count === 0) throw new UnreadableSpreadsheet('a character is cut in two');
      text += part.toString(isWide ? 'utf16le' : 'latin1', this.#at, this.#at + count * size);
      this.#at += count * size;
      left -= count;
    }
    return text;
  }
}

function* inBatches(rows: Iterable<SpreadsheetRow>): Generator<SpreadsheetRow[]> {
  let batch: SpreadsheetRow[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < ROWS_PER_BATCH && characters < CHARACTERS_PER_BATCH) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
