import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createGathering } from './gathering.ts';

let shown: (readonly number[])[];
const gathering = () => createGathering<number>((gathered) => shown.push(gathered));
beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
});

describe('news that is gathered', () => {
  it('alone is shown at once, two in one breath together', () => {
    const news = gathering();
    news.add(1, 1);
    news.add(2, 2);
    vi.advanceTimersByTime(80);
    expect(shown).toEqual([[1, 2]]);
  });

  it('that follows soon waits for the rest of half a second', () => {
    const news = gathering();
    news.add(1, 1);
    vi.advanceTimersByTime(80);
    news.add(2, 2);
    vi.advanceTimersByTime(499);
    expect(shown).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([[1], [2]]);
  });

  it('in a flood is shown once, all of it and in order', () => {
    const news = gathering();
    for (let n = 0; n < 300; n++) {
      news.add(n, n % 60);
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(80);
    expect(shown).toEqual([Array.from({ length: 300 }, (_, n) => n)]);
    news.add(300, 1);
    vi.advanceTimersByTime(500);
    expect(shown.at(-1)).toEqual([300]);
  });

  it('of one who says much at once is shown in time', () => {
    const news = gathering();
    for (let n = 0; n < 30; n++) news.add(n, 1);
    vi.advanceTimersByTime(80);
    expect(shown).toHaveLength(1);
  });

  it('that somebody waits for is shown in time, however much comes with it', () => {
    const news = gathering();
    for (let n = 0; n < 30; n++) news.add(n, n === 7 ? null : n);
    vi.advanceTimersByTime(80);
    expect(shown).toHaveLength(1);
    for (let n = 0; n < 30; n++) news.add(n, n);
    vi.advanceTimersByTime(1000);
    expect(shown).toHaveLength(1);
    news.add(30, null);
    vi.advanceTimersByTime(80);
    expect(shown).toHaveLength(2);
  });

  it('is not shown to those who have left', () => {
    const news = gathering();
    news.add(1, 1);
    news.stop();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([]);
  });
});
