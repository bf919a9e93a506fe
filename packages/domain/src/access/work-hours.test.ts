import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canSignInAt, clockTimeIn, isWorking } from './work-hours.ts';

const DAY_MINUTES = 24 * 60;
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

describe('work hours', () => {
  it.each([
    ['08:00', '18:00', '12:00', true],
    ['08:00', '18:00', '07:59', false],
    ['08:00', '18:00', '08:00', true],
    ['08:00', '18:00', '18:00', true],
    ['08:00', '18:00', '18:01', false],
    ['00:00', '23:59', '00:00', true],
    ['00:00', '23:59', '23:59', true],
    // Equal times mean all day.
    ['09:00', '09:00', '09:00', true],
    ['09:00', '09:00', '03:00', true],
    ['00:00', '00:00', '23:59', true],
    // Overnight.
    ['22:00', '06:00', '23:30', true],
    ['22:00', '06:00', '00:00', true],
    ['22:00', '06:00', '06:00', true],
    ['22:00', '06:00', '06:01', false],
    ['22:00', '06:00', '21:59', false],
    ['22:00', '06:00', '22:00', true],
    ['00:01', '00:00', '12:00', true],
  ])('from %s to %s: %s is within = %s', (startWork, endWork, now, expected) => {
    expect(isWorking({ startWork, endWork }, now)).toBe(expected);
  });

  it('match a table of every minute of the day', () => {
    const minute = fc.nat(DAY_MINUTES - 1);
    fc.assert(
      fc.property(minute, minute, (start, end) => {
        const working = new Set<number>();
        // Every minute from start to end, both included, across midnight.
        if (start === end) for (let m = 0; m < DAY_MINUTES; m++) working.add(m);
        else for (let m = start; ; m = (m + 1) % DAY_MINUTES) if (working.add(m).has(end)) break;
        for (let now = 0; now < DAY_MINUTES; now++) {
          if (isWorking({ startWork: clock(start), endWork: clock(end) }, clock(now)) !== working.has(now))
            return false;
        }
        return true;
      }),
      {
        numRuns: 300,
        examples: [
          [0, 0],
          [0, DAY_MINUTES - 1],
          [DAY_MINUTES - 1, 0],
          [1, 0],
        ],
      },
    );
  });
});

describe('sign-in time', () => {
  const night = { startWork: '22:00', endWork: '06:00' };
  it('is limited to the work hours for users', () => {
    expect(canSignInAt({ ...night, profile: 'user' }, '23:00')).toBe(true);
    expect(canSignInAt({ ...night, profile: 'user' }, '12:00')).toBe(false);
  });
  it('is not limited for admins', () => {
    expect(canSignInAt({ ...night, profile: 'admin' }, '12:00')).toBe(true);
  });
});

describe('clock time of a time zone', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-15T03:00:00Z', '00:00'],
    ['America/Sao_Paulo', '2026-11-15T02:59:59Z', '23:59'],
    ['UTC', '2026-11-15T00:00:00Z', '00:00'],
    ['UTC', '2026-11-15T23:59:59Z', '23:59'],
    ['Asia/Kolkata', '2026-11-15T00:00:00Z', '05:30'],
    // Lisbon has daylight saving time.
    ['Europe/Lisbon', '2026-01-15T12:00:00Z', '12:00'],
    ['Europe/Lisbon', '2026-07-15T12:00:00Z', '13:00'],
  ])('in %s at %s it is %s', (zone, now, expected) => {
    expect(clockTimeIn(zone, new Date(now))).toBe(expected);
  });
});
