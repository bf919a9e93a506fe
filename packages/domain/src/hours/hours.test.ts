import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateIn, isAway, instantOf, openness, weekdays, type DayHours, type SpecialDay } from './hours.ts';

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

describe('open or closed, on the clock of the company [M-148]', () => {
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

  it('a day nobody wrote anything about, and no hours at all, are open', () => {
    expect([status('2026-11-14T03:00'), status('2026-11-13T03:00', [])]).toEqual(['open', 'open']);
  });

  it.each([
    ['an empty start is midnight', '-12:00', '2026-11-13T00:00', 'open'],
    ['an empty end never is', '08:00-', '2026-11-13T09:00', 'outside'],
    ['equal times are that one minute', '09:00-09:00', '2026-11-13T09:00', 'open'],
    ['and not the next', '09:00-09:00', '2026-11-13T09:01', 'outside'],
    ['an end before the start never is', '18:00-08:00', '2026-11-13T19:00', 'outside'],
    ['up to the last minute of the day', '00:00-23:59', '2026-11-13T23:59', 'open'],
  ])('%s', (_, shift, local, expected) => expect(status(local, [day('friday', shift)])).toBe(expected));

  it('only the second shift counts where the first is empty', () => {
    expect(status('2026-11-13T14:00', [day('friday', '-', '13:00-18:00')])).toBe('open');
  });

  it.each<[string, SpecialDay[], string, string]>([
    ['a holiday is closed all day', [{ day: '2026-11-13', hours: null }], '2026-11-13T09:00', 'holiday'],
    ['every year', [{ day: '12-25', hours: null }], '2026-12-25T09:00', 'holiday'],
    [
      'or open at hours of its own',
      [{ day: '2026-11-13', hours: [{ start: '19:00', end: '20:00' }] }],
      '2026-11-13T19:30',
      'open',
    ],
    [
      'and closed at the usual ones',
      [{ day: '2026-11-13', hours: [{ start: '19:00', end: '20:00' }] }],
      '2026-11-13T09:00',
      'holiday',
    ],
    [
      'this year says more than every year',
      [
        { day: '12-25', hours: null },
        { day: '2026-12-25', hours: [{ start: '09:00', end: '10:00' }] },
      ],
      '2026-12-25T09:30',
      'open',
    ],
    ['the day after is a day like others', [{ day: '2026-11-12', hours: null }], '2026-11-13T09:00', 'open'],
  ])('%s', (_, holidays, local, expected) => expect(status(local, office, holidays)).toBe(expected));

  it('the weekday and the date are those of the company, not of the server', () => {
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

describe('away for some days [M-151]', () => {
  it.each([
    ['2026-12-19T23:59', false],
    ['2026-12-20T00:00', true],
    ['2026-12-27T12:00', true],
    ['2027-01-03T23:59', true],
    ['2027-01-04T00:00', false],
  ])('%s: %s', (local, expected) =>
    expect(isAway({ start: '2026-12-20', end: '2027-01-03' }, SAO_PAULO, at(local))).toBe(expected),
  );
  it('without a beginning or an end nobody is away', () => {
    const now = at('2026-12-27T12:00');
    expect(isAway({ start: '2026-12-20', end: null }, SAO_PAULO, now)).toBe(false);
    expect(isAway({ start: null, end: '2027-01-03' }, SAO_PAULO, now)).toBe(false);
  });
});

/** Minutes since midnight for which a shift is open, written out one by one: slow and beyond doubt. */
function minutesOf(start: string, end: string): Set<number> {
  const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const open = new Set<number>();
  if (end !== '') for (let m = start === '' ? 0 : minute(start); m <= minute(end); m++) open.add(m);
  return open;
}

const RUNS = process.env['PROOF'] === 'full' ? 100_000 : 2_000;
const TIMEOUT_MS = RUNS * 5;
describe('the same as a table of every minute [PB-15]', () => {
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
  // Days without a change of clocks in this zone, so that the table can count from midnight.
  const instants = fc.integer({ min: 0, max: 700 * 1440 }).map((m) => Date.UTC(2025, 0, 6, 3) + m * 60_000);
  const away = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: -3, max: 30 }));

  it(
    'for any hours, minute and absence',
    () => {
      fc.assert(
        fc.property(rows, instants, away, (schedules, ms, [first, days]) => {
          const since = (ms - Date.UTC(2025, 0, 6, 3)) / 60_000;
          const [dayNumber, minute] = [Math.floor(since / 1440), since % 1440];
          // 2025-01-06 was a Monday.
          const today = schedules.find(({ weekdayEn }) => weekdayEn === weekdays[dayNumber % 7]);
          const isOpen =
            today === undefined ||
            minutesOf(today.startTimeA, today.endTimeA).has(minute) ||
            minutesOf(today.startTimeB, today.endTimeB).has(minute);
          const result = openness({ schedules, holidays: [], timeZone: SAO_PAULO }, new Date(ms));
          expect(result).toBe(isOpen ? 'open' : 'outside');

          const date = (n: number) => new Date(Date.UTC(2025, 0, 6 + n)).toISOString().slice(0, 10);
          const isAbsent = dayNumber >= first && dayNumber <= first + days;
          expect(isAway({ start: date(first), end: date(first + days) }, SAO_PAULO, new Date(ms))).toBe(isAbsent);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it('a local time is the moment at which the clock shows it', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(SAO_PAULO, 'Asia/Kolkata', 'Pacific/Auckland'), (ms, timeZone) => {
        const local = `${dateIn(timeZone, new Date(ms))}T${new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms)}`;
        const instant = instantOf(local, timeZone);
        // Where clocks go back the same time is shown twice: the other one is an hour away.
        expect(Math.abs(+instant - ms) % 3_600_000).toBe(0);
        expect(Math.abs(+instant - ms)).toBeLessThanOrEqual(3_600_000);
      }),
      { numRuns: 500 },
    );
  });
});
