import { expect, it } from 'vitest';
import { nextBatchSize } from './batch-size.ts';

const limits = { aimMs: 50, min: 20, max: 1000 };

it.each([
  ['grows to twice the size while batches are fast', 200, 10, 400],
  ['stays where a batch takes the aimed time', 500, 50, 500],
  ['shrinks in proportion when a batch was slow', 1000, 200, 250],
  ['never falls below the minimum', 40, 5000, 20],
  ['never exceeds the maximum', 1000, 1, 1000],
])('the size of a batch %s [F-C2]', (_, size, tookMs, next) =>
  expect(nextBatchSize({ size, tookMs, ...limits })).toBe(next),
);
