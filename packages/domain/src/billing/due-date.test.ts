import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, daysBetween, endOfDay, paidUntil, type SubscriptionEntry } from './due-date.ts';

const ZONE = 'America/Sao_Paulo';
const noon = (day: string) => new Date(`${day}T15:00:00Z`);
const start = (day: string, at = day): SubscriptionEntry => ({ id: 1, at: noon(at), kind: 'start', day });
const payment = (id: number, at: string, months = 1): SubscriptionEntry => ({
  id,
  at: noon(at),
  kind: 'payment',
  months,
});

describe('months [M-028] [PY-12]', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-11-15', 12, '2027-11-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-31', 6, '2027-06-30'],
    ['2026-05-10', 0, '2026-05-10'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });

  it('a month end stays a month end', () => {
    const entries = [start('2026-01-31', '2026-01-01'), payment(2, '2026-01-30'), payment(3, '2026-02-20')];
    expect(paidUntil(entries.slice(0, 2), ZONE)).toBe('2026-02-28');
    expect(paidUntil(entries, ZONE)).toBe('2026-03-31');
  });
});

describe('due date', () => {
  it.each<[string, SubscriptionEntry[], string | undefined]>([
    ['nothing', [], undefined],
    ['the trial', [start('2026-11-22', '2026-11-15')], '2026-11-22'],
    ['paid during the trial', [start('2026-11-22', '2026-11-15'), payment(2, '2026-11-16')], '2026-12-22'],
    ['paid on the last day', [start('2026-11-22', '2026-11-15'), payment(2, '2026-11-22')], '2026-12-22'],
    ['paid ten days late', [start('2026-11-22', '2026-11-15'), payment(2, '2026-12-02')], '2026-12-22'],
    [
      'paid so late that the month is over',
      [start('2026-08-22', '2026-08-15'), payment(2, '2026-11-15')],
      '2026-12-15',
    ],
    [
      'paid on the day on which the month ends',
      [start('2026-10-15', '2026-10-08'), payment(2, '2026-11-15')],
      '2026-11-15',
    ],
    ['a year', [start('2026-11-22', '2026-11-15'), payment(2, '2026-11-16', 12)], '2027-11-22'],
    [
      'a date set by the owner',
      [
        start('2026-11-22', '2026-11-15'),
        payment(2, '2026-11-16'),
        { id: 3, at: noon('2026-11-17'), kind: 'set', day: '2027-01-10' },
      ],
      '2027-01-10',
    ],
    [
      'a payment that was returned',
      [
        start('2026-11-22', '2026-11-15'),
        payment(2, '2026-11-16'),
        { id: 3, at: noon('2026-11-20'), kind: 'reversal', ofEntry: 2 },
      ],
      '2026-11-22',
    ],
    [
      'an upgrade paid late, which adds no day',
      [start('2026-08-22', '2026-08-15'), payment(2, '2026-11-15', 0)],
      '2026-08-22',
    ],
    ['an upgrade, which adds no month', [start('2026-11-22', '2026-11-15'), payment(2, '2026-11-16', 0)], '2026-11-22'],
  ])('%s', (_, entries, day) => {
    expect(paidUntil(entries, ZONE)).toBe(day);
  });

  it('depends on the day in the company’s time zone', () => {
    // 02:00 UTC is still the day before in São Paulo.
    const late: SubscriptionEntry = { id: 2, at: new Date('2026-11-15T02:00:00Z'), kind: 'payment', months: 1 };
    expect(paidUntil([start('2026-05-01'), late], ZONE)).toBe('2026-12-14');
    expect(paidUntil([start('2026-05-01'), late], 'Europe/Lisbon')).toBe('2026-12-15');
  });

  it('is the same in whatever order payments become known [PB-18]', () => {
    const entry = fc.record({ day: fc.integer({ min: 0, max: 900 }), months: fc.constantFrom(1, 2, 3, 6, 12) });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 12 }),
        fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
        (paid, keys) => {
          const entries = [
            start('2026-01-31'),
            ...paid.map(({ day, months }, n) => payment(n + 2, addDays('2026-02-01', day), months)),
          ];
          const shuffled = entries
            .map((value, n) => ({ value, key: keys[n % keys.length]! }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ value }) => value);
          expect(paidUntil(shuffled, ZONE)).toBe(paidUntil(entries, ZONE));
        },
      ),
      { numRuns: process.env['PROOF'] === 'full' ? 10_000 : 1000 },
    );
  });

  it('a payment never shortens a subscription, and is never past', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), fc.constantFrom(1, 2, 3, 6, 12), (after, months) => {
        const paymentDay = addDays('2026-01-10', after);
        const until = paidUntil([start('2026-01-31', '2026-01-01'), payment(2, paymentDay, months)], ZONE)!;
        expect(until > '2026-01-31').toBe(true);
        expect(until >= paymentDay).toBe(true);
      }),
    );
  });

  it.each([
    ['2026-11-16', ZONE, '2026-11-17T02:59:59.999Z'],
    ['2026-11-16', 'Europe/Lisbon', '2026-11-16T23:59:59.999Z'],
    // The clocks go back during this day.
    ['2026-10-25', 'Europe/Lisbon', '2026-10-25T23:59:59.999Z'],
    ['2026-03-29', 'Europe/Lisbon', '2026-03-29T22:59:59.999Z'],
  ])('%s in %s ends at %s [PL-04]', (day, zone, instant) => {
    expect(endOfDay(day, zone).toISOString()).toBe(instant);
  });

  it('counts days over a change of the clocks', () => {
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
    expect(daysBetween('2026-11-20', '2026-11-16')).toBe(-4);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});
