import { Readable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readBiff } from './biff.ts';
import {
  end,
  oldWorkbook,
  record,
  sharedText,
  startOf,
  stream,
  textBomb,
  uint16,
  uint32,
  withStream,
} from './old-workbook.fixture.ts';
import { detectKind, readSpreadsheetRows } from './spreadsheet.ts';
import { bytesSource } from './bytes-source.fixture.ts';
import { UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';
import { postOnRequest, readXls } from './xls.ts';

async function read(bytes: Buffer | string) {
  const from = bytesSource(Buffer.from(bytes));
  const kind = await detectKind(from);
  const rows: [number, ...string[]][] = [];
  for await (const batch of readSpreadsheetRows(from, kind))
    rows.push(...batch.map(({ row, cells }): [number, ...string[]] => [row, ...cells]));
  return { format: kind.format, rows };
}

const rowsOf = (bytes: Buffer) => [...readBiff(bytes)].flat().map(({ row, cells }) => [row, ...cells]);

describe('workbooks of Excel 97–2003 [M-124]', () => {
  it('reads texts, numbers, truth values and the row numbers of a file of another program', async () => {
    expect(await read(oldWorkbook())).toEqual({
      format: 'xls',
      rows: [
        [1, 'Nome', 'Número', 'E-mail', 'Valor', 'Ativo'],
        [2, 'José da Conceição', '5511987654321', 'jose@example.com', '12.5', 'VERDADEIRO'],
        [3, 'Ana 😀 Lima', '+55 21 91234-5678'],
        [5, 'Depois de uma linha vazia', '42'],
      ],
    });
  });

  it('reads a text that is cut by a record and continues with wider characters', () => {
    const text = Buffer.concat([uint16(6), Buffer.from([0]), Buffer.from('abc', 'latin1')]);
    const rest = Buffer.concat([Buffer.from([1]), Buffer.from('déf', 'utf16le')]);
    const table = [record(0xfc, uint32(1, 1), text), record(0x3c, rest)];
    expect(rowsOf(stream(table, [sharedText(0, 0, 0)]))).toEqual([[1, 'abcdéf']]);
  });
  it('skips the formats and phonetic hints of a text', () => {
    const rich = Buffer.concat([
      uint16(2),
      Buffer.from([0x0c]),
      uint16(1),
      uint32(3),
      Buffer.from('ab'),
      Buffer.alloc(7),
    ]);
    const plain = Buffer.concat([uint16(1), Buffer.from([0]), Buffer.from('c')]);
    const cells = [sharedText(0, 0, 0), sharedText(0, 2, 1)];
    expect(rowsOf(stream([record(0xfc, uint32(2, 2), rich, plain)], cells))).toEqual([[1, 'ab', '', 'c']]);
  });
  it.each([
    ['an integer', (5 << 2) | 2, '5'],
    ['a hundredth', (1234 << 2) | 3, '12.34'],
    ['the upper half of a double', 0x40290000, '12.5'],
  ])('reads compressed numbers: %s', (_, value, expected) => {
    const many = record(0xbd, uint16(0, 0, 0), uint32(value), uint16(0), uint32(value), uint16(1));
    expect(rowsOf(stream([], [many]))).toEqual([[1, expected, expected]]);
  });
  it('reads the saved text of a formula and skips charts inside of the worksheet', () => {
    const result = Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]);
    const formula = record(0x06, uint16(0, 0, 0), result, Buffer.alloc(8));
    const text = record(0x207, uint16(2), Buffer.from([0]), Buffer.from('ok'));
    const chart = [startOf(0x20), record(0x204, uint16(0, 1, 0, 1), Buffer.from([0, 0x78])), end];
    expect(rowsOf(stream([], [formula, text, ...chart]))).toEqual([[1, 'ok']]);
  });

  it.each([
    ['cut off', oldWorkbook().subarray(0, 3000)],
    ['only the mark of the format', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['without a workbook', withStream('Other', stream([], []))],
    ['protected by a password', withStream('Workbook', Buffer.concat([startOf(5), record(0x2f), end]))],
    ['of Excel 95', withStream('Book', record(0x809, uint16(0x0500, 5)))],
    ['with a text that does not exist', withStream('Workbook', stream([], [sharedText(0, 0, 7)]))],
    ['with 250 columns', withStream('Workbook', stream([], [record(0x203, uint16(0, 249, 0), Buffer.alloc(8, 1))]))],
  ])('refuses a file that is %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(UnreadableSpreadsheet);
  });

  it('reads or refuses arbitrary changes of a workbook, and nothing else [FZ-04]', () => {
    const valid = stream(
      [record(0xfc, uint32(1, 1), uint16(3), Buffer.from([0]), Buffer.from('abc'))],
      [
        sharedText(0, 0, 0),
        record(0x27e, uint16(1, 0, 0), uint32(10)),
        record(0x203, uint16(2, 0, 0), Buffer.alloc(8)),
      ],
    );
    const change = fc.tuple(fc.nat(valid.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(valid.length), (changes, cutAt) => {
        const bytes = Buffer.from(valid.subarray(0, cutAt));
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        try {
          rowsOf(bytes);
        } catch (error) {
          if (!(error instanceof UnreadableSpreadsheet || error instanceof RangeError)) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the limits of old workbooks [IM-02]', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('refuse a small file whose cells all name one long text', async () => {
    const { bytes, characters } = textBomb(40_000);
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(characters).toBeGreaterThan(1_000_000_000);
    const [before, from] = [process.memoryUsage().rss, performance.now()];
    await expect(read(bytes)).rejects.toThrow('larger inside');
    expect(performance.now() - from).toBeLessThan(5000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
  });
  it('end a batch at a million characters, and read all of them', async () => {
    const { bytes, characters } = textBomb(400);
    const sizes: number[] = [];
    for await (const batch of readXls(bytesSource(bytes)))
      sizes.push(batch.reduce((sum, { cells }) => sum + cells.join('').length, 0));
    // The last row may go beyond.
    expect(Math.max(...sizes)).toBeLessThan(1_000_000 + 8 * 32_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(characters);
  });
  it('let the thread read a batch only when it is asked for one', async () => {
    let read = 0;
    function* batches() {
      for (;;) yield [{ row: (read += 1), cells: ['Ana'] }];
    }
    const { port1: server, port2: thread } = new MessageChannel();
    postOnRequest(thread, batches());
    try {
      for (const row of [1, 2]) {
        const posted = new Promise((resolve) => server.once('message', resolve));
        server.postMessage('next');
        expect(await posted).toEqual({ type: 'rows', rows: [{ row, cells: ['Ana'] }] });
        expect(read).toBe(row);
      }
    } finally {
      server.close();
    }
  });
  const limits = { maxBytes: 50_000_000, maxHeapMb: 300, maxMs: 20_000 };
  const columns = Array.from({ length: 200 }, () => Buffer.concat([uint16(0), uint32((123_456 << 2) | 2)]));
  /** Tens of megabytes as texts. */
  const numbers = (rows: number) =>
    Array.from({ length: rows }, (_, row) => record(0xbd, uint16(row, 0), ...columns, uint16(199)));
  it.each([
    ['bytes', { ...limits, maxBytes: 3000 }, () => oldWorkbook(), 'too large'],
    [
      'memory of its thread',
      { ...limits, maxHeapMb: 16 },
      () => withStream('Workbook', stream([], numbers(5000))),
      'not read within its limits',
    ],
    ['time', { ...limits, maxMs: 1 }, () => oldWorkbook(), 'not read within its limits'],
  ])('refuse a file that needs more %s', async (_, given, workbook, reason) => {
    const reading = (async () => {
      for await (const batch of readXls(bytesSource(workbook()), given)) expect(batch).toBeDefined();
    })();
    await expect(reading).rejects.toThrow(reason);
  });
  it('do not count the time that the rows wait for their consumer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const rows: number[] = [];
    for await (const batch of readXls(bytesSource(textBomb(80).bytes))) {
      rows.push(...batch.map(({ row }) => row));
      vi.advanceTimersByTime(60_000);
    }
    expect(rows).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
  });
});

describe('pages that are named .xls [M-124]', () => {
  it.each([
    [
      'a table of a page, with entities, line breaks and unclosed cells',
      `<html><head><style>td{x:1}</style></head><body><table border=1><tr><th>Nome<th>N&uacute;mero</tr>
       <tr><td>Jos&#233; &amp; Ana<br>Lima</td><td x:num="1">551199</td></tr></table><table><tr><td>outra</td></tr></table>`,
      [
        [1, 'Nome', 'Número'],
        [2, 'José & Ana Lima', '551199'],
      ],
    ],
    [
      'an Excel 2003 XML file with skipped columns',
      `<?xml version="1.0"?><Workbook xmlns:ss="urn:x"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">Nome</Data></Cell>
       <Cell ss:Index="3"><Data ss:Type="Number">7</Data></Cell></Row></Table></Worksheet></Workbook>`,
      [[1, 'Nome', '', '7']],
    ],
    ['a cell over two columns', '<table><tr><td colspan="2">a</td><td>b</td></tr></table>', [[1, 'a', '', 'b']]],
  ])('reads %s', async (_, page, rows) => {
    expect(await read(page)).toEqual({ format: 'html', rows });
  });
  it('reads latin-1', async () => {
    expect((await read(Buffer.from('<table><tr><td>José</td></tr></table>', 'latin1'))).rows).toEqual([[1, 'José']]);
  });
  it('reads a page in pieces of any size', async () => {
    const page = '<html><table><tr><td>Ana</td><td>1</td></tr><!-- x > y --><tr><td>Bia</td></tr></table></html>';
    const whole = (await read(page)).rows;
    for (let size = 1; size < page.length; size += 7) {
      const pieces: SpreadsheetSource = {
        bytes: page.length,
        open: async (range) =>
          Readable.from(range ? [Buffer.from(page.slice(range.start, range.end + 1))] : piecesOf(page, size)),
      };
      const rows = [];
      for await (const batch of readSpreadsheetRows(pieces, await detectKind(pieces)))
        rows.push(...batch.map(({ row, cells }) => [row, ...cells]));
      expect(rows).toEqual(whole);
    }
  });
  it('refuses a tag without an end', async () => {
    await expect(read(`<table><tr><td ${'x'.repeat(100_000)}`)).rejects.toThrow(UnreadableSpreadsheet);
  });
});

const piecesOf = (text: string, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => Buffer.from(text.slice(at * size, (at + 1) * size)));
