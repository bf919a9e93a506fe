import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMasked, maskName, maskNumber } from './mask.ts';
import { digitsOf, isPhone, phoneForms, phoneKey } from './phone.ts';

describe('phone number', () => {
  it.each([
    ['5511987654321', '551187654321'],
    ['551187654321', '551187654321'],
    ['551132210098', '551132210098'],
    ['5511932210098', '5511932210098'],
    ['351912345678', '351912345678'],
    ['5500987654321', '5500987654321'],
  ])('%s has the key %s', (digits, key) => {
    expect(phoneKey(digits)).toBe(key);
  });
  it('has one key for both forms of a Brazilian mobile number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 11, max: 99 }),
        fc.integer({ min: 60_000_000, max: 99_999_999 }),
        (area, subscriber) => {
          const [modern, old] = [`55${area}9${subscriber}`, `55${area}${subscriber}`];
          expect(phoneKey(modern)).toBe(phoneKey(old));
          expect(phoneForms(old)).toEqual([modern, old]);
        },
      ),
    );
  });
  it('is reduced to digits', () => {
    expect(digitsOf('+55 (11) 98765-4321')).toBe('5511987654321');
    expect([isPhone('1234567'), isPhone('12345678'), isPhone('1'.repeat(15)), isPhone('1'.repeat(16))]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('masked number', () => {
  it.each([
    ['5511987654321', '5511987**-**21'],
    ['+55 11 98765-4321', '5511987**-**21'],
    ['12345678', '12**-**78'],
    ['1234567', '**-**'],
    ['', '**-**'],
  ])('of %j is %j', (number, masked) => {
    expect(maskNumber(number)).toBe(masked);
  });
  it('never shows the whole number and is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9+ ()-]{0,30}$/), (number) => {
        const masked = maskNumber(number);
        const digits = digitsOf(number);
        if (digits.length > 0) expect(digitsOf(masked)).not.toBe(digits);
        expect(maskNumber(masked)).toBe(masked);
        expect(isMasked(masked)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

it('a name that is only a number is masked, any other stays unchanged', () => {
  expect(maskName('5511987654321')).toBe('5511987**-**21');
  expect(maskName('+55 (11) 98765-4321')).toBe('5511987**-**21');
  for (const name of ['Rita', 'Loja 24', '1234', '']) expect(maskName(name)).toBe(name);
});
