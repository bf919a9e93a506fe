import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCompanyLoad, createPacing } from './company-load.ts';
import { createCompanyTurns } from './company-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a company is heavy', () => {
  it('while it uses far more than another active one, and not when it is alone again [RL-06]', () => {
    const load = createCompanyLoad();
    load.record(1, 1000);
    expect(load.isHeavy(1)).toBe(false);
    load.record(2, 1);
    vi.advanceTimersByTime(100);
    expect([load.isHeavy(1), load.isHeavy(2)]).toEqual([true, false]);
    vi.advanceTimersByTime(5000);
    load.record(1, 1000);
    expect(load.isHeavy(1)).toBe(false);
  });

  it('never among equals, and never with little use [RL-06]', () => {
    const load = createCompanyLoad();
    for (const companyId of [1, 2, 3]) load.record(companyId, 1000);
    load.record(4, 0);
    load.record(5, 99);
    vi.advanceTimersByTime(5001);
    for (const companyId of [1, 2, 3]) load.record(companyId, 900 + companyId);
    expect([1, 2, 3].map((companyId) => load.isHeavy(companyId))).toEqual([false, false, false]);
    load.record(4, 0);
    load.record(5, 99);
    vi.advanceTimersByTime(100);
    expect([1, 4, 5].map((companyId) => load.isHeavy(companyId))).toEqual([true, false, false]);
  });
});

/** Companies that work like shards do, in virtual time. Measured after the first second, when the use is known. */
async function simulate({ flooding, quiet }: { flooding: number; quiet: number }) {
  const turns = createCompanyTurns<{ companyId: number; ms: number; events: number; isFlood: boolean }>({ slots: 5 });
  const load = createCompanyLoad();
  const pacing = createPacing({ load, pausePerWork: 0.5, onRested: start });
  const seen = { mostFloods: 0, floodMs: 0, longestWaitMs: 0, done: new Map<number, number>() };
  const isMeasured = () => Date.now() - startedAt > 1000;
  const startedAt = Date.now();
  const addedAt = new Map<string, number>();
  let floods = 0;

  function start() {
    for (;;) {
      const item = turns.start((task) => pacing.canStart(task.companyId));
      if (!item) return;
      run(item);
    }
  }
  function run({ key, companyId, task }: NonNullable<ReturnType<typeof turns.start>>) {
    const rest = pacing.start(companyId);
    if (task.isFlood) floods += 1;
    if (isMeasured()) {
      if (task.isFlood) seen.mostFloods = Math.max(seen.mostFloods, floods);
      else seen.longestWaitMs = Math.max(seen.longestWaitMs, Date.now() - addedAt.get(key)!);
    }
    setTimeout(() => {
      load.record(companyId, task.events);
      if (task.isFlood) {
        floods -= 1;
        if (isMeasured()) seen.floodMs += task.ms;
        turns.add(companyId, key, task);
      }
      seen.done.set(companyId, (seen.done.get(companyId) ?? 0) + 1);
      turns.finish(key);
      rest();
      start();
    }, task.ms);
  }

  for (let companyId = 1; companyId <= flooding; companyId += 1)
    for (const shard of [0, 1, 2])
      turns.add(companyId, `${companyId} ${shard}`, { companyId, ms: 100, events: 60, isFlood: true });
  for (let n = 0; n < quiet; n += 1) {
    const companyId = 100 + n;
    const write = () => {
      addedAt.set(`${companyId}`, Date.now());
      turns.add(companyId, `${companyId}`, { companyId, ms: 30, events: 1, isFlood: false });
      start();
    };
    setTimeout(() => setInterval(write, 250), n * 25);
  }
  start();
  await vi.advanceTimersByTimeAsync(21_000);
  pacing.stop();
  return seen;
}

describe('pacing', () => {
  it('lets heavy companies work one at a time and rest, and quiet ones never wait [RL-06]', async () => {
    const { mostFloods, floodMs, longestWaitMs, done } = await simulate({ flooding: 2, quiet: 9 });
    expect({ mostFloods, longestWaitMs }).toEqual({ mostFloods: 1, longestWaitMs: 0 });
    // Two thirds of the time, and a task that the first second began.
    expect(floodMs).toBeLessThanOrEqual((20_000 * 2) / 3 + 100);
    // None of them starves.
    expect(done.get(1)).toBeGreaterThan(50);
    expect(Math.abs(done.get(1)! - done.get(2)!)).toBeLessThan(10);
  });

  it('does not hold back a company that is alone [RL-06]', async () => {
    const { mostFloods, floodMs } = await simulate({ flooding: 1, quiet: 0 });
    expect({ mostFloods, floodMs }).toEqual({ mostFloods: 3, floodMs: 3 * 20_000 });
  });
});
