import { expect, it } from 'vitest';
import { listRow } from './list-row.ts';
import { rowReader } from './spreadsheet-row.ts';

const read = rowReader(
  {
    hasHeader: true,
    columns: [
      { column: 0, field: 'name', label: '' },
      { column: 1, field: 'number', label: '' },
      { column: 2, field: 'email', label: '' },
    ],
  },
  ['Nome', 'Número', 'E-mail'],
  'BR',
);
const NUMBER = '11 98765-4321';

it.each([
  ['a complete row', ['Ana', NUMBER, 'ana@example.com'], 'person', 'ana@example.com', []],
  ['an invalid e-mail address', ['Ana', NUMBER, 'ana@'], 'person', '', []],
  ['a name of one letter', ['A', NUMBER, ''], 'ignored', '', ['noName']],
  ['a name of 50 letters', ['A'.repeat(50), NUMBER, ''], 'person', '', []],
  ['a name of 51 letters', ['A'.repeat(51), NUMBER, ''], 'invalid', '', ['tooLong']],
  ['an invalid number and e-mail address', ['Ana', '123', 'ana@'], 'invalid', '', ['badNumber']],
  ['no name', ['', NUMBER, ''], 'ignored', '', ['noName']],
])('reads %s for a contact list [M-251]', (_, cells, outcome, email, errors) => {
  const row = listRow(read(cells));
  expect(row).toMatchObject({ outcome, contact: { email } });
  expect(row.outcome === 'person' ? [] : row.errors).toEqual(errors);
});
