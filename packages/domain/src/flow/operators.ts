import { fold } from '../text/fold.ts';
import { numberOf } from './answers.ts';
import type { Operator } from './document.ts';

type Comparison = (order: number, left: string, right: string) => boolean;

/** Compares as numbers if both are numbers, else as text without case and accents. */
const comparisons: Record<Exclude<Operator, 'notEqual' | 'notContains' | 'notEmpty'>, Comparison> = {
  equal: (order) => order === 0,
  // Nothing is neither more nor less than something.
  atLeast: (order, left, right) => order >= 0 && left !== '' && right !== '',
  atMost: (order, left, right) => order <= 0 && left !== '' && right !== '',
  less: (order, left, right) => order < 0 && left !== '' && right !== '',
  greater: (order, left, right) => order > 0 && left !== '' && right !== '',
  contains: (_, left, right) => right !== '' && left.includes(right),
  startsWith: (_, left, right) => right !== '' && left.startsWith(right),
  endsWith: (_, left, right) => right !== '' && left.endsWith(right),
  empty: (_, left) => left === '',
};
const opposites = { notEqual: 'equal', notContains: 'contains', notEmpty: 'empty' } as const;

/** Operators that compare with nothing. */
export const needsNoValue = (operator: Operator): boolean => operator === 'empty' || operator === 'notEmpty';

/** Whether the comparison holds for one of the values; the opposite operators hold if it does for none. */
export function holds(values: readonly string[], operator: Operator, value: string): boolean {
  if (operator === 'notEqual' || operator === 'notContains' || operator === 'notEmpty')
    return !holds(values, opposites[operator], value);
  const right = fold(value.trim());
  return values.some((candidate) => {
    const left = fold(candidate.trim());
    return comparisons[operator](orderOf(left, right), left, right);
  });
}

function orderOf(left: string, right: string): number {
  const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)];
  if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber - rightNumber;
  return left === right ? 0 : left < right ? -1 : 1;
}
