/**
 * Reads the first table of an HTML page or of an Excel 2003 XML file. Many old systems name such files .xls. Tags are
 * recognized one by one, because such pages are rarely well formed.
 */
import type { Encoding } from './csv.ts';
import { cut, MAX_COLUMNS, type SpreadsheetRow, type SpreadsheetRows } from './rows.ts';
import { UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';

/** A longer tag means that the file is no page. */
const MAX_TAG = 65_536;
const MAX_TEXT = 65_536;
/** Elements whose text is not content. */
const HIDDEN = /^(style|script|title|head|xml)$/;

/** Whether the first characters of a file are those of a page or of an Excel 2003 XML file. */
export const isHtml = (head: string): boolean =>
  /^\ufeff?\s*</.test(head) && /<(html|table|meta|head|body|[\w]*:?workbook)\b/i.test(head);

export async function* readHtml(source: SpreadsheetSource, encoding: Encoding): SpreadsheetRows {
  const decoder = new TextDecoder(encoding);
  const table = createTable();
  let rest = '';
  for await (const chunk of await source.open()) {
    rest = readTags(rest + decoder.decode(chunk as Buffer, { stream: true }), table);
    if (rest.length > MAX_TAG) throw new UnreadableSpreadsheet('a tag has no end');
    const rows = table.take();
    if (rows.length > 0) yield rows;
    if (table.isOver()) return;
  }
  table.endRow();
  const rows = table.take();
  if (rows.length > 0) yield rows;
}

/** Reads all complete tags and texts; returns what is not complete yet. */
function readTags(text: string, table: Table): string {
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<', at);
    if (start === -1) {
      table.text(text.slice(at));
      return '';
    }
    if (start > at) table.text(text.slice(at, start));
    const isComment = text.startsWith('<!--', start);
    const end = text.indexOf(isComment ? '-->' : '>', start);
    if (end === -1) return text.slice(start);
    if (!isComment) readTag(text.slice(start + 1, end), table);
    at = end + (isComment ? 3 : 1);
  }
  return '';
}

function readTag(tag: string, table: Table): void {
  const [, slash = '', prefixed = ''] = /^(\/?)\s*([\w:-]+)/.exec(tag) ?? [];
  const name = prefixed.toLowerCase().replace(/^\w+:/, '');
  if (HIDDEN.test(name)) table.hide(slash === '' && !tag.endsWith('/'));
  else if (name === 'tr' || name === 'row') {
    table.endRow();
    if (slash === '') table.startRow(Number(/\bindex\s*=\s*"(\d{1,7})"/i.exec(tag)?.[1] ?? 0));
  } else if (name === 'td' || name === 'th' || name === 'cell') {
    table.endCell();
    if (slash === '') table.startCell(spanOf(tag), Number(/\bindex\s*=\s*"(\d{1,3})"/i.exec(tag)?.[1] ?? 0));
  } else if (name === 'table') table.changeDepth(slash === '' ? 1 : -1);
  else if (name === 'br' || name === 'p' || name === 'div') table.text(' ');
}
const spanOf = (tag: string): number =>
  Math.min(Math.max(1, Number(/\bcolspan\s*=\s*["']?(\d{1,3})/i.exec(tag)?.[1] ?? 1)), MAX_COLUMNS);

type Table = ReturnType<typeof createTable>;
function createTable() {
  let rows: SpreadsheetRow[] = [];
  let row = 0;
  let cells: string[] | undefined;
  let cell: string | undefined;
  let span = 1;
  let depth = 0;
  let isHidden = false;
  let isOver = false;
  const put = (text: string) => {
    if (cells!.length >= MAX_COLUMNS && text !== '') throw new UnreadableSpreadsheet('too many columns');
    if (cells!.length < MAX_COLUMNS) cells!.push(text);
  };
  const table = {
    hide: (is: boolean) => void (isHidden = is),
    isOver: () => isOver,
    changeDepth(by: 1 | -1) {
      depth = Math.max(0, depth + by);
      if (by === 1) return;
      table.endRow();
      isOver ||= depth === 0;
    },
    startRow(index: number) {
      if (depth > 1 || isOver) return;
      row = Math.max(row + 1, index);
      cells = [];
    },
    startCell(columns: number, index: number) {
      if (!cells || depth > 1) return;
      while (cells.length < Math.min(index - 1, MAX_COLUMNS)) put('');
      cell = '';
      span = columns;
    },
    text(text: string) {
      if (cell !== undefined && !isHidden && cell.length < MAX_TEXT) cell += text;
    },
    endCell() {
      if (!cells || cell === undefined || depth > 1) return;
      put(cut(decoded(cell)));
      for (let more = 1; more < span; more += 1) put('');
      cell = undefined;
    },
    endRow() {
      if (depth > 1) return;
      table.endCell();
      if (cells?.some((text) => text !== '')) rows.push({ row, cells });
      cells = undefined;
    },
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
  return table;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Portuguese letters have names in pages of old systems. */
const MARKS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};
function decoded(text: string): string {
  const plain = text.includes('&')
    ? text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => characterOf(name) ?? whole)
    : text;
  return plain.replace(/\s+/g, ' ').trim();
}
function characterOf(name: string): string | undefined {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }
  const [, letter = '', mark = ''] = /^([a-zA-Z])(acute|grave|circ|tilde|uml|cedil)$/.exec(name) ?? [];
  return mark ? (letter + MARKS[mark]!).normalize('NFC') : NAMED[name.toLowerCase()];
}
