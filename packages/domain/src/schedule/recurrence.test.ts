import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockTimeIn } from '../access/work-hours.ts';
import { dateIn, instantOf, type SpecialDay } from '../hours/hours.ts';
import {
  addDays,
  candidateAt,
  dayShifts,
  firstOccurrence,
  intervalUnits,
  isWorkingDay,
  nextOccurrence,
  stepBefore,
  occurrencesOf,
  type Recurrence,
} from './recurrence.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const rule = (local: string, given: Partial<Recurrence> = {}): Recurrence => ({
  anchor: instantOf(local, given.timeZone ?? SAO_PAULO),
  timeZone: SAO_PAULO,
  unit: 'days',
  interval: 1,
  count: 1000,
  shift: 'keep',
  holidays: [],
  ...given,
});
const localOf = (at: Date, timeZone: string) => `${dateIn(timeZone, at)}T${clockTimeIn(timeZone, at)}`;
const dates = (given: Recurrence, limit: number) =>
  occurrencesOf(given, limit).map(({ at }) => localOf(at, given.timeZone));

describe('dates of a schedule [M-235] [SC-05]', () => {
  it.each<[string, Recurrence, string[]]>([
    ['a single message', rule('2027-01-31T09:00', { interval: 0, count: 9 }), ['2027-01-31T09:00']],
    [
      'months from the 31st end with the month, and return to the 31st',
      rule('2027-01-31T09:00', { unit: 'months' }),
      ['2027-01-31T09:00', '2027-02-28T09:00', '2027-03-31T09:00', '2027-04-30T09:00', '2027-05-31T09:00'],
    ],
    [
      'months over a leap year',
      rule('2027-12-31T09:00', { unit: 'months', interval: 2 }),
      ['2027-12-31T09:00', '2028-02-29T09:00', '2028-04-30T09:00', '2028-06-30T09:00'],
    ],
    [
      'twelve months from 29 February',
      rule('2028-02-29T09:00', { unit: 'months', interval: 12 }),
      ['2028-02-29T09:00', '2029-02-28T09:00', '2030-02-28T09:00', '2031-02-28T09:00', '2032-02-29T09:00'],
    ],
    [
      'weeks',
      rule('2026-12-24T18:30', { unit: 'weeks', interval: 2 }),
      ['2026-12-24T18:30', '2027-01-07T18:30', '2027-01-21T18:30'],
    ],
    [
      'days keep the local time when the clock changes',
      rule('2027-03-13T09:00', { timeZone: 'America/New_York' }),
      ['2027-03-13T09:00', '2027-03-14T09:00', '2027-03-15T09:00'],
    ],
    [
      'minutes count in real time when the clock changes',
      rule('2027-03-14T01:00', { timeZone: 'America/New_York', unit: 'minutes', interval: 45 }),
      ['2027-03-14T01:00', '2027-03-14T01:45', '2027-03-14T03:30'],
    ],
    [
      'a time that the clock skips is the instant of the change',
      rule('2027-03-13T02:30', { timeZone: 'America/New_York' }),
      ['2027-03-13T02:30', '2027-03-14T03:00', '2027-03-15T02:30'],
    ],
    [
      'a midnight that the clock skips stays on its day',
      rule('2026-09-05T00:00', { timeZone: 'America/Santiago' }),
      ['2026-09-05T00:00', '2026-09-06T01:00', '2026-09-07T00:00'],
    ],
  ])('%s', (_, given, expected) => expect(dates(given, expected.length)).toEqual(expected));

  it('are as many as the schedule sends [SC-07]', () => {
    expect(dates(rule('2027-01-31T09:00', { count: 3 }), 100)).toHaveLength(3);
    expect(dates(rule('2027-01-31T09:00', { count: 3 }), 2)).toHaveLength(2);
  });

  it('keep the seconds of the first date', () => {
    const anchor = new Date('2027-01-31T12:00:17.500Z');
    const [, second] = occurrencesOf({ ...rule('2027-01-31T09:00', { unit: 'months' }), anchor }, 2);
    expect(second!.at.toISOString()).toBe('2027-02-28T12:00:17.500Z');
  });
});

describe('dates that are no working day [M-236] [SC-06]', () => {
  const christmas: SpecialDay[] = [
    { day: '12-25', hours: null },
    { day: '2026-12-24', hours: [{ start: '08:00', end: '12:00' }] },
    { day: '2026-12-28', hours: null },
  ];
  // 2026-12-25 is a Friday, 26 and 27 are the weekend, 28 is a holiday, 24 is open in the morning.
  it.each<[string, Partial<Recurrence>, string, string]>([
    ['stay', { shift: 'keep' }, '2026-12-26T10:00', '2026-12-26T10:00'],
    ['move before Saturday', { shift: 'before' }, '2026-11-14T10:00', '2026-11-13T10:00'],
    ['move before Sunday', { shift: 'before' }, '2026-11-15T10:00', '2026-11-13T10:00'],
    ['move behind Saturday', { shift: 'after' }, '2026-11-14T10:00', '2026-11-16T10:00'],
    ['move behind Sunday', { shift: 'after' }, '2026-11-15T10:00', '2026-11-16T10:00'],
    ['move before a holiday and its weekend', { shift: 'before' }, '2026-12-27T10:00', '2026-12-24T10:00'],
    ['move behind a holiday and its weekend', { shift: 'after' }, '2026-12-25T10:00', '2026-12-29T10:00'],
    ['stay on a working day', { shift: 'after' }, '2026-12-24T10:00', '2026-12-24T10:00'],
  ])('%s', (_, given, local, expected) => {
    const first = firstOccurrence(rule(local, { holidays: christmas, ...given }));
    expect(localOf(first.at, SAO_PAULO)).toBe(expected);
    expect(first.movedFrom).toBe(local === expected ? null : local.slice(0, 10));
  });

  it('are dropped when they would not be later than the date before', () => {
    expect(dates(rule('2026-11-12T10:00', { shift: 'before' }), 4)).toEqual([
      '2026-11-12T10:00',
      '2026-11-13T10:00',
      '2026-11-16T10:00',
      '2026-11-17T10:00',
    ]);
    expect(dates(rule('2026-11-13T10:00', { shift: 'after' }), 3)).toEqual([
      '2026-11-13T10:00',
      '2026-11-16T10:00',
      '2026-11-17T10:00',
    ]);
  });

  it('stay when no working day is near', () => {
    const closed = Array.from({ length: 366 }, (_, n) => ({ day: addDays('2028-01-01', n).slice(5), hours: null }));
    expect(dates(rule('2026-11-14T10:00', { shift: 'before', holidays: closed }), 1)).toEqual(['2026-11-14T10:00']);
  });
});

const RUNS = process.env['PROOF'] === 'full' ? 100_000 : 1_000;
const TIMEOUT_MS = RUNS * 120;
describe('comparison with a slow reference', () => {
  const MINUTE_MS = 60_000;
  const HOUR_MS = 60 * MINUTE_MS;
  const formatterOf = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  interface ClockChange {
    timeZone: string;
    /** Every minute of the six hours around the change, with the local time that a clock shows. */
    minutes: { at: number; local: string }[];
  }
  /** Every change of a clock in two years, found by comparing the local time of consecutive half hours. */
  function changesOf(timeZone: string): ClockChange[] {
    const format = formatterOf(timeZone);
    const localAt = (at: number) => format.format(at).replace(' ', 'T');
    const offsetAt = (at: number) => Date.parse(`${localAt(at)}:00Z`) - at;
    const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)];
    const changes: ClockChange[] = [];
    let offset = offsetAt(from);
    for (let day = from; day < to; day += 24 * HOUR_MS) {
      const former = offset;
      offset = offsetAt(day + 24 * HOUR_MS);
      if (offset === former) continue;
      let change = day;
      while (offsetAt(change) === former) change += 30 * MINUTE_MS;
      const minutes = Array.from({ length: 361 }, (_, n) => change + (n - 180) * MINUTE_MS);
      changes.push({ timeZone, minutes: minutes.map((at) => ({ at, local: localAt(at) })) });
    }
    return changes;
  }
  /** The first minute that shows the time; of a skipped one, the first that shows a later time. */
  const expectedAt = ({ minutes }: ClockChange, local: string): number | undefined =>
    (minutes.find((minute) => minute.local === local) ?? minutes.find((minute) => minute.local > local))?.at;

  /** Dates from which this many days, weeks or months lead to a date; the last day of a month also follows the 31st. */
  function anchorsOf(date: string, unit: 'days' | 'weeks' | 'months', count: number): string[] {
    if (unit !== 'months') return [addDays(date, unit === 'weeks' ? -7 * count : -count)];
    const [year, month, day] = date.split('-').map(Number) as [number, number, number];
    const isLast = addDays(date, 1).endsWith('-01');
    return [...new Set(isLast ? [day, 31] : [day])].flatMap((monthDay) => {
      const before = new Date(Date.UTC(year, month - 1 - count, monthDay));
      return before.getUTCDate() === monthDay ? [before.toISOString().slice(0, 10)] : [];
    });
  }

  it('is equal at every change of the clock in every time zone', { timeout: TIMEOUT_MS }, () => {
    const compared = { days: 0, weeks: 0, months: 0, shorterMonths: 0 };
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      for (const change of changesOf(timeZone)) {
        const date = change.minutes[180]!.local.slice(0, 10);
        const times = Array.from({ length: 16 }, (_, half) => half * 30).flatMap((minute) => {
          const local = new Date(Date.parse(`${change.minutes[0]!.local}:00Z`) + (minute - 30) * MINUTE_MS);
          const text = local.toISOString().slice(0, 16);
          return change.minutes.some((entry) => entry.local <= text) && text.startsWith(date) ? [text] : [];
        });
        for (const local of times) {
          const expected = expectedAt(change, local);
          if (expected === undefined || expected === change.minutes[0]!.at) continue;
          // An anchor some days, weeks or months before, so that this date is one of the recurrence.
          for (const [unit, interval, step] of [
            ['days', 1, 9],
            ['days', 3, 5],
            ['weeks', 1, 2],
            ['months', 1, 1],
            ['months', 5, 2],
          ] as const) {
            for (const before of anchorsOf(date, unit, interval * step)) {
              const given = rule(`${before}${local.slice(10)}`, { timeZone, unit, interval });
              // The anchor itself must not be a skipped time.
              if (localOf(given.anchor, timeZone) !== `${before}${local.slice(10)}`) continue;
              expect([timeZone, unit, local, +candidateAt(given, step).at]).toEqual([timeZone, unit, local, expected]);
              compared[unit] += 1;
              if (before.endsWith('-31') && !date.endsWith('-31')) compared.shorterMonths += 1;
            }
          }
        }
      }
    }
    const { shorterMonths, ...units } = compared;
    for (const count of Object.values(units)) expect(count).toBeGreaterThan(2000);
    expect(shorterMonths).toBeGreaterThan(0);
  });

  const zones = ['America/Sao_Paulo', 'America/New_York', 'America/Santiago', 'Europe/Lisbon', 'Australia/Lord_Howe'];
  const anyRule = fc.record({
    anchor: fc
      .integer({ min: 0, max: 2000 * 1440 })
      .map((minute) => new Date(Date.UTC(2024, 0, 1) + minute * MINUTE_MS)),
    timeZone: fc.constantFrom(...zones),
    unit: fc.constantFrom(...intervalUnits),
    interval: fc.integer({ min: 1, max: 400 }),
    count: fc.integer({ min: 1, max: 30 }),
    shift: fc.constantFrom(...dayShifts),
    holidays: fc.array(
      fc.record({
        day: fc.integer({ min: 0, max: 365 }).map((n) => addDays('2028-01-01', n).slice(5)),
        hours: fc.constantFrom(null, [{ start: '08:00', end: '12:00' }]),
      }),
      { maxLength: 12 },
    ),
  });

  /** The day of the month or week counted one day at a time. */
  function slowDate(given: Recurrence, step: number): string {
    const start = dateIn(given.timeZone, given.anchor);
    if (given.unit === 'months') {
      let [year, month] = start.split('-').map(Number) as [number, number];
      for (let n = 0; n < step * given.interval; n += 1)
        [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
      let day = Number(start.slice(8));
      const text = () => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      // A date that does not exist is parsed as one of the next month.
      while (new Date(`${text()}T00:00:00Z`).getUTCDate() !== day) day -= 1;
      return text();
    }
    let date = start;
    for (let n = 0; n < step * given.interval * (given.unit === 'weeks' ? 7 : 1); n += 1) date = addDays(date, 1);
    return date;
  }

  it(
    'is equal for any rule: strictly increasing, pure, moved to the adjacent working day, ended by the count [PB-14]',
    { timeout: TIMEOUT_MS },
    () => {
      fc.assert(
        fc.property(anyRule, fc.integer({ min: 0, max: 12 }), (given, steps) => {
          const all = occurrencesOf(given, 1000);
          expect(all.length).toBeLessThanOrEqual(given.count);
          for (const [n, { at, step }] of all.entries()) {
            if (n > 0) expect(+at).toBeGreaterThan(+all[n - 1]!.at);
            // The date of a step does not depend on the dates before it.
            expect(candidateAt(given, step).at).toEqual(at);
          }
          const candidate = candidateAt(given, steps);
          const date = dateIn(given.timeZone, candidate.at);
          const plain =
            given.unit === 'minutes'
              ? dateIn(given.timeZone, new Date(+given.anchor + steps * given.interval * MINUTE_MS))
              : slowDate(given, steps);
          if (given.shift === 'keep') expect(date).toBe(plain);
          else {
            const direction = given.shift === 'before' ? -1 : 1;
            let expected = plain;
            while (!isWorkingDay(given.holidays, expected)) expected = addDays(expected, direction);
            expect(date).toBe(expected);
            expect(candidate.movedFrom).toBe(expected === plain ? null : plain);
          }
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('finds a step that is not behind an instant', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 0, max: 3000 }), (given, days) => {
        const at = new Date(+given.anchor + days * 24 * HOUR_MS);
        const step = stepBefore(given, at);
        expect(step === 0 || candidateAt({ ...given, shift: 'keep' }, step).at <= at).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('drops a candidate exactly when an earlier one is not before it', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(anyRule, (given) => {
        const rare = { ...given, count: 12 };
        const remaining = occurrencesOf(rare, 12);
        const last = remaining.at(-1)!.step;
        if (last > 2000) return;
        let latest = -Infinity;
        const expected: number[] = [];
        for (let step = 0; step <= last; step += 1) {
          const at = +candidateAt(rare, step).at;
          if (at > latest) expected.push(step);
          latest = Math.max(latest, at);
        }
        expect(remaining.map(({ step }) => step)).toEqual(expected);
        expect(nextOccurrence({ ...rare, interval: 0 }, remaining[0]!)).toBeUndefined();
      }),
      { numRuns: RUNS / 4 },
    );
  });
});
