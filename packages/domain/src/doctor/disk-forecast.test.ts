import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../kit/durations.ts';
import { daysUntilFull } from './disk-forecast.ts';

const now = new Date('2026-11-15T12:00:00Z');
/** Hourly samples up to now; `freeAt` gets the hours before now. */
const hourly = (hours: number, freeAt: (hoursAgo: number) => number) =>
  Array.from({ length: hours + 1 }, (_, ago) => ({ at: new Date(+now - ago * HOUR_MS), freeBytes: freeAt(ago) }));

describe('the forecast of a disk', () => {
  it('continues the growth of the last week', () => {
    expect(
      daysUntilFull(
        hourly(7 * 24, (ago) => 40 + ago * (10 / 24)),
        now,
      ),
    ).toBeCloseTo(4);
  });

  it('ignores what happened before the last week', () => {
    const samples = hourly(14 * 24, (ago) => (ago > 7 * 24 ? 1_000_000 : 40 + ago * (10 / 24)));
    expect(daysUntilFull(samples, now)).toBeCloseTo(4);
  });

  it('sees the growth behind a backup that is removed once a day', () => {
    // 5 bytes are taken during each day and 4 of them become free at its end.
    const days = daysUntilFull(
      hourly(7 * 24, (ago) => 20 + Math.floor(ago / 24) + ((ago % 24) / 24) * 5),
      now,
    );
    expect(days).toBeGreaterThan(10);
    expect(days).toBeLessThan(30);
  });

  it('is a year at most, also while space becomes free', () => {
    expect(
      daysUntilFull(
        hourly(48, () => 40),
        now,
      ),
    ).toBe(365);
    expect(
      daysUntilFull(
        hourly(48, (ago) => 400 - ago),
        now,
      ),
    ).toBe(365);
    expect(
      daysUntilFull(
        hourly(48, (ago) => 1_000_000 + ago),
        now,
      ),
    ).toBe(365);
  });

  it('is not given before a day has passed', () => {
    expect(daysUntilFull([], now)).toBeUndefined();
    expect(
      daysUntilFull(
        hourly(23, (ago) => 40 + ago),
        now,
      ),
    ).toBeUndefined();
    expect(
      daysUntilFull(
        hourly(24, (ago) => 40 + ago),
        now,
      ),
    ).toBeCloseTo(40 / 24);
  });
});
