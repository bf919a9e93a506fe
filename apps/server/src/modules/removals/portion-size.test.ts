import { expect, it } from 'vitest';
import { nextLimit } from './portion-size.ts';

it.each([
  ['grows to twice the size while portions are fast', 200, 10, 400],
  ['stays where a portion takes the aimed time', 500, 100, 500],
  ['shrinks in proportion when a portion was slow', 1000, 400, 250],
  ['never falls below a few rows', 40, 5000, 20],
  ['never exceeds what stays far below a second', 1000, 1, 1000],
])('the size of a portion %s [F-C2]', (_, limit, tookMs, next) => expect(nextLimit(limit, tookMs)).toBe(next));
