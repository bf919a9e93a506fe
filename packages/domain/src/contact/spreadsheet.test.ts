import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneKey } from './phone.ts';
import { csvCell, looksLikeFormula, neutralized } from './spreadsheet-cell.ts';
import { columnName, looksLikeHeader, validateMapping, suggestMapping } from './spreadsheet-mapping.ts';
import { exclusion, rowReader, tagsIn } from './spreadsheet-row.ts';
import type { SpreadsheetField } from './import-types.ts';

/** Any UTF-16 units, lone surrogates included. */
const anything = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((codes) => String.fromCharCode(...codes));
const columns = (...headers: string[]) =>
  headers.map((header, column) => ({ column, header, samples: [] as string[] }));
const map = (fields: Record<number, SpreadsheetField>, hasHeader = true) => ({
  columns: Object.entries(fields).map(([column, field]) => ({ column: Number(column), field, label: '' })),
  hasHeader,
});

describe('suggested column mapping', () => {
  const fieldsOf = (headers: string[]) =>
    suggestMapping(columns(...headers), true).columns.map(({ column, field }) => `${column} ${field}`);
  it.each([
    [
      ['Nome', 'Número', 'E-mail'],
      ['0 name', '1 number', '2 email'],
    ],
    [
      ['nome', 'numero', 'email'],
      ['0 name', '1 number', '2 email'],
    ],
    [
      ['NAME', 'Phone Number', 'Tags'],
      ['0 name', '1 number', '2 tags'],
    ],
    [
      ['Celular', 'Contato', 'Etiquetas'],
      ['0 number', '1 name', '2 tags'],
    ],
    [
      ['Nome', 'Telefone', 'Celular', 'Cidade'],
      ['0 name', '1 number', '2 extra', '3 extra'],
    ],
    [
      ['Nome', 'Nome', 'Número'],
      ['0 name', '1 extra', '2 number'],
    ],
    [
      ['Nome', 'Número', 'Canal', 'Conexão', 'Criado em', 'CPF'],
      ['0 name', '1 number', '5 extra'],
    ],
    [
      ['', '__proto__', 'Nome'],
      ['1 extra', '2 name'],
    ],
  ])('%j', (headers, fields) => {
    expect(fieldsOf(headers)).toEqual(fields);
  });
  it('uses the cells when there are no headers', () => {
    const bare = [
      { column: 0, header: '', samples: ['Ana Lima', 'Bia'] },
      { column: 1, header: '', samples: ['ana@example.com'] },
      { column: 2, header: '', samples: ['+55 (00) 98765-4321', '5500987654322'] },
    ];
    expect(suggestMapping(bare, false).columns.map(({ field }) => field)).toEqual(['name', 'email', 'number']);
  });
  it('treats a first row with a phone number as a contact', () => {
    expect(looksLikeHeader(['Nome', 'Número'])).toBe(true);
    expect(looksLikeHeader(['Ana', '+55 00 98765-4321'])).toBe(false);
  });
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [16_383, 'XFD'],
  ])('column %i is %s', (column, name) => {
    expect(columnName(column)).toBe(name);
  });
});

describe('validation of a mapping [M-125] [IM-06]', () => {
  it.each([
    [{ 0: 'name', 1: 'number' }, undefined],
    [{ 0: 'name' }, 'ERR_SHEET_NO_NUMBER'],
    [{ 1: 'number' }, 'ERR_SHEET_NO_NAME'],
    [{}, 'ERR_SHEET_NO_NUMBER'],
    [{ 0: 'name', 1: 'number', 2: 'name' }, 'ERR_SHEET_NAME_TWICE'],
    [{ 0: 'name', 1: 'number', 2: 'number' }, 'ERR_SHEET_NUMBER_TWICE'],
    [{ 0: 'email', 1: 'email' }, 'ERR_SHEET_EMAIL_TWICE'],
    [{ 0: 'tags', 1: 'tags' }, 'ERR_SHEET_TAGS_TWICE'],
    [{ 0: 'optOut', 1: 'optOut' }, 'ERR_SHEET_OPT_OUT_TWICE'],
    [{ 0: 'name', 1: 'number', 2: 'extra', 3: 'extra' }, undefined],
  ] as [Record<number, SpreadsheetField>, string | undefined][])('%j', (fields, code) => {
    expect(validateMapping(map(fields), ['a', 'b', 'c', 'd'])).toBe(code);
  });
  it('refuses the same name for two columns of extra information', () => {
    expect(validateMapping(map({ 0: 'name', 1: 'number', 2: 'extra', 3: 'extra' }), ['a', 'b', 'Rua', 'Rua'])).toBe(
      'ERR_SHEET_EXTRA_TWICE',
    );
  });
});

describe('spreadsheet row', () => {
  const read = rowReader(
    map({ 0: 'name', 1: 'number', 2: 'email', 3: 'tags', 4: 'extra' }),
    ['', '', '', '', 'Rua'],
    'BR',
  );
  it('becomes a contact with normalized fields', () => {
    expect(read([' Ana\u200b Lima ', '+55 (11) 98765-4321', 'ANA@Example.com', 'VIP; vip, novo', 'Sol, 3'])).toEqual({
      outcome: 'person',
      contact: {
        name: 'Ana Lima',
        number: '5511987654321',
        key: '551187654321',
        email: 'ana@example.com',
        tags: ['VIP', 'novo'],
        extra: [['Rua', 'Sol, 3']],
      },
    });
  });
  it.each([
    ['ignored', ['noName'], ['', '5500987654321']],
    ['ignored', ['noNumber'], ['Ana', ' ']],
    ['ignored', ['noName', 'noNumber'], []],
    ['invalid', ['badNumber'], ['Ana', '1234567']],
    ['invalid', ['badNumber'], ['Ana', 'ramal 12345678']],
    ['invalid', ['badNumber'], ['Ana', '5,51199E+12']],
    ['invalid', ['badNumber'], ['Ana', '1'.repeat(16)]],
    ['invalid', ['noAreaCode'], ['Ana', '98765-4321']],
    ['invalid', ['unknownAreaCode'], ['Ana', '(20) 98765-4321']],
    ['invalid', ['noCallingCode'], ['Ana', '351 912 345 678']],
    ['invalid', ['badEmail'], ['Ana', '5500987654321', 'ana@']],
    ['invalid', ['badNumber', 'badEmail'], ['Ana', '1', 'a b@example.com']],
    ['invalid', ['tooLong'], ['x'.repeat(251), '5500987654321']],
    ['invalid', ['tooLong'], ['Ana', '5500987654321', '', '', 'x'.repeat(1001)]],
  ])('is %s with errors %j', (outcome, errors, cells) => {
    expect(read(cells)).toMatchObject({ outcome, errors });
  });
  it.each(['11 98765-4321', '(011) 98765-4321', '5511987654321', '+55 11 98765-4321'])(
    'with the number %s gets the number as it is stored [F-U1]',
    (typed) => {
      expect(read(['Ana', typed])).toMatchObject({ outcome: 'person', contact: { number: '5511987654321' } });
    },
  );
  it('has one key for both forms of a number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 99 }), fc.integer({ min: 60_000_000, max: 99_999_999 }), (area, end) => {
        const [modern, old] = [read(['A', `55 ${area} 9${end}`]), read(['A', `+55(${area})${end}`])];
        expect(modern.contact.key).toBe(old.contact.key);
        expect(modern.contact.key).toBe(phoneKey(modern.contact.number));
      }),
    );
  });
  it('never throws for any content', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 8 }), (cells) => {
        const { contact } = read(cells);
        expect(contact.name).toBe(contact.name.trim());
        expect(contact.number).toMatch(/^\d*$/);
      }),
    );
  });
  it('has each tag once, ignoring case', () => {
    expect(tagsIn(' a, B;b | ,')).toEqual(['a', 'B']);
  });
});

describe('deselected rows', () => {
  it('are those within any range, in any order of queries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 })), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }),
        (ranges, rows) => {
          const isExcluded = exclusion(ranges);
          for (const row of rows) expect(isExcluded(row)).toBe(ranges.some(([from, to]) => from <= row && row <= to));
        },
      ),
    );
  });
});

describe('CSV cell [IM-09]', () => {
  it.each(['=1+1', '+55', '-1', '@SUM(A1)', '\tx', '\rx', '\n=x', '"=x"', " '=x", '＝1', '|x', '%x'])(
    '%j is not evaluated as a formula',
    (text) => {
      expect(looksLikeFormula(text)).toBe(true);
      expect(neutralized(text)).toBe(`'${text}`);
    },
  );
  it.each(['Ana', '5500987654321', 'a=b', '', 'é -1'])('%j stays unchanged', (text) => {
    expect(neutralized(text)).toBe(text);
  });
  it('is quoted, with inner quotes doubled', () => {
    expect(csvCell('a "b"; c')).toBe('"a ""b""; c"');
  });
});
