import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../kit/durations.ts';
import { daysLeft, isEnding, isOverdue, OWNER_COMPANY_ID } from './subscription.ts';

const now = new Date('2026-11-15T12:00:00Z');
const dueIn = (days: number, more = 0) => new Date(+now + days * DAY_MS + more);
const company = (dueDate: Date, companyId = 7) => ({ companyId, dueDate });

describe('overdue subscription [M-029]', () => {
  it.each([
    ['in a year', dueIn(365), false],
    ['in a millisecond', dueIn(0, 1), false],
    ['now', dueIn(0), true],
    ['a millisecond ago', dueIn(0, -1), true],
    ['a year ago', dueIn(-365), true],
  ])('due %s', (_, dueDate, expected) => {
    expect(isOverdue(company(dueDate), now)).toBe(expected);
  });

  it('never applies to company 1', () => {
    expect(OWNER_COMPANY_ID).toBe(1);
    expect(isOverdue(company(dueIn(-3650), 1), now)).toBe(false);
    expect(isEnding(company(dueIn(1), 1), now)).toBe(false);
    expect(isEnding(company(dueIn(-3650), 1), now)).toBe(false);
  });
});

describe('warning when fewer than five days remain [M-004]', () => {
  it.each([
    [5, 0, 5, false],
    [5, -1, 4, true],
    [4, 0, 4, true],
    [1, 0, 1, true],
    [0, 1, 0, true],
    [30, 0, 30, false],
    // After the due date another message is shown.
    [0, 0, 0, false],
    [0, -1, -1, false],
    [-3, 0, -3, false],
  ])('%i days and %i ms: %i days left, warned: %s', (days, more, remainingDays, warned) => {
    expect(daysLeft(company(dueIn(days, more)), now)).toBe(remainingDays);
    expect(isEnding(company(dueIn(days, more)), now)).toBe(warned);
  });
});
