import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inPortions, PRUNE_ROWS } from './portions.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Removes rows that take so long each; returns the sizes and times of the portions. */
async function portionsOf(count: number, rowMs: (removed: number) => number, max?: number) {
  const portions: { rows: number; tookMs: number }[] = [];
  let left = count;
  await inPortions(async (limit) => {
    const rows = Math.min(left, limit);
    const tookMs = rows * rowMs(count - left);
    left -= rows;
    vi.advanceTimersByTime(tookMs);
    portions.push({ rows, tookMs });
    return rows;
  }, max);
  expect(left).toBe(0);
  return portions;
}

it('portions start small and grow to their maximum while rows are fast [F-C2]', async () => {
  const rows = (await portionsOf(10_000, () => 0.01)).map((portion) => portion.rows);
  expect(rows.slice(0, 5)).toEqual([200, 400, 800, 1600, 2000]);
  expect(Math.max(...rows)).toBe(PRUNE_ROWS);
  expect(Math.max(...(await portionsOf(1000, () => 0.01, 100)).map((portion) => portion.rows))).toBe(100);
});

it('no portion of slow rows comes near one second [F-C2]', async () => {
  const portions = await portionsOf(20_000, () => 1);
  expect(Math.max(...portions.map(({ tookMs }) => tookMs))).toBeLessThanOrEqual(250);
});

it('after one slow portion the next ones are short [F-C2]', async () => {
  const portions = await portionsOf(40_000, (removed) => (removed < 10_000 ? 0.05 : 3));
  const slow = portions.findIndex(({ tookMs }) => tookMs > 250);
  expect(slow).toBeGreaterThan(0);
  for (const { tookMs } of portions.slice(slow + 1)) expect(tookMs).toBeLessThanOrEqual(250);
});
