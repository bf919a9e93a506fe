import { expect, it } from 'vitest';
import { Busy, createConcurrencyLimit } from './concurrency-limit.ts';

it('runs a bounded number of tasks, queues others in order and refuses the rest', async () => {
  const gate = createConcurrencyLimit({ atOnce: 2, waiting: 3 });
  const started: number[] = [];
  const work = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const runs = work.map((task, index) =>
    gate(() => {
      started.push(index);
      return task.promise;
    }),
  );
  await expect(gate(async () => 'late')).rejects.toThrow(Busy);
  expect(started).toEqual([0, 1]);

  work[1]!.resolve();
  await turn();
  expect(started).toEqual([0, 1, 2]);

  work[0]!.reject(new Error('a failed task frees its slot'));
  await expect(runs[0]).rejects.toThrow('a failed task');
  await turn();
  expect(started).toEqual([0, 1, 2, 3]);

  for (const task of work) task.resolve();
  await Promise.allSettled(runs);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  await expect(gate(async () => 'free again')).resolves.toBe('free again');
});

it('500 concurrent tasks never exceed the bound', async () => {
  const gate = createConcurrencyLimit({ atOnce: 4, waiting: 500 });
  let inside = 0;
  let peak = 0;
  await Promise.all(
    Array.from({ length: 500 }, () =>
      gate(async () => {
        peak = Math.max(peak, ++inside);
        await turn();
        inside -= 1;
      }),
    ),
  );
  expect({ peak, inside }).toEqual({ peak: 4, inside: 0 });
});

/** Resolves after all pending promise callbacks have run. */
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));
