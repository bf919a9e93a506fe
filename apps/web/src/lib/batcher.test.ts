import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

let batches: (readonly number[])[];
const createTestBatcher = () => createBatcher<number>((batch) => batches.push(batch));
beforeEach(() => {
  vi.useFakeTimers();
  batches = [];
});

describe('the batcher', () => {
  it('delivers two items after 80 ms in one batch', () => {
    const batcher = createTestBatcher();
    batcher.add(1, 1);
    batcher.add(2, 2);
    vi.advanceTimersByTime(80);
    expect(batches).toEqual([[1, 2]]);
  });

  it('delivers an item that soon follows a batch half a second after that batch', () => {
    const batcher = createTestBatcher();
    batcher.add(1, 1);
    vi.advanceTimersByTime(80);
    batcher.add(2, 2);
    vi.advanceTimersByTime(499);
    expect(batches).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(batches).toEqual([[1], [2]]);
  });

  it('delivers a burst of many senders once, complete and in order', () => {
    const batcher = createTestBatcher();
    for (let n = 0; n < 300; n++) {
      batcher.add(n, n % 60);
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(80);
    expect(batches).toEqual([Array.from({ length: 300 }, (_, n) => n)]);
    batcher.add(300, 1);
    vi.advanceTimersByTime(500);
    expect(batches.at(-1)).toEqual([300]);
  });

  it('does not delay many items of one sender', () => {
    const batcher = createTestBatcher();
    for (let n = 0; n < 30; n++) batcher.add(n, 1);
    vi.advanceTimersByTime(80);
    expect(batches).toHaveLength(1);
  });

  it('does not delay a burst with an item without a sender', () => {
    const batcher = createTestBatcher();
    for (let n = 0; n < 30; n++) batcher.add(n, n === 7 ? null : n);
    vi.advanceTimersByTime(80);
    expect(batches).toHaveLength(1);
    for (let n = 0; n < 30; n++) batcher.add(n, n);
    vi.advanceTimersByTime(1000);
    expect(batches).toHaveLength(1);
    batcher.add(30, null);
    vi.advanceTimersByTime(80);
    expect(batches).toHaveLength(2);
  });

  it('delivers nothing after stop', () => {
    const batcher = createTestBatcher();
    batcher.add(1, 1);
    batcher.stop();
    vi.advanceTimersByTime(5000);
    expect(batches).toEqual([]);
  });
});
