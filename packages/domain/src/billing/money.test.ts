import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, centsOfNumber, decimalOf, reaisOf } from './money.ts';

describe('money', () => {
  it.each([
    ['12.34', 1234],
    ['12.3', 1230],
    ['12', 1200],
    ['0.01', 1],
    ['0', 0],
    ['9999999999999.99', 999_999_999_999_999],
  ])('%s is %i cents', (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });

  it.each([
    '',
    ' 1',
    '1,50',
    '-1',
    '+1',
    '1.234',
    '01',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1.',
    '.5',
    '１',
    '10000000000000',
  ])('«%s» is no amount', (text) => {
    expect(centsOf(text)).toBeUndefined();
  });

  it('text and cents convert without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (cents) => {
        expect(centsOf(decimalOf(cents))).toBe(cents);
      }),
    );
  });

  it('reads an amount of the API in reais exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
        expect(centsOfNumber(reaisOf(cents))).toBe(cents);
      }),
    );
    expect(centsOfNumber(0.1 + 0.2)).toBeUndefined();
    expect(centsOfNumber(1e21)).toBeUndefined();
  });
});
