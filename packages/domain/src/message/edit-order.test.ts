import { expect, it } from 'vitest';
import { isOlderEdit } from './edit-order.ts';

const edit = (second: number, version: number | null = null) => ({ at: new Date(second * 1000), version });

it('an edit is older by its number, else by its time [F-G7]', () => {
  expect(isOlderEdit(edit(9, 1), edit(5, 2))).toBe(true);
  expect(isOlderEdit(edit(5, 3), edit(9, 2))).toBe(false);
  expect(isOlderEdit(edit(5), edit(9, 2))).toBe(true);
  expect(isOlderEdit(edit(9), edit(5))).toBe(false);
  expect(isOlderEdit(edit(5), edit(5))).toBe(false);
});

it('an edit without a known time is never older [F-G7]', () => {
  expect(isOlderEdit(edit(0), edit(5))).toBe(false);
  expect(isOlderEdit(edit(5), { at: null, version: null })).toBe(false);
});
