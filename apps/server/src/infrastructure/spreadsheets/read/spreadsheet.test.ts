import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { describe, expect, it } from 'vitest';
import { sampleWorkbook } from '@balcao/domain/contact/sample-workbook';
import { writeXlsx } from '../write/xlsx.ts';
import { detectKind, readSpreadsheetRows } from './spreadsheet.ts';
import { bytesSource } from './bytes-source.fixture.ts';
import { UnreadableSpreadsheet } from './source.ts';

async function read(bytes: Buffer | string) {
  const from = bytesSource(Buffer.from(bytes));
  const kind = await detectKind(from);
  const rows: string[][] = [];
  for await (const batch of readSpreadsheetRows(from, kind)) rows.push(...batch.map(({ cells }) => cells));
  return { kind, rows };
}
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const worksheet = (rows: string) => `${HEAD}<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
/** A zip archive with these files. */
async function workbook(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}
const singleSheetWorkbook = (xml: string, more: Record<string, string> = {}) =>
  workbook({ 'xl/worksheets/sheet1.xml': xml, ...more });

describe('text spreadsheets [IM-05]', () => {
  const expectedRows = [
    ['Nome', 'Número'],
    ['José', '1'],
  ];
  it.each([
    ['UTF-8 and semicolons', 'Nome;Número\nJosé;1\n', 'utf-8', ';'],
    ['UTF-8 with a byte order mark', '\ufeffNome,Número\r\nJosé,1', 'utf-8', ','],
    ['UTF-16 little-endian', utf16('Nome\tNúmero\r\nJosé\t1\r\n'), 'utf-16le', '\t'],
    ['UTF-16 big-endian', utf16('Nome;Número\nJosé;1', true), 'utf-16be', ';'],
    ['latin-1', Buffer.from('Nome|Número\nJosé|1', 'latin1'), 'windows-1252', '|'],
    ['CR line endings', 'Nome;Número\rJosé;1\r', 'utf-8', ';'],
    ['quoted cells', '"Nome";"Número"\n"José";"1"', 'utf-8', ';'],
    ['empty lines', '\n\nNome;Número\n\n\nJosé;1\n\n', 'utf-8', ';'],
    ['a first line that declares the delimiter', 'sep=;\nNome;Número\nJosé;1', 'utf-8', ';'],
  ])('reads %s', async (_, text, encoding, delimiter) => {
    expect(await read(text)).toEqual({ kind: { format: 'csv', encoding, delimiter }, rows: expectedRows });
  });

  it('reads quotes, delimiters and line breaks inside of quoted cells', async () => {
    const { rows } = await read('Nome;Nota\n"Ana ""A"" Lima";"um;\ndois"\nBia "B" Reis;=1+1\n');
    expect(rows.slice(1)).toEqual([
      ['Ana "A" Lima', 'um;\ndois'],
      ['Bia "B" Reis', '=1+1'],
    ]);
  });
  it('decodes the characters of windows-1252 that latin-1 lacks', async () => {
    expect((await read(Buffer.from('Nome,Nota\nA,5 \x80 \x96 9', 'latin1'))).rows[1]).toEqual(['A', '5 € – 9']);
  });
  it('cuts a cell of one megabyte and reads on', async () => {
    const { rows } = await read(`Nome;Nota\nAna;${'x'.repeat(1_000_000)}\nBia;2`);
    expect(rows.map(([name, note]) => [name, note!.length])).toEqual([
      ['Nome', 4],
      ['Ana', 32_767],
      ['Bia', 1],
    ]);
  });
  it.each([
    ['NUL', 'Nome;Número\nAna\0;1'],
    ['an unclosed quote', 'Nome;Número\n"Ana;1\nBia;2'],
    ['a row of more than two megabytes', `Nome\n"${'x'.repeat(2_500_000)}"`],
    ['an empty file', ''],
    ['too many columns', `${'a;'.repeat(300)}b\n`],
    ['binary data', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
  ])('rejects %s', async (_, text) => {
    await expect(read(text)).rejects.toThrow(UnreadableSpreadsheet);
  });
});

describe('workbooks', () => {
  it('reads shared strings, numbers, booleans and saved formula values of the first worksheet at any path', async () => {
    const { rows } = await read(
      await workbook({
        'xl/workbook.xml': `${HEAD}<workbook xmlns:r="r"><sheets><sheet name="B" sheetId="7" r:id="rId9"/><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="worksheets/other.xml"/></Relationships>`,
        'xl/sharedStrings.xml': `${HEAD}<sst><si><t>Nome</t></si><si><r><t>An</t></r><r><t xml:space="preserve">a </t></r><rPh><t>zz</t></rPh></si><si><t>a_x000D_b</t></si></sst>`,
        'xl/worksheets/sheet1.xml': worksheet(`<row r="1">${cell('A1', 'outra')}</row>`),
        'xl/worksheets/other.xml': worksheet(
          '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="str"><f>1+1</f><v>2</v></c></row>' +
            '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>5.511987654321E12</v></c><c r="C4" t="b"><v>1</v></c></row>' +
            '<row><c t="s"><v>2</v></c><c><f>HYPERLINK("http://example.com")</f></c></row>',
        ),
      }),
    );
    expect(rows).toEqual([['Nome', '', '2'], ['Ana ', '5511987654321', 'VERDADEIRO'], ['a\rb']]);
  });

  it.each([
    ['a row beyond the last possible one', worksheet('<row r="1048577"><c r="A1" t="str"><v>x</v></c></row>')],
    ['rows in descending order', worksheet(`<row r="5">${cell('A5', 'x')}</row><row r="4">${cell('A4', 'x')}</row>`)],
    ['a cell in column 16,384', worksheet(`<row r="1">${cell('XFD1', 'x')}</row>`)],
    ['an invalid cell reference', worksheet(`<row r="1">${cell('1', 'x')}</row>`)],
    [
      'expanding entities',
      `${HEAD}<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${worksheet(`<row r="1">${cell('A1', '&b;')}</row>`).slice(HEAD.length)}`,
    ],
    [
      'external entities',
      `${HEAD}<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet><sheetData/></worksheet>`,
    ],
    ['a missing shared string', worksheet('<row r="1"><c r="A1" t="s"><v>7</v></c></row>')],
    ['no XML', 'Nome;Número'],
    ['truncated XML', worksheet('').slice(0, 60)],
  ])('rejects %s [IM-02]', async (_, xml) => {
    await expect(singleSheetWorkbook(xml).then(read)).rejects.toThrow(UnreadableSpreadsheet);
  });

  it('does not change prototypes through column names [IM-02]', async () => {
    const names = ['__proto__', 'constructor', 'polluted'];
    const { rows } = await read(`${names.join(';')}\nyes;yes;yes\n`);
    expect(rows).toEqual([names, ['yes', 'yes', 'yes']]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('rejects zip bombs, also with forged sizes, within memory and time limits [IM-01] [IM-02]', async () => {
    const bomb = await singleSheetWorkbook(worksheet(' '.repeat(16 * 1_048_576)));
    const sharedStrings = `${HEAD}<sst><si><t>${'y'.repeat(5_000_000)}</t></si></sst>`;
    const longString = await singleSheetWorkbook(worksheet(''), { 'xl/sharedStrings.xml': sharedStrings });
    // The same bomb with a forged small size: rejected when more bytes arrive than declared.
    const forged = Buffer.from(bomb);
    forged.writeUInt32LE(1000, forged.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
    expect(bomb.length).toBeLessThan(50_000);
    const [before, from] = [process.memoryUsage().rss, performance.now()];
    await expect(read(bomb)).rejects.toThrow('larger inside');
    await expect(read(forged)).rejects.toThrow(UnreadableSpreadsheet);
    await expect(read(longString)).rejects.toThrow(UnreadableSpreadsheet);
    expect(performance.now() - from).toBeLessThan(5000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1_048_576);
  });

  it('rejects archives with too many or overlapping files [IM-01]', async () => {
    const two = { 'xl/worksheets/sheet1.xml': worksheet(`<row r="1">${cell('A1', 'x'.repeat(90))}</row>`), other: 'y' };
    const many = await workbook(two);
    many.writeUInt16LE(60_000, many.length - 12);
    await expect(read(many)).rejects.toThrow('too many files');
    const shared = await workbook(two);
    shared.writeUInt32LE(1, shared.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 42);
    await expect(read(shared)).rejects.toThrow(UnreadableSpreadsheet);
  });

  it('reads back a written workbook unchanged and without formulas [IM-09] [IM-12]', async () => {
    const formulaLikeTexts = [
      '=1+1',
      '+55',
      '-1',
      '@x',
      '\ttab',
      '\rcr',
      '"=x"',
      "=cmd|' /C calc'!A0",
      '=HYPERLINK("x")',
      ' <&> ',
      '_x0041_',
      '👍',
    ];
    const written = await buffer(
      writeXlsx({
        name: 'Contatos',
        headers: ['Nome'],
        expected: formulaLikeTexts.length,
        rows: Readable.from(
          [formulaLikeTexts.slice(0, 3), formulaLikeTexts.slice(3)].map((rows) => rows.map((text) => [text])),
        ),
      }),
    );
    expect((await read(written)).rows).toEqual([['Nome'], ...formulaLikeTexts.map((text) => [text])]);
    const { openArchive } = await import('./zip.ts');
    const archive = await openArchive(bytesSource(written));
    const xml = (await buffer(await archive.open('xl/worksheets/sheet1.xml'))).toString();
    expect(xml).not.toContain('<f');
    expect(xml.match(/<c /g)).toHaveLength(formulaLikeTexts.length + 1);
    expect(xml.match(/t="inlineStr"/g)).toHaveLength(formulaLikeTexts.length + 1);
    // Texts that look like formulas are marked as quoted.
    expect(xml.match(/s="2"/g)).toHaveLength(9);
  });
});

it('reads the sample workbook that screens offer, as it was written [M-251]', async () => {
  const rows = [
    ['Nome', 'Número'],
    ['Ana & "Bia" <Souza>', '+55 00 99702-1145'],
  ];
  expect(await read(Buffer.from(sampleWorkbook('Lista', rows)))).toEqual({ kind: { format: 'xlsx' }, rows });
});
