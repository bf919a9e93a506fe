import { describe, expect, it } from 'vitest';
import { nextBatchSize } from './batch-size.ts';

const limits = { aimMs: 50, min: 20, max: 1000 };

it.each([
  ['grows to twice the size while batches are fast', 200, 10, 400],
  ['stays where a batch takes the aimed time', 500, 50, 500],
  ['shrinks in proportion when a batch was slow', 1000, 200, 250],
  ['starts small again when a batch was far too slow', 1000, 201, 20],
  ['never falls below the minimum', 40, 5000, 20],
  ['never exceeds the maximum', 1000, 1, 1000],
])('the size of a batch %s [F-C2]', (_, size, tookMs, next) =>
  expect(nextBatchSize({ size, tookMs, ...limits })).toBe(next),
);

describe('batches whose rows suddenly take longer', () => {
  /** The times of batches whose rows take `slowMs` each, after the size has settled with rows of `fastMs`. */
  function timesAfter(fastMs: number, slowMs: number): number[] {
    let size = limits.min;
    const run = (rowMs: number) => {
      const tookMs = size * rowMs;
      size = nextBatchSize({ size, tookMs, ...limits });
      return tookMs;
    };
    for (let n = 0; n < 20; n += 1) run(fastMs);
    return Array.from({ length: 20 }, () => run(slowMs));
  }
  const rowTimes = [0.01, 0.05, 0.1, 0.5, 1, 2];
  const cases = rowTimes.flatMap((fastMs) => rowTimes.map((slowMs) => [fastMs, slowMs] as const));

  it.each(cases)('from %d ms to %d ms: only the first exceeds the aim [F-C2]', (fastMs, slowMs) => {
    const [first, ...rest] = timesAfter(fastMs, slowMs);
    // The first is as large as the fast rows allowed.
    expect(first).toBeLessThanOrEqual(Math.max(limits.max * slowMs, limits.aimMs));
    for (const tookMs of rest) expect(tookMs).toBeLessThanOrEqual(limits.aimMs * 1.2);
  });
});
