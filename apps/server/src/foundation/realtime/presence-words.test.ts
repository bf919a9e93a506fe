import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence } from './presence.ts';
import { readWord, wordsOf, type PlaceWord } from './presence-words.ts';

const MOST_NOTIFY_BYTES = 8_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two nodes that hear each other's every word. */
function twoNodes() {
  const said: string[] = [];
  const told: string[] = [];
  const now = () => Date.now();
  const far = createPresence({
    say: () => {},
    changed: (_, { people }) => told.push(people.map((one) => one.name).join()),
    now,
  });
  const near = createPresence({ say: (word) => (said.push(word), far.hear(word)), changed: () => {}, now });
  return { near, far, said, told };
}

describe('what nodes tell each other', () => {
  it('is said once a second, however much happens', () => {
    const { near, said } = twoNodes();
    near.arrive(1, 7, 'a', { userId: 5, name: 'Ana' });
    vi.advanceTimersByTime(50);
    expect(said).toHaveLength(1);
    for (let n = 0; n < 90; n++) {
      near.writing(1, 7, 'a', n % 2 === 0);
      near.arrive(1, 100 + n, `s${n}`, { userId: 5, name: 'Ana' });
      vi.advanceTimersByTime(10);
    }
    expect(said.length).toBeLessThanOrEqual(2);
    vi.advanceTimersByTime(1_000);
    expect(said.length).toBeLessThanOrEqual(3);
    near.stop();
  });

  it('fits into a notification, whatever people are called and however many they are', () => {
    const { near, far, said } = twoNodes();
    for (let n = 0; n < 60; n++) {
      for (let ticket = 1; ticket <= 20; ticket++)
        near.arrive(1, ticket, `${ticket} ${n}`, { userId: n + 1, name: '👩‍👩‍👧'.repeat(40) });
    }
    for (let n = 1; n <= 3_000; n++) near.enter(2, n);
    vi.advanceTimersByTime(2_000);
    expect(said.length).toBeGreaterThan(1);
    for (const word of said) expect(Buffer.byteLength(word)).toBeLessThan(MOST_NOTIFY_BYTES);
    expect(far.people(1, 1).people).toHaveLength(20);
    expect(near.people(1, 1).people).toHaveLength(60);
    expect([far.isHere(2, 1), near.isHere(2, 3_000), far.isHere(1, 1)]).toEqual([true, true, false]);
    near.stop();
    expect([far.isHere(2, 1), far.people(1, 1).people.length]).toEqual([false, 0]);
    far.stop();
  });

  it('is repeated, so that who is there stays there, and who fell silent goes', () => {
    const { near, far, told } = twoNodes();
    near.arrive(1, 7, 'a', { userId: 5, name: 'Ana' });
    near.enter(1, 5);
    vi.advanceTimersByTime(120_000);
    expect(told).toEqual(['Ana']);
    expect(far.isHere(1, 5)).toBe(true);
    far.hear(
      JSON.stringify({
        from: 'killed',
        places: [
          [1, 7, [[6, 'Bia', 0]]],
          [1, 0, [[6, '', 0]]],
        ],
      }),
    );
    expect([told.at(-1), far.isHere(1, 6)]).toEqual(['Ana,Bia', true]);
    vi.advanceTimersByTime(30_000);
    expect([told.at(-1), far.isHere(1, 6)]).toEqual(['Ana', false]);
    near.stop();
    expect(told.at(-1)).toBe('');
    far.stop();
  });

  it('is read as it was said, and what another version says is not read at all', () => {
    const places: PlaceWord[] = [
      [1, 7, [[5, 'Ana', 1]]],
      [1, 8, []],
    ];
    expect(wordsOf('me', places).map(readWord)).toEqual([{ from: 'me', places }]);
    expect(wordsOf('me', [])).toEqual([]);
    for (const text of [
      '',
      '{}',
      'null',
      '{"from":"me","places":[[1,7,[[5,"Ana",2]]]]}',
      '{"from":"me","places":[[0,7,[]]]}',
    ])
      expect(readWord(text)).toBeUndefined();
  });
});
