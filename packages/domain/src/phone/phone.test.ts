import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneForms, phoneKey } from '../contact/phone.ts';
import { cpuMs } from '../kit/cpu-time.fixture.ts';
import { defaultCountries, phoneCountries, phonePlans } from './countries.ts';
import { formatPhone } from './format-phone.ts';
import { completePhone, parsePhone, soughtNumbers, writtenDigits } from './parse-phone.ts';

const phone = (number: string) => ({ type: 'phone', number });
const ambiguous = (...readings: string[]) => ({ type: 'ambiguous', readings });
const invalid = (error: string) => ({ type: 'invalid', error });

const area = fc.constantFrom('11', '21', '31', '48', '51', '55', '81', '99');
const mobile = fc.integer({ min: 0, max: 99_999_999 }).map((rest) => `9${String(rest).padStart(8, '0')}`);
const landline = fc.integer({ min: 20_000_000, max: 59_999_999 }).map(String);
const brazilian = fc.tuple(area, fc.oneof(mobile, landline)).map(([code, subscriber]) => ({ code, subscriber }));
const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0', '/', '\u2011', '_');
const prefix = fc.constantFrom(
  '',
  '0',
  '55',
  '+55',
  '0055',
  '+55 0',
  '55 0',
  '0 15 ',
  '041',
  '(0',
  ' + 55 (',
  '(+55) ',
);

describe('typed phone number', () => {
  it.each([
    ['(11) 98765-4321', phone('5511987654321')],
    ['11 8765-4321', phone('551187654321')],
    ['011 3221-0098', phone('551132210098')],
    ['0 15 11 98765-4321', phone('5511987654321')],
    ['(0xx11) 98765-4321', phone('5511987654321')],
    ['5511987654321', phone('5511987654321')],
    ['55 00 98765-4321', phone('5500987654321')],
    ['+55 (0) 11 98765 4321', phone('5511987654321')],
    ['0055 11 98765 4321', phone('5511987654321')],
    ['55 011 3221-0098', phone('551132210098')],
    ['(55) 98765-4321', phone('5555987654321')],
    ['0800 591 2117', phone('558005912117')],
    ['＋５５ １１ ９８７６５-４３２１', phone('5511987654321')],
    ['\u202a+55 11 98765‑4321\u202c', phone('5511987654321')],
    ['+351 912 345 678', phone('351912345678')],
    ["'+351912345678", phone('351912345678')],
    ['00 351 912 345 678', phone('351912345678')],
    ['+1 (202) 555-0100', phone('12025550100')],
    ['351 912 345 678', ambiguous('351912345678')],
    ['1 202 555 0100', ambiguous('12025550100')],
    ['54 9 11 2345-6789', ambiguous('5491123456789')],
    ['00 11 98765-4321', ambiguous('5511987654321')],
    // A carrier and an area code, or Great Britain.
    ['00 44 11 9876-5432', ambiguous('551198765432', '441198765432')],
    ['98765-4321', invalid('noAreaCode')],
    ['+55 98765-4321', invalid('noAreaCode')],
    ['3221-0098', invalid('noAreaCode')],
    ['(23) 98765-4321', invalid('unknownAreaCode')],
    ['11 38765-4321', invalid('noCallingCode')],
    ['190', invalid('tooShort')],
    ['1'.repeat(16), invalid('tooLong')],
    ['5511987654321 ramal 2', invalid('notANumber')],
    ['5.51199E+12', invalid('notANumber')],
    ['', invalid('notANumber')],
    ['+', invalid('notANumber')],
  ])('%j in a Brazilian company is %j [F-U1]', (typed, parsed) => {
    expect(parsePhone(typed, 'BR')).toEqual(parsed);
  });

  it.each([
    ['912 345 678', 'PT', phone('351912345678')],
    ['5511987654321', 'PT', ambiguous('5511987654321')],
    ['09 8765 4321', 'EC', phone('593987654321')],
    ['098 123 456', 'UY', phone('59898123456')],
    ['(202) 555-0100', 'US', phone('12025550100')],
    ['1 202 555 0100', 'US', phone('12025550100')],
    ['55 1234 5678', 'MX', phone('525512345678')],
    ['521 55 1234 5678', 'MX', phone('5215512345678')],
    ['011 2345-6789', 'AR', phone('541123456789')],
    ['011 15 2345-6789', 'AR', invalid('noCallingCode')],
    ['991 23 45', 'CV', phone('2389912345')],
    ['44 20 7946 0018', 'other', phone('442079460018')],
    ['020 7946 0018', 'other', invalid('noCallingCode')],
  ] as const)('%j with the default country %s is %j [F-U1]', (typed, country, parsed) => {
    expect(parsePhone(typed, country)).toEqual(parsed);
  });

  it('has one result for every way of writing the same Brazilian number [F-U1]', () => {
    fc.assert(
      fc.property(brazilian, prefix, separator, separator, ({ code, subscriber }, before, between, inside) => {
        const written = `${before}${code}${between}${subscriber.slice(0, -4)}${inside}${subscriber.slice(-4)}`;
        expect(parsePhone(written, 'BR')).toEqual(phone(`55${code}${subscriber}`));
      }),
    );
  });

  it('stays unchanged when the result is parsed again [F-U1]', () => {
    const typed = fc.oneof(fc.stringMatching(/^[+0-9 ()-]{6,20}$/), fc.stringMatching(/^0{0,2}\d{7,15}$/));
    fc.assert(
      fc.property(typed, fc.constantFrom(...defaultCountries), (text, country) => {
        const parsed = parsePhone(text, country);
        if (parsed.type === 'phone') expect(parsePhone(`+${parsed.number}`, country)).toEqual(parsed);
        if (parsed.type === 'ambiguous')
          for (const reading of parsed.readings) expect(parsePhone(`+${reading}`, country)).toEqual(phone(reading));
      }),
      { numRuns: 5000 },
    );
  });

  it('never changes the country of a number that begins with + [F-U1]', () => {
    const explicit = fc.stringMatching(/^[1-9]\d{7,14}$/);
    fc.assert(
      fc.property(
        explicit,
        fc.constantFrom('+', '00'),
        fc.constantFrom(...defaultCountries),
        (digits, plus, country) => {
          const parsed = parsePhone(plus + digits, country);
          if (parsed.type === 'phone' && !digits.startsWith('55')) expect(parsed.number).toBe(digits);
          if (parsed.type === 'phone' && digits.startsWith('55')) expect(parsed.number).toMatch(/^55/);
          if (parsed.type === 'ambiguous') expect(plus).toBe('00');
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('has calling codes of which none is the beginning of another [F-U1]', () => {
    const codes = phoneCountries.map((country) => phonePlans[country].callingCode);
    for (const code of codes) expect(codes.filter((other) => other.startsWith(code))).toEqual([code]);
  });
});

describe('phone number of another program or a shared contact card', () => {
  it.each([
    ['11 98765-4321', 'BR', '5511987654321'],
    ['11987654321', 'BR', '5511987654321'],
    ['+55 11 98765-4321', 'BR', '5511987654321'],
    ['351 912 345 678', 'BR', '351912345678'],
    ['1 202 555 0100', 'BR', '12025550100'],
    ['00 351 912 345 678', 'BR', '351912345678'],
    ['0055 11 98765-4321', 'BR', '5511987654321'],
    ['912 345 678', 'PT', '351912345678'],
    ['98765-4321', 'BR', undefined],
    ['190', 'BR', undefined],
    ['ramal 2', 'BR', undefined],
    ['', 'BR', undefined],
  ] as const)('%j with the default country %s is %j [F-U1]', (given, country, number) => {
    expect(completePhone(given, country)).toBe(number);
  });
});

const isFull = process.env['PROOF'] === 'full';

describe('any text as a phone number', () => {
  const noise = fc
    .array(
      fc.oneof(
        fc.constantFrom('+', '00', '0', '55', '351', '(', ')', '-', ' ', '0xx', "'", '\u202a', '９', 'ramal ', '\n'),
        fc.integer({ min: 0, max: 99_999_999 }).map(String),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
    )
    .map((parts) => parts.join(''));

  it(
    'is a complete number, a choice between complete numbers, or refused [FZ-07]',
    () => {
      fc.assert(
        fc.property(noise, fc.constantFrom(...defaultCountries), (typed, country) => {
          const parsed = parsePhone(typed, country);
          if (parsed.type === 'invalid') return;
          const numbers = parsed.type === 'phone' ? [parsed.number] : parsed.readings;
          expect(numbers.length).toBeGreaterThan(0);
          for (const number of numbers) expect(number).toMatch(/^[1-9]\d{7,14}$/);
        }),
        { numRuns: isFull ? 1_000_000 : 5000 },
      );
    },
    isFull ? 3_600_000 : 60_000,
  );

  it.each(['1', '+', '0', '(', ' ', '-', '\u202a', '９', 'a'])(
    'is read in linear time: %j repeated [FZ-07]',
    (piece) => {
      expect(cpuMs(() => parsePhone(piece.repeat(1_000_000), 'BR'))).toBeLessThan(1000);
    },
  );
});

describe('phone number in a search', () => {
  it.each([
    ['(11) 98765-4321', 'BR', ['5511987654321']],
    ['\u202a+55 11 98765\u20114321\u202c', 'BR', ['5511987654321']],
    ['0 15 11 98765-4321', 'BR', ['5511987654321']],
    ['(23) 98765-4321', 'BR', ['5523987654321']],
    ['912 345 678', 'PT', ['351912345678']],
    ['00 44 11 9876-5432', 'BR', ['551198765432', '441198765432']],
    ['4321', 'BR', []],
    ['Ana 2', 'BR', []],
  ] as const)('%j with the default country %s may mean %j [F-U12]', (typed, country, numbers) => {
    expect(soughtNumbers(typed, country)).toEqual(numbers);
  });

  it.each([
    ['98765\u20134321', '987654321'],
    ['Rua 12', ''],
    ['', ''],
    ['-', ''],
  ])('%j has the digits %j [F-U12]', (typed, digits) => {
    expect(writtenDigits(typed)).toBe(digits);
  });
});

describe('shown phone number', () => {
  it.each([
    ['5511987654321', '+55 11 98765-4321'],
    ['551187654321', '+55 11 98765-4321'],
    ['551132210098', '+55 11 3221-0098'],
    ['5500997021145', '+55 00 99702-1145'],
    ['351912345678', '+351 912 345 678'],
    ['12025550100', '+1 202 555 0100'],
    ['5491123456789', '+54 9 11 2345 6789'],
    ['442079460018', '+44 207 946 0018'],
    ['11987654321', '(11) 98765-4321'],
    ['+11987654321', '+1 198 765 4321'],
    ['1132210098', '(11) 3221-0098'],
    ['190', '190'],
    ['1234567890123456', '1234567890123456'],
    ['5511987**-**21', '5511987**-**21'],
    ['@lu.sa', '@lu.sa'],
    ['', ''],
  ])('%j is written %j [F-U22]', (stored, written) => {
    expect(formatPhone(stored)).toBe(written);
  });

  it('is parsed back to the same subscriber [F-U22]', () => {
    fc.assert(
      fc.property(brazilian, ({ code, subscriber }) => {
        for (const form of phoneForms(`55${code}${subscriber}`)) {
          const parsed = parsePhone(formatPhone(form), 'BR');
          expect(parsed.type === 'phone' && phoneKey(parsed.number)).toBe(phoneKey(form));
        }
      }),
    );
  });
});
