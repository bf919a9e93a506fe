import { describe, expect, it } from 'vitest';
import { DEFAULT_CUSTOM_PRICES } from './price.ts';
import { exceeded, recurrenceOf, recurrenceOfMonths, renewalTerms, upgradePrice, type CompanyTerms } from './terms.ts';

const plan = { id: 7, name: 'Equipe', users: 10, connections: 3, queues: 8, amountCents: 29_900 };
const company: CompanyTerms = {
  recurrence: 'MENSAL',
  usersLimit: null,
  connectionsLimit: null,
  isCustomSize: false,
  discountKind: null,
  discountValue: null,
  discountInvoices: 0,
};
const renewal = (terms: Partial<CompanyTerms>, choice: Partial<Parameters<typeof renewalTerms>[1]> = {}) =>
  renewalTerms(
    { ...company, ...terms },
    { plan, isSamePlan: true, size: undefined, recurrence: 'MENSAL', ...choice },
    DEFAULT_CUSTOM_PRICES,
  );

describe('terms of a renewal', () => {
  it.each([
    ['MENSAL', 1, 29_900],
    ['BIMESTRAL', 2, 59_800],
    ['TRIMESTRAL', 3, 89_700],
    ['SEMESTRAL', 6, 179_400],
    ['ANUAL', 12, 358_800],
  ] as const)('cost the plan for each month of %s [M-028]', (recurrence, months, cents) => {
    expect(renewal({}, { recurrence })).toEqual({
      planId: 7,
      planName: 'Equipe',
      users: 10,
      connections: 3,
      queues: 8,
      isCustomSize: false,
      months,
      cents,
      discountCents: 0,
    });
  });

  it.each([
    [{ discountKind: 'percent', discountValue: 10, discountInvoices: 2 }, 26_910, 2990],
    [{ discountKind: 'cents', discountValue: 5000, discountInvoices: 1 }, 24_900, 5000],
    [{ discountKind: 'cents', discountValue: 99_900, discountInvoices: 1 }, 0, 29_900],
    [{ discountKind: 'percent', discountValue: 10, discountInvoices: 0 }, 29_900, 0],
  ] as const)('take the discount %j from the price while invoices with it remain', (terms, cents, discountCents) => {
    expect(renewal(terms)).toMatchObject({ cents, discountCents });
  });

  it('cost the custom size and keep the queues of the plan [M-302]', () => {
    expect(renewal({}, { size: { users: 5, connections: 4 } })).toMatchObject({
      users: 5,
      connections: 4,
      queues: 8,
      isCustomSize: true,
      cents: 4900 + 2 * 1100 + 2000,
    });
  });

  it('show the agreed limits on the same plan, and those of the plan on another', () => {
    const agreed = { usersLimit: 25, connectionsLimit: null };
    expect(renewal(agreed)).toMatchObject({ users: 25, connections: 3, cents: 29_900 });
    expect(renewal(agreed, { isSamePlan: false })).toMatchObject({ users: 10, connections: 3 });
    // A company that leaves its custom size gets the plan's limits.
    expect(renewal({ usersLimit: 25, connectionsLimit: 9, isCustomSize: true })).toMatchObject({
      users: 10,
      connections: 3,
    });
  });
});

describe('upgrade within a paid period', () => {
  it.each([
    ['on the first day', '2026-10-30', 20_000],
    ['in the middle', '2026-11-15', 9677],
    ['on the last day', '2026-11-30', 0],
    ['after the due day', '2026-12-05', 0],
  ])('costs the difference for the days that are left: %s', (_, today, cents) => {
    expect(upgradePrice(10_000, 30_000, { dueDay: '2026-11-30', months: 1, today })).toBe(cents);
  });
  it('costs nothing if the new plan is not more expensive', () => {
    expect(upgradePrice(30_000, 10_000, { dueDay: '2026-11-30', months: 1, today: '2026-11-10' })).toBe(0);
  });
  it('counts the whole period of a longer recurrence', () => {
    // 92 days, 46 left: half of three months' difference.
    expect(upgradePrice(10_000, 20_000, { dueDay: '2026-12-31', months: 3, today: '2026-11-15' })).toBe(15_000);
  });
});

describe('recurrences and sizes', () => {
  it('read an unknown recurrence as monthly', () => {
    expect(['ANUAL', '', 'anual'].map(recurrenceOf)).toEqual(['ANUAL', 'MENSAL', 'MENSAL']);
    expect([1, 2, 3, 6, 12, 0, 5].map(recurrenceOfMonths)).toEqual([
      'MENSAL',
      'BIMESTRAL',
      'TRIMESTRAL',
      'SEMESTRAL',
      'ANUAL',
      undefined,
      undefined,
    ]);
  });
  it('name what is used beyond a limit', () => {
    const allowed = { users: 3, connections: 3, queues: 3 };
    expect(exceeded({ users: 3, connections: 4, queues: 9 }, allowed)).toEqual(['connections', 'queues']);
  });
});
