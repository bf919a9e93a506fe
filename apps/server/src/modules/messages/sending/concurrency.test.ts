import { describe, expect, it } from 'vitest';
import { createConcurrency } from './concurrency.ts';

/** Starts send queues of a connection while allowed; returns their number. */
function fill(concurrency: ReturnType<typeof createConcurrency>, connectionId: number, from = 0): number {
  let n = from;
  for (; concurrency.canStart(connectionId); n += 1) concurrency.start(`${connectionId} ${n}`, connectionId);
  return n - from;
}

describe('concurrent sends', () => {
  it('never all belong to one account, however many of its conversations wait [CR-10]', () => {
    const concurrency = createConcurrency();
    const startedOfFirst = fill(concurrency, 1);
    expect(startedOfFirst).toBeGreaterThan(1);
    expect(startedOfFirst).toBeLessThanOrEqual(8);
    expect(fill(concurrency, 2)).toBe(startedOfFirst);
  });

  it('are few in total for accounts without an answer, until one answers', () => {
    const concurrency = createConcurrency();
    for (const connectionId of [1, 2, 3, 4, 5]) concurrency.recordAttempt(connectionId, false);
    const startedCount = [1, 2, 3, 4, 5].reduce((sum, connectionId) => sum + fill(concurrency, connectionId), 0);
    expect(startedCount).toBeLessThanOrEqual(4);
    expect(startedCount).toBeGreaterThan(0);
    expect(fill(concurrency, 6)).toBeGreaterThan(startedCount);
    concurrency.recordAttempt(5, true);
    expect(concurrency.canStart(5)).toBe(true);
  });

  it('of an account without an answer are limited to one, and end with it', () => {
    const concurrency = createConcurrency();
    concurrency.recordAttempt(1, false);
    concurrency.start('1 1', 1);
    expect(concurrency.canStart(1)).toBe(false);
    concurrency.finish('1 1');
    expect([concurrency.canStart(1), concurrency.isIdle()]).toEqual([true, true]);
  });
});
