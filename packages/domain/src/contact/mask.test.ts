import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskName, maskNumber } from './mask.ts';
import { digitsOf } from './phone.ts';

const numRuns = process.env['PROOF'] === 'full' ? 100_000 : 2000;
/** Digits with usual separators, and asterisks. */
const anyNumber = fc.oneof(
  fc.stringMatching(/^\d{0,25}$/),
  fc.stringMatching(/^[0-9+ ()*-]{0,30}$/),
  fc.string({ maxLength: 30 }),
);

describe('masked number [PB-17]', { timeout: numRuns * 5 }, () => {
  it('shows the digits before the last six and the last two, none of a short number, and is idempotent', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const masked = maskNumber(number);
        const isMaskedAlready = /^\d*\*\*-\*\*\d{0,2}$/.test(number);
        const digits = digitsOf(number);
        if (isMaskedAlready) expect(masked).toBe(number);
        else if (digits.length < 8) expect(masked).toBe('**-**');
        else {
          expect(masked).toBe(`${digits.slice(0, -6)}**-**${digits.slice(-2)}`);
          expect(digitsOf(masked)).toHaveLength(digits.length - 4);
          expect(masked).not.toContain(digits);
        }
        expect(maskNumber(masked)).toBe(masked);
      }),
      { numRuns },
    );
  });

  it('is also masked anywhere in a name', () => {
    const letters = fc.stringMatching(/^[A-Za-zÀ-ú ]{1,12}$/);
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[1-9]\d{9,14}$/), letters, (before, number, after) => {
        for (const name of [number, `${before} ${number}`, `${number} ${after}`, `${before}${number}${after}`]) {
          const masked = maskName(name);
          expect(digitsOf(masked)).not.toContain(number);
          expect(masked).toContain('**-**');
          expect(maskName(masked)).toBe(masked);
        }
      }),
      { numRuns },
    );
  });

  it('leaves a name with other digits unchanged', () => {
    for (const name of ['Loja 24', 'Casa 1987 fundos', 'Rua 15, nº 200', 'Turma 2025-2026'])
      expect(maskName(name)).toBe(name);
  });
});
