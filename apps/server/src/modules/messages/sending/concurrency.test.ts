import { describe, expect, it } from 'vitest';
import { createConcurrency } from './concurrency.ts';

/** Begins lines of a connection as long as there is room; answers how many. */
function fill(concurrency: ReturnType<typeof createConcurrency>, connectionId: number, from = 0): number {
  let n = from;
  for (; concurrency.canStart(`${connectionId} ${n}`, connectionId); n += 1)
    concurrency.start(`${connectionId} ${n}`, connectionId);
  return n - from;
}

describe('the turns of those who are sent', () => {
  it('are never all of one account, however many of its conversations wait [CR-10]', () => {
    const concurrency = createConcurrency();
    const startedOfFirst = fill(concurrency, 1);
    expect(startedOfFirst).toBeGreaterThan(1);
    expect(fill(concurrency, 2)).toBeGreaterThanOrEqual(startedOfFirst);
    expect(concurrency.canStart('3 0', 3)).toBe(false);
  });

  it('are few for accounts that give no answer, all of them together, until one answers', () => {
    const concurrency = createConcurrency();
    for (const connectionId of [1, 2, 3, 4, 5]) concurrency.recordAttempt(connectionId, false);
    const startedCount = [1, 2, 3, 4, 5].reduce((sum, connectionId) => sum + fill(concurrency, connectionId), 0);
    expect(startedCount).toBeLessThanOrEqual(4);
    expect(startedCount).toBeGreaterThan(0);
    expect(fill(concurrency, 6)).toBeGreaterThan(startedCount);
    concurrency.recordAttempt(5, true);
    expect(concurrency.canStart('5 0', 5)).toBe(true);
  });

  it('are one for a conversation at a time, and free when it is done', () => {
    const concurrency = createConcurrency();
    concurrency.start('1 1', 1);
    expect(concurrency.canStart('1 1', 1)).toBe(false);
    concurrency.finish('1 1');
    expect([concurrency.canStart('1 1', 1), concurrency.isIdle()]).toEqual([true, true]);
  });
});
