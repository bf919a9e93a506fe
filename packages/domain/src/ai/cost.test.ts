import { describe, expect, it } from 'vitest';
import { costOf } from './cost.ts';

describe('the cost of a call', () => {
  it('is rounded up', () => {
    expect(costOf({ input: 1, output: 0 }, { input: 1, output: 1 })).toBe(1);
    expect(costOf({ input: 1_000_000, output: 500_000 }, { input: 2_000_000, output: 8_000_000 })).toBe(6_000_000);
    expect(costOf({ input: 0, output: 0 }, { input: 9, output: 9 })).toBe(0);
  });
});
