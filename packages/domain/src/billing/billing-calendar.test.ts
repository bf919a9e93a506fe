import { describe, expect, it } from 'vitest';
import { nextCheck, nextPaidCheck, reminderDue } from './billing-calendar.ts';

describe('reminders', () => {
  it.each([
    [-21, undefined],
    [-6, undefined],
    [-5, -5],
    [-4, -5],
    [-3, undefined],
    [-1, -1],
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 3],
    [4, 3],
    [5, undefined],
    [7, 7],
    [8, 7],
    [9, undefined],
    [400, undefined],
  ])('%i days after the due day: %s', (days, reminder) => {
    expect(reminderDue(days)).toBe(reminder);
  });
});

describe('status checks of a charge', () => {
  const createdAt = new Date('2026-11-16T12:00:00Z');
  const expiresAt = new Date('2026-11-16T13:00:00Z');
  const afterMinutes = (minutes: number) => new Date(+createdAt + minutes * 60_000);

  it('come often at first, then daily until a week after the expiry', () => {
    const checks: number[] = [];
    let now = createdAt;
    for (;;) {
      const next = nextCheck({ createdAt, expiresAt }, now);
      if (!next) break;
      expect(+next).toBeGreaterThan(+now);
      checks.push((+next - +createdAt) / 60_000);
      now = next;
    }
    const day = 24 * 60;
    expect(checks).toEqual([1, 2, 5, 10, 30, 60, 360, ...[1, 2, 3, 4, 5, 6].map((n) => 360 + n * day)]);
  });

  it('of a paid one follow for four months, ever more rarely', () => {
    const days: number[] = [];
    for (let next = nextPaidCheck({ createdAt }, createdAt); next; next = nextPaidCheck({ createdAt }, next))
      days.push((+next - +createdAt) / (24 * 60 * 60_000));
    expect(days).toEqual([4, 10, 20, 40, 80, 130]);
  });

  it('go on after a pause of the server', () => {
    expect(nextCheck({ createdAt, expiresAt }, afterMinutes(45))).toEqual(afterMinutes(60));
    expect(nextCheck({ createdAt, expiresAt }, afterMinutes(30 * 24 * 60))).toBeUndefined();
  });
});
