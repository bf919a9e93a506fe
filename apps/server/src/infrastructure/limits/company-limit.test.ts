import { expect, it } from 'vitest';
import { Busy } from '../tokens/concurrency-limit.ts';
import { createCompanyLimit } from './company-limit.ts';

/** Work that ends when the test says so. */
function createWork() {
  const ended = Promise.withResolvers<string>();
  const started = Promise.withResolvers<void>();
  const work = () => {
    started.resolve();
    return ended.promise;
  };
  return { work, end: ended.resolve, started: started.promise };
}

it('a company alone leaves a slot and half of the queue to the others, which are served at once', async () => {
  const limited = createCompanyLimit({ atOnce: 2, waiting: 4 });
  const busy = Array.from({ length: 3 }, createWork);
  const results = busy.map(({ work }) => limited(1, work));
  // One runs and two wait; a third would take more than half of the queue.
  await expect(limited(1, async () => 'more')).rejects.toThrow(Busy);
  expect(await limited(2, async () => 'of another company')).toBe('of another company');
  for (const [n, { end, started }] of busy.entries()) {
    await started;
    end(`result ${n}`);
  }
  expect(await Promise.all(results)).toEqual(['result 0', 'result 1', 'result 2']);
});

it('work that fails frees its slot', async () => {
  const limited = createCompanyLimit({ atOnce: 1, waiting: 4 });
  await expect(limited(1, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(await limited(1, async () => 'next')).toBe('next');
});
