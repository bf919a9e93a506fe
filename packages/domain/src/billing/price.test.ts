import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_CUSTOM_PRICES,
  RECURRENCE_MONTHS,
  customMonthlyCents,
  isCustomSize,
  isRecurrence,
  priceOf,
  upgradeCents,
} from './price.ts';

describe('price', () => {
  it('knows the months of each recurrence [M-028]', () => {
    expect(RECURRENCE_MONTHS).toEqual({ MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 });
    expect([isRecurrence('ANUAL'), isRecurrence('DIARIO'), isRecurrence('toString')]).toEqual([true, false, false]);
  });

  it.each([
    [3, 3, 4900],
    [4, 3, 6000],
    [3, 4, 6900],
    [10, 5, 4900 + 7 * 1100 + 2 * 2000],
    [200, 200, 4900 + 197 * 1100 + 197 * 2000],
  ])('a custom size of %i users and %i connections costs %i cents a month [M-302]', (users, connections, cents) => {
    expect(isCustomSize({ users, connections })).toBe(true);
    expect(customMonthlyCents({ users, connections }, DEFAULT_CUSTOM_PRICES)).toBe(cents);
  });

  it('limits below the smallest custom size cost as much as it', () => {
    expect(customMonthlyCents({ users: 1, connections: 1 }, DEFAULT_CUSTOM_PRICES)).toBe(4900);
    expect(customMonthlyCents({ users: 1, connections: 4 }, DEFAULT_CUSTOM_PRICES)).toBe(6900);
  });

  it.each([
    [2, 3],
    [3, 2],
    [201, 3],
    [3, 201],
    [3.5, 3],
    [Number.NaN, 3],
    [3, Infinity],
  ])('%d users and %d connections are no custom size [M-302]', (users, connections) => {
    expect(isCustomSize({ users, connections })).toBe(false);
  });

  it.each([
    [10_000, 1, undefined, 10_000, 0],
    [10_000, 12, undefined, 120_000, 0],
    [9_990, 3, { kind: 'percent', value: 10 }, 26_973, 2_997],
    [9_990, 1, { kind: 'percent', value: 100 }, 0, 9_990],
    [9_990, 1, { kind: 'percent', value: 33 }, 6_693, 3_297],
    [9_990, 1, { kind: 'cents', value: 1_000 }, 8_990, 1_000],
    [9_990, 1, { kind: 'cents', value: 99_999 }, 0, 9_990],
    [9_990, 1, { kind: 'cents', value: -5 }, 9_990, 0],
  ] as const)('%i a month for %i months with %o', (monthly, months, discount, cents, discountCents) => {
    expect(priceOf(monthly, months, discount)).toEqual({ cents, discountCents });
  });

  it.each([
    // old, new, days left, days of the period
    [10_000, 20_000, 15, 30, 5_000],
    [10_000, 20_000, 30, 30, 10_000],
    [10_000, 20_000, 0, 30, 0],
    [10_000, 20_000, -3, 30, 0],
    [10_000, 20_000, 45, 30, 15_000],
    [10_000, 20_000, 365, 30, 121_667],
    [10_000, 20_000, 10, 31, 3_226],
    [20_000, 10_000, 15, 30, 0],
    [10_000, 20_000, 15, 0, 0],
  ])('an upgrade from %i to %i with %i of %i days left costs %i', (before, after, left, period, cents) => {
    expect(upgradeCents(before, after, left, period)).toBe(cents);
  });

  it('an upgrade never costs more than the difference for the days that are left', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.integer({ min: -10, max: 400 }),
        fc.integer({ min: 1, max: 366 }),
        (a, b, left, period) => {
          const price = upgradeCents(a, b, left, period);
          expect(price).toBeGreaterThanOrEqual(0);
          expect(price).toBeLessThanOrEqual(Math.ceil((Math.max(0, b - a) * Math.max(0, left)) / period));
          expect(Number.isInteger(price)).toBe(true);
        },
      ),
    );
  });
});
