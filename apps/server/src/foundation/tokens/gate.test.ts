import { expect, it } from 'vitest';
import { Busy, createGate } from './gate.ts';

it('lets so many in at once, keeps the order of the others, and turns away the rest', async () => {
  const gate = createGate({ atOnce: 2, waiting: 3 });
  const started: number[] = [];
  const work = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const runs = work.map((one, index) =>
    gate(() => {
      started.push(index);
      return one.promise;
    }),
  );
  await expect(gate(async () => 'late')).rejects.toThrow(Busy);
  expect(started).toEqual([0, 1]);

  work[1]!.resolve();
  await turn();
  expect(started).toEqual([0, 1, 2]);

  work[0]!.reject(new Error('one that fails also leaves'));
  await expect(runs[0]).rejects.toThrow('one that fails');
  await turn();
  expect(started).toEqual([0, 1, 2, 3]);

  for (const one of work) one.resolve();
  await Promise.allSettled(runs);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  await expect(gate(async () => 'free again')).resolves.toBe('free again');
});

it('hundreds at once never exceed the bound', async () => {
  const gate = createGate({ atOnce: 4, waiting: 500 });
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 500 }, () =>
      gate(async () => {
        most = Math.max(most, ++inside);
        await turn();
        inside -= 1;
      }),
    ),
  );
  expect({ most, inside }).toEqual({ most: 4, inside: 0 });
});

/** All promises that can settle have settled. */
const turn = (): Promise<void> => new Promise((done) => setImmediate(done));
