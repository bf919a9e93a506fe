import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateIn } from '../hours/hours.ts';
import { clockTimeIn } from '../access/work-hours.ts';
import { forecast, forecastWithCold, sharedTurns, type ForecastFacts } from './forecast.ts';
import { accountStep, coldDays, delayAfter, halvedShare, meanDelayMs, portionOf, recoveredShare } from './pace.ts';
import { simulateSending } from './simulated-sends.fixture.ts';
import {
  intervalsFrom,
  isSendingTime,
  nextCommonTime,
  nextSendingTime,
  zoneOfNumber,
  type SendingHours,
} from './sending-hours.ts';

const isFull = process.env['PROOF'] === 'full';
/** For the counts of the full run. */
const FULL_MS = 300_000;
const zone = 'America/Sao_Paulo';
const hours = (more: Partial<SendingHours> = {}): SendingHours => ({
  startHour: '09:00',
  endHour: '18:00',
  saturday: false,
  sunday: false,
  holidays: [],
  timeZone: zone,
  ...more,
});

describe('the pace of a connection', { timeout: FULL_MS }, () => {
  const settings = fc.record({
    messageInterval: fc.integer({ min: 0, max: 120 }),
    longerIntervalAfter: fc.integer({ min: 0, max: 60 }),
    greaterInterval: fc.oneof(fc.constant(0), fc.integer({ min: 20, max: 180 })),
  });

  it('never goes below the interval, and pauses after as many messages as set [M-247] [PB-11]', () => {
    fc.assert(
      fc.property(
        settings,
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 130 }),
        (pace, randoms) => {
          let sends = 0;
          let since = 0;
          for (const random of randoms) {
            sends += 1;
            since += 1;
            const step = delayAfter(pace, { sends, random });
            expect(step.delayMs).toBeGreaterThanOrEqual(pace.messageInterval * 1000);
            expect(step.delayMs).toBeLessThanOrEqual(
              Math.max(pace.messageInterval * 1500, pace.greaterInterval * 1000) + 1,
            );
            if (pace.longerIntervalAfter > 0 && since === pace.longerIntervalAfter) {
              expect(step.delayMs).toBeGreaterThanOrEqual(pace.greaterInterval * 1000);
              expect(step.sendsSincePause).toBe(0);
              since = 0;
            } else expect(step.sendsSincePause).toBe(sends);
            sends = step.sendsSincePause;
          }
        },
      ),
      { numRuns: isFull ? 10_000 : 500 },
    );
  });

  it('has no delay when the intervals are 0', () => {
    const none = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
    expect(delayAfter(none, { sends: 5, random: 0.5 }).delayMs).toBe(0);
    expect(meanDelayMs(none)).toBe(0);
  });

  it('takes several recipients a step only without an interval, and none beyond the next long pause', () => {
    const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 60 };
    expect(portionOf(settings, { sendsSincePause: 5 })).toBe(20);
    expect(portionOf({ ...settings, messageInterval: 1 }, { sendsSincePause: 5 })).toBe(1);
    const pausing = { ...settings, longerIntervalAfter: 30 };
    const portions = [0, 15, 29, 30, 99].map((sendsSincePause) => portionOf(pausing, { sendsSincePause }));
    expect(portions).toEqual([20, 15, 1, 1, 1]);
  });
  it('slows down without an interval too, when the channel asked for it', () => {
    const none = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 };
    const steps = [1, 0.5, 0.05].map((share) => [
      portionOf(none, { sendsSincePause: 0, share }),
      delayAfter(none, { sends: 1, random: 0, share }).delayMs,
    ]);
    expect(steps).toEqual([
      [20, 0],
      [10, 250],
      [1, 4750],
    ]);
  });
  it('counts the days of cold contacts from the first message on, not from an earlier permission', () => {
    const day = (n: number) => new Date(Date.UTC(2026, 10, n, 12));
    expect(coldDays(day(2), null, day(6))).toBe(4);
    expect(coldDays(day(2), day(6), day(6))).toBe(0);
    expect(coldDays(day(6), day(2), day(8))).toBe(2);
  });
  it('halves after the channel asked to slow down, and recovers by a tenth a minute', () => {
    const at = new Date('2026-11-17T12:00:00Z');
    const after = (minutes: number) => recoveredShare(0.25, at, new Date(+at + minutes * 60_000));
    expect(halvedShare(1)).toBe(0.5);
    expect(halvedShare(0.06)).toBe(0.05);
    expect([after(0), after(0.9), after(1), after(20)]).toEqual([0.25, 0.25, 0.35, 1]);
    const pace = { messageInterval: 10, longerIntervalAfter: 0, greaterInterval: 0 };
    expect(delayAfter(pace, { sends: 1, random: 0, share: 0.5 }).delayMs).toBe(20_000);
  });

  it('uses at most half of the rate limit of an account, twenty recipients a step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(1, 0.5, 0.05), (perSecond, share) => {
        const { count, delayMs } = accountStep(perSecond, share);
        expect(count).toBeLessThanOrEqual(20);
        expect(count / delayMs).toBeLessThanOrEqual((perSecond * 0.5 * share) / 1000);
      }),
    );
  });
});

describe('sending hours', { timeout: FULL_MS }, () => {
  const zones = [
    'America/Sao_Paulo',
    'America/Santiago',
    'Europe/Lisbon',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'UTC',
  ];
  it('are never left: each time is inside the hours, on an allowed day, and the first one is the opening [M-247] [PB-12]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        fc.constantFrom('00:00', '06:30', '09:00', '12:00'),
        fc.constantFrom('12:30', '18:00', '23:59'),
        fc.boolean(),
        fc.boolean(),
        (timeZone, now, startHour, endHour, saturday, sunday) => {
          const set = hours({ timeZone, startHour, endHour, saturday, sunday });
          const next = nextSendingTime(set, now)!;
          const weekday = new Date(dateIn(timeZone, next)).getUTCDay();
          expect(next >= now).toBe(true);
          expect(saturday || weekday !== 6).toBe(true);
          expect(sunday || weekday !== 0).toBe(true);
          const time = clockTimeIn(timeZone, next);
          expect(time >= startHour && time < endHour).toBe(true);
          // Postponed to the opening: a minute earlier was closed.
          if (next > now) expect(isSendingTime(set, new Date(+next - 60_000))).toBe(false);
        },
      ),
      { numRuns: isFull ? 10_000 : 600 },
    );
  });

  it('exclude the end, and days that are closed all day', () => {
    // 2026-11-20 is a Friday.
    const at = (time: string, day = '2026-11-20') => new Date(`${day}T${time}:00-03:00`);
    expect(isSendingTime(hours(), at('17:59'))).toBe(true);
    expect(isSendingTime(hours(), at('18:00'))).toBe(false);
    expect(nextSendingTime(hours(), at('18:00'))).toEqual(at('09:00', '2026-11-23'));
    const closed = hours({ holidays: [{ day: '11-20', hours: null }] });
    expect(nextSendingTime(closed, at('10:00'))).toEqual(at('09:00', '2026-11-23'));
    const shorter = hours({ holidays: [{ day: '11-20', hours: [{ start: '09:00', end: '12:00' }] }] });
    expect(isSendingTime(shorter, at('15:00'))).toBe(true);
  });

  it('of equal times mean the whole day, and an earlier end means the next day', () => {
    const at = (text: string) => new Date(text);
    const whole = hours({ startHour: '00:00', endHour: '00:00', saturday: true, sunday: true });
    expect(isSendingTime(whole, at('2026-11-20T03:00:00Z'))).toBe(true);
    const night = hours({ startHour: '22:00', endHour: '02:00' });
    expect(isSendingTime(night, at('2026-11-21T01:30:00-03:00'))).toBe(true);
    expect(isSendingTime(night, at('2026-11-21T02:00:00-03:00'))).toBe(false);
  });

  it('of the recipient count besides those of the company', () => {
    expect(zoneOfNumber('5568987654321')).toBe('America/Rio_Branco');
    expect(zoneOfNumber('5511987654321')).toBe(zone);
    expect(zoneOfNumber('351912345678')).toBeUndefined();
    const company = hours();
    const acre = hours({ timeZone: 'America/Rio_Branco' });
    const now = new Date('2026-11-20T09:00:00-03:00');
    expect(nextCommonTime(company, acre, now)).toEqual(new Date('2026-11-20T09:00:00-05:00'));
  });

  it('follow each other without overlap', () => {
    let last = new Date(0);
    for (const { start, end } of intervalsFrom(
      hours({ startHour: '20:00', endHour: '06:00', saturday: true, sunday: true }),
      new Date('2026-11-20T12:00:00Z'),
      10,
    )) {
      expect(start >= last && end > start).toBe(true);
      last = end;
    }
  });
});

describe('a forecast', () => {
  const now = new Date('2026-11-20T09:00:00-03:00');
  const facts = (more: Partial<ForecastFacts> = {}): ForecastFacts => ({
    now,
    startsAt: now,
    remaining: 100,
    costing: 100,
    meanDelayMs: 25_000,
    hours: hours(),
    perDay: null,
    taken: [],
    ...more,
  });

  it('counts the gaps between messages inside the hours', () => {
    expect(forecast(facts()).endsAt).toEqual(new Date(+now + 99 * 25_000));
    const long = forecast(facts({ remaining: 2000 }));
    // 1296 messages fit into nine hours; the others follow on Monday.
    expect(long.days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-23']);
    expect(long.days[0]!.count).toBe(1296);
  });

  it('ends later when the budget of the day is used up, and says so', () => {
    const limited = forecast(facts({ remaining: 500, costing: 500, perDay: 250 }));
    expect(limited.isLimitedByBudget).toBe(true);
    expect(limited.days.map(({ count }) => count)).toEqual([250, 250]);
    expect(forecast(facts({ remaining: 500, perDay: 250, costing: 0 })).isLimitedByBudget).toBe(false);
  });

  it('waits for people of other campaigns to be free again', () => {
    const taken = [{ slot: new Date(+now - 3_600_000), people: 250 }];
    expect(forecast(facts({ remaining: 10, perDay: 250, taken })).days[0]!.date).toBe('2026-11-23');
  });

  it('names why there is no end', () => {
    expect(forecast(facts({ perDay: 0 })).reason).toBe('no-budget');
    const never = hours({
      holidays: Array.from({ length: 366 }, (_, day) => ({
        day: new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(5, 10),
        hours: null,
      })),
    });
    expect(forecast(facts({ hours: never })).reason).toBe('no-hours');
    expect(forecast(facts({ remaining: 10_000_000 })).reason).toBe('too-far');
  });

  it('is what a simulation of every message gives, within five percent, with hours and with a budget', () => {
    fc.assert(
      fc.property(
        fc.record({
          messageInterval: fc.integer({ min: 1, max: 60 }),
          longerIntervalAfter: fc.integer({ min: 0, max: 40 }),
          greaterInterval: fc.constantFrom(0, 60, 180),
        }),
        fc.integer({ min: 200, max: 4000 }),
        fc.option(fc.integer({ min: 150, max: 600 })),
        fc.integer(),
        (pace, remaining, perDay, seed) => {
          let state = seed >>> 0;
          const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 0x1_0000_0000;
          const count = Math.ceil(remaining * 1.05);
          const times = simulateSending({ now, count, pace, hours: hours(), perDay, random });
          const costing = perDay === null ? 0 : remaining;
          const { endsAt } = forecast(facts({ remaining, costing, perDay, meanDelayMs: meanDelayMs(pace) }));
          // The ends of five percent fewer and more messages: a campaign that ends late on a Friday may as well end after the weekend.
          const [soonest, latest] = [times[Math.floor(remaining * 0.95) - 1]!, times.at(-1)!];
          expect(+endsAt!).toBeGreaterThanOrEqual(+soonest - 600_000);
          expect(+endsAt!).toBeLessThanOrEqual(+latest + 600_000);
        },
      ),
      { numRuns: isFull ? 500 : 20 },
    );
  });

  it('of a campaign that takes turns with others is what a simulation of the turns gives', () => {
    const [delayMs, allDay] = [25_000, hours({ startHour: '00:00', endHour: '00:00', saturday: true, sunday: true })];
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 800 }),
        fc.array(fc.nat({ max: 800 }), { maxLength: 4 }),
        (own, others) => {
          const left = [own, ...others];
          let [turns, slots] = [0, 0];
          while (left[0]! > 0) {
            const turn = turns % left.length;
            turns += 1;
            if (left[turn] === 0) continue;
            left[turn]! -= 1;
            slots += 1;
          }
          const shared = sharedTurns(
            own,
            others.map((remaining) => ({ remaining, costing: 0 })),
          );
          const { endsAt } = forecast(
            facts({ remaining: own, costing: 0, meanDelayMs: delayMs * shared.turns, hours: allDay }),
          );
          const last = +now + (slots - 1) * delayMs;
          expect(Math.abs(+endsAt! - last)).toBeLessThanOrEqual(0.05 * (last - +now) + 600_000);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('shares the budget of the day with them', () => {
    const shared = sharedTurns(100, [
      { remaining: 300, costing: 300 },
      { remaining: 50, costing: 0 },
      { remaining: 0, costing: 0 },
    ]);
    expect(shared).toEqual({ turns: 2.5, othersCost: 1 });
    const { days } = forecast(facts({ perDay: 100, meanDelayMs: 62_500, othersCost: shared.othersCost }));
    expect(days.map(({ count }) => count)).toEqual([50, 50]);
  });

  it('has few cold contacts on the first days of a phone, and others do not wait behind them', () => {
    const allDay = hours({ startHour: '00:00', endHour: '00:00', saturday: true, sunday: true });
    const given = facts({ remaining: 70, costing: 70, perDay: 200, hours: allDay });
    const laterFrom = new Date(+now + 3 * 86_400_000);
    const cold = { remaining: 40, perDay: 5, laterPerDay: 20, laterFrom, taken: [] };
    const { endsAt, days } = forecastWithCold(given, cold);
    expect(days.map(({ date, count }) => `${date.slice(8)}: ${count}`)).toEqual([
      '20: 35',
      '21: 5',
      '22: 5',
      '23: 20',
      '24: 5',
    ]);
    expect(endsAt!.toISOString().slice(0, 10)).toBe('2026-11-24');
    expect(forecastWithCold(given, { ...cold, remaining: 0 })).toEqual(forecast(given));
    // Those of today have been reached.
    const taken = [{ slot: new Date(+now - 3_600_000), people: 5 }];
    expect(forecastWithCold(given, { ...cold, taken }).days[0]).toEqual({ date: '2026-11-20', count: 30 });
    const many = { ...given, remaining: 2000, costing: 2000 };
    expect(forecastWithCold(many, { ...cold, remaining: 2000 })).toMatchObject({ endsAt: null, reason: 'too-far' });
    expect(forecastWithCold(given, { ...cold, perDay: 0, laterPerDay: 0 }).reason).toBe('no-budget');
  });

  it('takes milliseconds for a million recipients over sixty days', () => {
    const started = performance.now();
    forecast(facts({ remaining: 1_000_000, meanDelayMs: 1900, perDay: 20_000 }));
    expect(performance.now() - started).toBeLessThan(200);
  });
});
