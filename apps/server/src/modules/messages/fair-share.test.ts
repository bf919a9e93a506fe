import { describe, expect, it } from 'vitest';
import { createFairShare } from './fair-share.ts';

/** Begins lines of a connection as long as there is room; answers how many. */
function fill(share: ReturnType<typeof createFairShare>, connectionId: number, from = 0): number {
  let n = from;
  for (; share.hasRoom(`${connectionId} ${n}`, connectionId); n += 1) share.begin(`${connectionId} ${n}`, connectionId);
  return n - from;
}

describe('the turns of those who are sent', () => {
  it('are never all of one account, however many of its conversations wait [CR-10]', () => {
    const share = createFairShare();
    const ill = fill(share, 1);
    expect(ill).toBeGreaterThan(1);
    expect(fill(share, 2)).toBeGreaterThanOrEqual(ill);
    expect(share.hasRoom('3 0', 3)).toBe(false);
  });

  it('are few for accounts that give no answer, all of them together, until one answers', () => {
    const share = createFairShare();
    for (const connectionId of [1, 2, 3, 4, 5]) share.noted(connectionId, false);
    const few = [1, 2, 3, 4, 5].reduce((sum, connectionId) => sum + fill(share, connectionId), 0);
    expect(few).toBeLessThanOrEqual(4);
    expect(few).toBeGreaterThan(0);
    expect(fill(share, 6)).toBeGreaterThan(few);
    share.noted(5, true);
    expect(share.hasRoom('5 0', 5)).toBe(true);
  });

  it('are one for a conversation at a time, and free when it is done', () => {
    const share = createFairShare();
    share.begin('1 1', 1);
    expect(share.hasRoom('1 1', 1)).toBe(false);
    share.end('1 1');
    expect([share.hasRoom('1 1', 1), share.isIdle()]).toEqual([true, true]);
  });
});
