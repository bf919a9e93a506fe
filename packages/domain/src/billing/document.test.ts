import { expect, it } from 'vitest';
import { formatDocument, parseDocument } from './document.ts';

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

it.each([
  ['', ''],
  ['529', '529'],
  ['5299', '529.9'],
  ['52998224725', '529.982.247-25'],
  ['529982247251', '52.998.224/7251'],
  ['12345678000195', '12.345.678/0001-95'],
  ['12.345.678/0001-95', '12.345.678/0001-95'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['12345678000195999', '12.345.678/0001-95'],
])('«%s» is shown as %s', (typed, shown) => {
  expect(formatDocument(typed)).toBe(shown);
});
