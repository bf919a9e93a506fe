import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { writeXlsx } from '../src/infrastructure/spreadsheets/write/xlsx.ts';
import { writeErrorSpreadsheet } from '../src/modules/contact-spreadsheets/error-spreadsheet.ts';
import { csvRow } from '../src/modules/privacy/person-export-pages.ts';
import { unzip } from '../src/modules/privacy/person.fixture.ts';

const SOURCE = join(import.meta.dirname, '../src');
/** What spreadsheet programs would compute, or run, in a cell that is not marked as text. */
const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '"=1+1"',
  ` '=1+1`,
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '|calc',
  '%0',
  `=cmd|' /C calc'!A0`,
  '=HYPERLINK("http://example.com";"Abrir")',
];
async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Every kind of spreadsheet that the product writes, with the text in a cell. */
const written: Record<string, (cell: string) => Promise<string>> = {
  'a workbook': async (cell) => {
    const file = await buffer(writeXlsx({ name: 'Folha', headers: [cell], expected: 1, rows: once([[cell]]) }));
    return String((await unzip(file)).get('xl/worksheets/sheet1.xml'));
  },
  'the rejected rows of an import': (cell) =>
    text(
      writeErrorSpreadsheet({
        headers: [cell],
        rows: once([{ row: 2, errors: [], cells: [cell] }]),
        texts: { errorHeaders: ['Linha', 'Motivo'], errors: {} as never },
      }),
    ),
  'the messages of a person': async (cell) =>
    csvRow({
      id: '1',
      ticketNumber: 7,
      sentAt: '2026-01-01T00:00:00.000Z',
      fromMe: false,
      body: cell,
      mediaType: 'conversation',
      mediaName: '',
      mediaKey: null,
      isPrivate: false,
      isDeleted: false,
      transcription: null,
      data: null,
      columns: {},
    }),
};

describe('no formula of a cell is computed [IM-09]', () => {
  it.each(FORMULAS)('in a workbook: %j is text, and marked as quoted', async (formula) => {
    const xml = await written['a workbook']!(formula);
    const [, cell] = [...xml.matchAll(/<c ([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(xml).not.toMatch(/<f\b/);
    // Style 2 has quotePrefix.
    expect(cell).toBe('r="A2" t="inlineStr" s="2"');
  });

  it.each(FORMULAS)('in every CSV file: %j begins with an apostrophe', async (formula) => {
    for (const name of ['the rejected rows of an import', 'the messages of a person']) {
      const file = await written[name]!(formula);
      const escaped = formula.replaceAll('"', '""');
      expect(file, name).toContain(`"'${escaped}"`);
      expect(file, name).not.toContain(`;"${escaped}"`);
    }
  });

  it('because every file with cells is written by these three', () => {
    const writers = sources()
      .filter((path) => /writeXlsx\(|\bcsvCell\b|text\/csv|\.csv[`']/.test(readFileSync(join(SOURCE, path), 'utf8')))
      .toSorted();
    expect(writers).toEqual([
      'infrastructure/spreadsheets/write/xlsx.ts',
      'modules/campaigns/campaign-exports.ts',
      'modules/contact-spreadsheets/error-spreadsheet.ts',
      'modules/contact-spreadsheets/export-worker.ts',
      'modules/contact-spreadsheets/import-worker.ts',
      'modules/privacy/person-export-pages.ts',
      'modules/privacy/person-export.ts',
      'modules/reports/report-exports.ts',
    ]);
  });
});

const sources = (): string[] =>
  readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(entry.name))
    .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)));
