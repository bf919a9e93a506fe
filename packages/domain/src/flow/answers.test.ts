import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from './answers.ts';
import { factsOf } from './flow.fixture.ts';

const isFull = process.env['PROOF'] === 'full';
const given = factsOf({ now: new Date('2026-11-16T12:00:00Z') });
const dateOf = (text: string) => answerOf('date', { type: 'message', text }, given);

describe('a date that a customer writes', () => {
  it.each([
    ['31/12/2026', '31/12/2026'],
    ['1.2.26', '01/02/2026'],
    ['1-2', '01/02/2026'],
    ['2026-2-1', '01/02/2026'],
    ['1/2/85', '01/02/1985'],
    ['29/02/2028', '29/02/2028'],
    ['29/02/2026', undefined],
    ['31/04', undefined],
    ['0/1', undefined],
    ['amanhã', undefined],
  ])('«%s» is %s', (written, date) => expect(dateOf(written)).toBe(date));

  const noise = fc
    .array(fc.oneof(fc.constantFrom('/', '.', '-', ' ', '\n', '٣'), fc.nat({ max: 9999 }).map(String), fc.string()), {
      maxLength: 7,
    })
    .map((parts) => parts.join(''));
  const written = fc
    .tuple(fc.nat({ max: 40 }), fc.nat({ max: 14 }), fc.constantFrom('/', '-', '.', ' '), fc.nat({ max: 9999 }))
    .map(([day, month, separator, year]) => [day, month, year].join(separator));

  it(
    'is a day of the calendar that stays the same when it is read again, or none [FZ-07]',
    () => {
      fc.assert(
        fc.property(fc.oneof(noise, written), (text) => {
          const date = dateOf(text);
          if (date === undefined) return;
          const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(date)!;
          expect(new Date(`${year}-${month}-${day}T00:00:00Z`).toISOString()).toContain(`${year}-${month}-${day}`);
          expect(dateOf(date)).toBe(date);
        }),
        { numRuns: isFull ? 1_000_000 : 5000 },
      );
    },
    isFull ? 3_600_000 : 60_000,
  );
});
