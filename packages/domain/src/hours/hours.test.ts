import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterOpenMinutes,
  dateIn,
  isAway,
  instantOf,
  nextOpening,
  openness,
  weekdays,
  type DayHours,
  type SpecialDay,
} from './hours.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const day = (weekdayEn: DayHours['weekdayEn'], a: string, b = '-'): DayHours => {
  const [startTimeA = '', endTimeA = ''] = a.split('-');
  const [startTimeB = '', endTimeB = ''] = b.split('-');
  return { weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB };
};
const office = weekdays.slice(0, 5).map((name) => day(name, '08:00-12:00', '13:00-18:00'));
const at = (local: string, timeZone = SAO_PAULO) => instantOf(local, timeZone);
const status = (local: string, schedules: DayHours[] = office, holidays: SpecialDay[] = []) =>
  openness({ schedules, holidays, timeZone: SAO_PAULO }, at(local));

describe('business hours in the time zone of the company [M-148]', () => {
  // 2026-11-13 is a Friday.
  it.each([
    ['2026-11-13T07:59', 'outside'],
    ['2026-11-13T08:00', 'open'],
    ['2026-11-13T12:00', 'open'],
    ['2026-11-13T12:01', 'outside'],
    ['2026-11-13T12:59', 'outside'],
    ['2026-11-13T13:00', 'open'],
    ['2026-11-13T18:00', 'open'],
    ['2026-11-13T18:05', 'outside'],
    ['2026-11-13T23:59', 'outside'],
    ['2026-11-16T00:00', 'outside'],
  ])('%s is %s', (local, expected) => expect(status(local)).toBe(expected));

  it('are open on a day without hours, and without any hours', () => {
    expect([status('2026-11-14T03:00'), status('2026-11-13T03:00', [])]).toEqual(['open', 'open']);
  });

  it.each([
    ['a shift with an empty start begins at midnight', '-12:00', '2026-11-13T00:00', 'open'],
    ['a shift with an empty end does not exist', '08:00-', '2026-11-13T09:00', 'outside'],
    ['equal times mean one minute: open in it', '09:00-09:00', '2026-11-13T09:00', 'open'],
    ['equal times mean one minute: closed in the next', '09:00-09:00', '2026-11-13T09:01', 'outside'],
    ['a shift includes the last minute of the day', '00:00-23:59', '2026-11-13T23:59', 'open'],
  ])('%s', (_, shift, local, expected) => expect(status(local, [day('friday', shift)])).toBe(expected));

  it.each([
    ['before its start', '2026-11-13T17:59', 'outside'],
    ['at its start', '2026-11-13T18:00', 'open'],
    ['in the last minute of the day', '2026-11-13T23:59', 'open'],
    ['at midnight', '2026-11-14T00:00', 'open'],
    ['at its end', '2026-11-14T02:00', 'open'],
    ['after its end', '2026-11-14T02:01', 'outside'],
    ['in the night before it', '2026-11-13T01:00', 'outside'],
    ['in the night after another weekday', '2026-11-15T01:00', 'outside'],
  ])('are open over midnight in a shift that ends before its start: %s [F-L8]', (_, local, expected) => {
    const days = weekdays.map((name) => (name === 'friday' ? day(name, '18:00-02:00') : day(name, '08:00-12:00')));
    expect(status(local, days)).toBe(expected);
  });

  it('end at midnight before a special day, and continue after the night of one [F-L8]', () => {
    const days = weekdays.map((name) => day(name, '18:00-02:00'));
    const closed = [{ day: '2026-11-14', hours: null }];
    expect([status('2026-11-14T01:00', days, closed), status('2026-11-15T01:00', days, closed)]).toEqual([
      'holiday',
      'outside',
    ]);
    const party = [{ day: '2026-11-14', hours: [{ start: '20:00', end: '04:00' }] }];
    expect([status('2026-11-14T23:00', days, party), status('2026-11-15T03:00', days, party)]).toEqual([
      'open',
      'open',
    ]);
  });

  it('are not counted over midnight into a special day, nor offered as the next opening in it [F-L8]', () => {
    const schedules = weekdays.map((name) => day(name, '18:00-02:00'));
    const holidays = [{ day: '2026-11-14', hours: null }];
    const hours = { schedules, holidays, timeZone: SAO_PAULO };
    expect(nextOpening(hours, at('2026-11-14T01:00'))).toEqual(at('2026-11-15T18:00'));
    // Half an hour on Friday evening, the rest on Sunday evening.
    expect(afterOpenMinutes(hours, at('2026-11-13T23:30'), 60)).toEqual(at('2026-11-15T18:30'));
    expect(nextOpening({ ...hours, holidays: [] }, at('2026-11-14T02:30'))).toEqual(at('2026-11-14T18:00'));
  });

  it('apply only the second shift when the first is empty', () => {
    expect(status('2026-11-13T14:00', [day('friday', '-', '13:00-18:00')])).toBe('open');
  });

  it.each<[string, SpecialDay[], string, string]>([
    ['a holiday is closed all day', [{ day: '2026-11-13', hours: null }], '2026-11-13T09:00', 'holiday'],
    ['a yearly holiday is closed in any year', [{ day: '12-25', hours: null }], '2026-12-25T09:00', 'holiday'],
    [
      'a holiday with hours is open at its hours',
      [{ day: '2026-11-13', hours: [{ start: '19:00', end: '20:00' }] }],
      '2026-11-13T19:30',
      'open',
    ],
    [
      'a holiday with hours is closed at the usual hours',
      [{ day: '2026-11-13', hours: [{ start: '19:00', end: '20:00' }] }],
      '2026-11-13T09:00',
      'holiday',
    ],
    [
      'a date with a year has priority over a yearly date',
      [
        { day: '12-25', hours: null },
        { day: '2026-12-25', hours: [{ start: '09:00', end: '10:00' }] },
      ],
      '2026-12-25T09:30',
      'open',
    ],
    ['the day after a holiday has its usual hours', [{ day: '2026-11-12', hours: null }], '2026-11-13T09:00', 'open'],
  ])('%s', (_, holidays, local, expected) => expect(status(local, office, holidays)).toBe(expected));

  it('use the weekday and the date of the company, not of the server', () => {
    // 01:30 UTC on Saturday is 22:30 on Friday in São Paulo, and 10:30 on Saturday in Tokyo.
    const instant = new Date('2026-11-14T01:30:00Z');
    const late = [day('friday', '22:00-23:00')];
    const answer = (timeZone: string) => openness({ schedules: late, holidays: [], timeZone }, instant);
    expect([answer(SAO_PAULO), answer('Asia/Tokyo')]).toEqual(['open', 'open']);
    expect(
      openness({ schedules: [day('saturday', '22:00-23:00')], holidays: [], timeZone: 'Asia/Tokyo' }, instant),
    ).toBe('outside');
    expect([dateIn(SAO_PAULO, instant), dateIn('Asia/Tokyo', instant)]).toEqual(['2026-11-13', '2026-11-14']);
  });
});

describe('vacation [M-151]', () => {
  it.each([
    ['2026-12-19T23:59', false],
    ['2026-12-20T00:00', true],
    ['2026-12-27T12:00', true],
    ['2027-01-03T23:59', true],
    ['2027-01-04T00:00', false],
  ])('%s: %s', (local, expected) =>
    expect(isAway({ start: '2026-12-20', end: '2027-01-03' }, SAO_PAULO, at(local))).toBe(expected),
  );
  it('needs a start and an end', () => {
    const now = at('2026-12-27T12:00');
    expect(isAway({ start: '2026-12-20', end: null }, SAO_PAULO, now)).toBe(false);
    expect(isAway({ start: null, end: '2027-01-03' }, SAO_PAULO, now)).toBe(false);
  });
});

/** Every minute since midnight at which a shift is open: a slow reference implementation. */
function minutesOf(start: string, end: string): Set<number> {
  const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const open = new Set<number>();
  if (end === '') return open;
  const first = start === '' ? 0 : minute(start);
  // Minutes from 1440 on are those of the next day.
  const last = minute(end) < first ? minute(end) + 1440 : minute(end);
  for (let m = first; m <= last; m++) open.add(m);
  return open;
}

const RUNS = process.env['PROOF'] === 'full' ? 100_000 : 2_000;
const TIMEOUT_MS = RUNS * 5;
describe('comparison with a table of every minute [PB-15]', { timeout: TIMEOUT_MS }, () => {
  const clock = fc
    .integer({ min: 0, max: 1439 })
    .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
  const time = fc.oneof({ weight: 8, arbitrary: clock }, fc.constantFrom('', '00:00', '23:59'));
  const row = fc.record({
    weekdayEn: fc.constantFrom(...weekdays),
    startTimeA: time,
    endTimeA: time,
    startTimeB: time,
    endTimeB: time,
  });
  const rows = fc.uniqueArray(row, { selector: ({ weekdayEn }) => weekdayEn, maxLength: 7 });
  // Days without a daylight saving change in this zone, so that the table counts from midnight.
  const instants = fc.integer({ min: 0, max: 700 * 1440 }).map((m) => Date.UTC(2025, 0, 6, 3) + m * 60_000);
  const away = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: -3, max: 30 }));

  it('is equal for any hours, minute and vacation', () => {
    fc.assert(
      fc.property(rows, instants, away, (schedules, ms, [first, days]) => {
        const since = (ms - Date.UTC(2025, 0, 6, 3)) / 60_000;
        const [dayNumber, minute] = [Math.floor(since / 1440), since % 1440];
        // 2025-01-06 was a Monday.
        const onDay = (n: number) => schedules.find(({ weekdayEn }) => weekdayEn === weekdays[(n + 7) % 7]);
        const covers = (hours: DayHours | undefined, m: number) =>
          hours !== undefined &&
          (minutesOf(hours.startTimeA, hours.endTimeA).has(m) || minutesOf(hours.startTimeB, hours.endTimeB).has(m));
        const today = onDay(dayNumber);
        const isOpen = today === undefined || covers(today, minute) || covers(onDay(dayNumber - 1), minute + 1440);
        const result = openness({ schedules, holidays: [], timeZone: SAO_PAULO }, new Date(ms));
        expect(result).toBe(isOpen ? 'open' : 'outside');

        const date = (n: number) => new Date(Date.UTC(2025, 0, 6 + n)).toISOString().slice(0, 10);
        const isAbsent = dayNumber >= first && dayNumber <= first + days;
        expect(isAway({ start: date(first), end: date(first + days) }, SAO_PAULO, new Date(ms))).toBe(isAbsent);
      }),
      { numRuns: RUNS },
    );
  });

  it('has its next opening at the first open minute, special days included [F-L8]', () => {
    const special = fc.record({
      day: fc.integer({ min: 0, max: 8 }).map((n) => new Date(Date.UTC(2025, 0, 6 + n)).toISOString().slice(0, 10)),
      hours: fc.option(fc.array(fc.record({ start: clock, end: clock }), { maxLength: 2 })),
    });
    const specials = fc.uniqueArray(special, { selector: (given) => given.day, maxLength: 4 });
    const firstWeek = fc.integer({ min: 0, max: 6 * 1440 }).map((m) => Date.UTC(2025, 0, 6, 3) + m * 60_000);
    fc.assert(
      fc.property(rows, specials, firstWeek, (schedules, holidays, ms) => {
        // A shift of one minute is open, but no period.
        const isOneMinute = (start: string, end: string) => (start || '00:00') === end;
        fc.pre(
          !schedules.some(
            (row) => isOneMinute(row.startTimeA, row.endTimeA) || isOneMinute(row.startTimeB, row.endTimeB),
          ) && !holidays.some(({ hours }) => hours?.some(({ start, end }) => isOneMinute(start, end))),
        );
        const hours = { schedules, holidays, timeZone: SAO_PAULO };
        const opening = nextOpening(hours, new Date(ms));
        if (opening === undefined) return;
        expect(openness(hours, opening)).toBe('open');
        for (let minute = ms; minute < +opening; minute += 7 * 60_000)
          expect(openness(hours, new Date(minute))).not.toBe('open');
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('converts a local time to the instant at which a clock shows it', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(SAO_PAULO, 'Asia/Kolkata', 'Pacific/Auckland'), (ms, timeZone) => {
        const local = `${dateIn(timeZone, new Date(ms))}T${new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms)}`;
        const instant = instantOf(local, timeZone);
        // When clocks go back, the same local time occurs twice, one hour apart.
        expect(Math.abs(+instant - ms) % 3_600_000).toBe(0);
        expect(Math.abs(+instant - ms)).toBeLessThanOrEqual(3_600_000);
      }),
      { numRuns: 500 },
    );
  });
});
