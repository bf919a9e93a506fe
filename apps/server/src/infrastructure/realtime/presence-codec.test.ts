import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPresence } from './presence.ts';
import { decodePresence, encodePresence, type PresenceEntry } from './presence-codec.ts';

const MAX_NOTIFY_BYTES = 8_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Two nodes; `far` receives every message of `near`. */
function twoNodes() {
  const sent: string[] = [];
  const changes: string[] = [];
  const now = () => Date.now();
  const far = createPresence({
    broadcast: () => {},
    changed: (_, __, viewers) => changes.push(viewers.map((viewer) => viewer.name).join()),
    now,
  });
  const near = createPresence({
    broadcast: (message) => (sent.push(message), far.onMessage(message)),
    changed: () => {},
    now,
  });
  return { near, far, sent, changes };
}

describe('presence messages between nodes', () => {
  it('are sent at most once a second', () => {
    const { near, sent } = twoNodes();
    near.arrive(1, 7, 'a', { userId: 5, name: 'Ana' });
    vi.advanceTimersByTime(50);
    expect(sent).toHaveLength(1);
    for (let n = 0; n < 90; n++) {
      near.writing(1, 7, 'a', n % 2 === 0);
      near.arrive(1, 100 + n, `s${n}`, { userId: 5, name: 'Ana' });
      vi.advanceTimersByTime(10);
    }
    expect(sent.length).toBeLessThanOrEqual(2);
    vi.advanceTimersByTime(1_000);
    expect(sent.length).toBeLessThanOrEqual(3);
    near.stop();
  });

  it('fit into a notification with any number of users and any names', () => {
    const { near, far, sent } = twoNodes();
    for (let n = 0; n < 60; n++) {
      for (let ticket = 1; ticket <= 20; ticket++)
        near.arrive(1, ticket, `${ticket} ${n}`, { userId: n + 1, name: '👩‍👩‍👧'.repeat(40) });
    }
    for (let n = 1; n <= 3_000; n++) near.enter(2, n);
    vi.advanceTimersByTime(2_000);
    expect(sent.length).toBeGreaterThan(1);
    for (const message of sent) expect(Buffer.byteLength(message)).toBeLessThan(MAX_NOTIFY_BYTES);
    expect(far.viewersOf(1, 1)).toHaveLength(20);
    expect(near.viewersOf(1, 1)).toHaveLength(60);
    expect([far.isOnline(2, 1), near.isOnline(2, 3_000), far.isOnline(1, 1)]).toEqual([true, true, false]);
    near.stop();
    expect([far.isOnline(2, 1), far.viewersOf(1, 1).length]).toEqual([false, 0]);
    far.stop();
  });

  it('are repeated, so that viewers stay listed and those of a silent node are dropped', () => {
    const { near, far, changes } = twoNodes();
    near.arrive(1, 7, 'a', { userId: 5, name: 'Ana' });
    near.enter(1, 5);
    vi.advanceTimersByTime(120_000);
    expect(changes).toEqual(['Ana']);
    expect(far.isOnline(1, 5)).toBe(true);
    far.onMessage(
      JSON.stringify({
        from: 'killed',
        entries: [
          [1, 7, [[6, 'Bia', 0]]],
          [1, 0, [[6, '', 0]]],
        ],
      }),
    );
    expect([changes.at(-1), far.isOnline(1, 6)]).toEqual(['Ana,Bia', true]);
    vi.advanceTimersByTime(30_000);
    expect([changes.at(-1), far.isOnline(1, 6)]).toEqual(['Ana', false]);
    near.stop();
    expect(changes.at(-1)).toBe('');
    far.stop();
  });

  it('are decoded as encoded; messages of another version are ignored', () => {
    const entries: PresenceEntry[] = [
      [1, 7, [[5, 'Ana', 1]]],
      [1, 8, []],
    ];
    expect(encodePresence('me', entries).map(decodePresence)).toEqual([{ from: 'me', entries }]);
    expect(encodePresence('me', [])).toEqual([]);
    for (const text of [
      '',
      '{}',
      'null',
      '{"from":"me","places":[[1,7,[[5,"Ana",1]]]]}',
      '{"from":"me","entries":[[1,7,[[5,"Ana",2]]]]}',
      '{"from":"me","entries":[[0,7,[]]]}',
    ])
      expect(decodePresence(text)).toBeUndefined();
  });
});
