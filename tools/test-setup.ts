/** Set-up of every test file: the seed of all random values, and no second try for tests about concurrency. */
import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { isRace } from './retries.ts';

fc.configureGlobal({ seed: Number(process.env['TEST_SEED']) });

beforeEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) > 0 && isRace(`${task.suite?.name ?? ''} ${task.name}`, task.file.name))
    throw new Error('A test about concurrency has no second try; its failure is above.');
});
