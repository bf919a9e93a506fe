import { expect, it } from 'vitest';
import { createChecker, newResult, requireComparison, type Checker } from './scenario.ts';

const brokenAfter = (observe: (checker: Checker) => unknown): string[] => {
  const result = newResult('XX-01');
  observe(createChecker(result));
  requireComparison(result);
  return result.broken;
};

it('a scenario that compares nothing is broken, also with figures', () => {
  expect(brokenAfter((checker) => checker.figure('kills 20'))).toEqual(['nothing was compared']);
  expect(brokenAfter(() => {})).toEqual(['nothing was compared']);
});

it('a scenario that cannot be played on this machine is not broken', () => {
  expect(brokenAfter((checker) => checker.skip('needs root'))).toEqual([]);
});

it('a comparison fails with another value, below its least or above its most, and with none', () => {
  expect(brokenAfter((checker) => checker.is('lost', 0, 0).atLeast('kills', 3, 3).atMost('slowest', 9, 9))).toEqual([]);
  expect(brokenAfter((checker) => checker.is('lost', 1, 0))).toHaveLength(1);
  expect(brokenAfter((checker) => checker.atLeast('kills', 2, 3))).toHaveLength(1);
  expect(brokenAfter((checker) => checker.atMost('slowest', 10, 9))).toHaveLength(1);
  expect(brokenAfter((checker) => checker.atMost('slowest', Number.NaN, 9))).toHaveLength(1);
});
