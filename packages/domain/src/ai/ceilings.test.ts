import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, crossedNear, estimateTokens, reserve, settle, type Ceiling } from './ceilings.ts';

const ceiling = (limit: number | null, used = 0, reserved = 0): Ceiling => ({ limit, used, reserved });

describe('a ceiling', () => {
  it.each([
    [ceiling(10, 4, 3), 3, true],
    [ceiling(10, 4, 3), 4, false],
    [ceiling(10, 10, 0), 0, true],
    [ceiling(10, 11, 0), 1, false],
    [ceiling(null, 1e9, 0), 1e9, true],
    [ceiling(10, 9, 0), 0.5, true],
    [ceiling(10, 9, 0), 1.5, false],
    [ceiling(0), 1, false],
  ])('%j reserves %d: %s', (before, amount, isReserved) => expect(reserve(before, amount).ok).toBe(isReserved));

  it('replaces a reservation by what was used', () => {
    expect(settle(ceiling(10, 4, 3), 3, 1)).toEqual(ceiling(10, 5, 0));
    expect(settle(ceiling(10, 4, 3), 3, 0)).toEqual(ceiling(10, 4, 0));
    expect(settle(ceiling(10, 4, 3), 3, -5)).toEqual(ceiling(10, 4, 0));
  });

  it('is near once, at 80 %', () => {
    expect(crossedNear(ceiling(10, 7), ceiling(10, 8))).toBe(true);
    expect(crossedNear(ceiling(10, 8), ceiling(10, 9))).toBe(false);
    expect(crossedNear(ceiling(null, 7), ceiling(null, 8))).toBe(false);
  });

  it('is never exceeded by calls that use at most what they reserved [AI-04]', () => {
    const call = fc.record({
      amount: fc.integer({ min: 0, max: 50 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.array(call), fc.array(fc.nat()), (limit, calls, order) => {
        let current = ceiling(limit);
        const open: { amount: number; used: number }[] = [];
        const settleOne = (at: number) => {
          const [done] = open.splice(at % Math.max(1, open.length), 1);
          if (done) current = settle(current, done.amount, done.used);
        };
        for (const [at, { amount, share }] of calls.entries()) {
          const result = reserve(current, amount);
          if (result.ok) {
            current = result.value;
            open.push({ amount, used: Math.floor(amount * share) });
          }
          expect(current.used + current.reserved).toBeLessThanOrEqual(limit);
          if (order[at] !== undefined && order[at] % 2 === 0) settleOne(order[at]);
        }
        while (open.length > 0) settleOne(0);
        expect(current.reserved).toBe(0);
        expect(current.used).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('the cost of a call', () => {
  it('is rounded up', () => {
    expect(costOf({ input: 1, output: 0 }, { input: 1, output: 1 })).toBe(1);
    expect(costOf({ input: 1_000_000, output: 500_000 }, { input: 2_000_000, output: 8_000_000 })).toBe(6_000_000);
    expect(costOf({ input: 0, output: 0 }, { input: 9, output: 9 })).toBe(0);
  });

  it('is reserved for the whole input and all tokens of the answer', () => {
    const tokens = estimateTokens('a'.repeat(300), [{ text: 'b'.repeat(30) }], 100);
    expect(tokens).toEqual({ input: 8 + 100 + 8 + 10, output: 100 });
  });
});
