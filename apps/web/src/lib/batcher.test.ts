import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

let batches: (readonly number[])[];
const createTestBatcher = () => createBatcher<number>((batch) => batches.push(batch));
beforeEach(() => {
  vi.useFakeTimers();
  batches = [];
});

describe('news that is gathered', () => {
  it('alone is shown at once, two in one breath together', () => {
    const batcher = createTestBatcher();
    batcher.add(1, 1);
    batcher.add(2, 2);
    vi.advanceTimersByTime(80);
    expect(batches).toEqual([[1, 2]]);
  });

  it('that follows soon waits for the rest of half a second', () => {
    const batcher = createTestBatcher();
    batcher.add(1, 1);
    vi.advanceTimersByTime(80);
    batcher.add(2, 2);
    vi.advanceTimersByTime(499);
    expect(batches).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(batches).toEqual([[1], [2]]);
  });

  it('in a flood is shown once, all of it and in order', () => {
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

  it('of one who says much at once is shown in time', () => {
    const batcher = createTestBatcher();
    for (let n = 0; n < 30; n++) batcher.add(n, 1);
    vi.advanceTimersByTime(80);
    expect(batches).toHaveLength(1);
  });

  it('that somebody waits for is shown in time, however much comes with it', () => {
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

  it('is not shown to those who have left', () => {
    const batcher = createTestBatcher();
    batcher.add(1, 1);
    batcher.stop();
    vi.advanceTimersByTime(5000);
    expect(batches).toEqual([]);
  });
});
