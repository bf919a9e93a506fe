import { expect, it } from 'vitest';
import { parseDocument } from './document.ts';

it.each([
  ['a CPF with punctuation', '529.982.247-25', '52998224725'],
  ['a CNPJ', '11.222.333/0001-81', '11222333000181'],
  ['a CNPJ with letters', '12.abc.345/01de-35', '12ABC34501DE35'],
  ['wrong check digits', '529.982.247-26', undefined],
  ['too few digits', '5299822', undefined],
  ['equal digits', '111.111.111-11', undefined],
  ['a postal code', '01310-100', undefined],
  ['nothing', '', undefined],
])('reads %s', (_, typed, document) => {
  expect(parseDocument(typed)).toBe(document);
});
