import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCompanyTurns, isWithinShare } from './company-turns.ts';

const SEED = 20_261_116;

type Step = { type: 'add'; companyId: number; task: number } | { type: 'start' } | { type: 'finish'; nth: number };
const steps = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('add' as const),
      companyId: fc.integer({ min: 1, max: 6 }),
      task: fc.nat({ max: 9 }),
    }),
    fc.record({ type: fc.constant('start' as const) }),
    fc.record({ type: fc.constant('finish' as const), nth: fc.nat({ max: 20 }) }),
  ),
  { maxLength: 200 },
);

/** Plays the steps; `onStart` sees each start together with the keys that waited before it. */
function play(
  slots: number,
  all: Step[],
  onStart: (started: { companyId: number; key: string }, waiting: Map<string, number>, running: string[]) => void,
) {
  const turns = createCompanyTurns<number>({ slots });
  const waiting = new Map<string, number>();
  const running: string[] = [];
  for (const step of all) {
    if (step.type === 'add') {
      const key = `${step.companyId} ${step.task}`;
      turns.add(step.companyId, key, step.task);
      waiting.set(key, step.companyId);
    } else if (step.type === 'finish') {
      const [key] = running.splice(step.nth % Math.max(1, running.length), 1);
      if (key !== undefined) turns.finish(key);
    } else {
      const started = turns.start();
      if (!started) continue;
      onStart(started, waiting, running);
      waiting.delete(started.key);
      running.push(started.key);
    }
  }
  return { turns, waiting, running };
}

describe('turns of companies', () => {
  it('let a company wait for at most one start of each other company [F-H6] [RL-06]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (slots, all) => {
        /** Starts of each other company since this one waits without a running task. */
        const startsWhileWaiting = new Map<number, Map<number, number>>();
        play(slots, all, ({ companyId }, waiting, running) => {
          const isRunning = (id: number) => running.some((key) => key.startsWith(`${id} `));
          for (const waitingId of new Set(waiting.values())) {
            if (waitingId === companyId || isRunning(waitingId)) {
              startsWhileWaiting.delete(waitingId);
              continue;
            }
            const starts = startsWhileWaiting.get(waitingId) ?? new Map<number, number>();
            starts.set(companyId, (starts.get(companyId) ?? 0) + 1);
            startsWhileWaiting.set(waitingId, starts);
            expect(starts.get(companyId)).toBeLessThanOrEqual(1);
          }
        });
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('never exceed the slots, and never run one key twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (slots, all) => {
        play(slots, all, ({ key }, _, running) => {
          expect(running).not.toContain(key);
          expect(running.length).toBeLessThan(slots);
        });
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('start every task in the end: nothing is lost', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), steps, (slots, all) => {
        const { turns, waiting, running } = play(slots, all, () => {});
        for (const key of running) turns.finish(key);
        for (let item = turns.start(); item; item = turns.start()) {
          waiting.delete(item.key);
          turns.finish(item.key);
        }
        expect([[...waiting.keys()], turns.waiting, turns.running]).toEqual([[], 0, 0]);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('leave as many slots free as one company uses, so two busy companies never hold all of them [F-H6]', () => {
    const turns = createCompanyTurns<number>({ slots: 16 });
    const fill = (companyId: number) => {
      let count = 0;
      for (let n = 0; n < 100; n += 1) turns.add(companyId, `${companyId} ${n}`, n);
      while (turns.start((task) => task >= 0)) count += 1;
      turns.removeWhere(() => true);
      return count;
    };
    expect([fill(1), fill(2), fill(3), fill(4), fill(5), fill(6)]).toEqual([8, 4, 2, 1, 1, 0]);
  });

  it('keep capacity for the waiting tasks of other companies', () => {
    const turns = createCompanyTurns<number>({ slots: 1, maxWaiting: 100 });
    const fill = (companyId: number) =>
      Array.from({ length: 200 }, (_, n) => turns.add(companyId, `${companyId} ${n}`, n)).filter(Boolean).length;
    expect([fill(1), fill(2), fill(3)]).toEqual([50, 25, 13]);
  });
});

it('a share is refused to a company that uses nothing only when nothing is free', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), (used, max) => {
      expect(isWithinShare({ own: 0, used, max })).toBe(used < max);
    }),
    { seed: SEED },
  );
});
