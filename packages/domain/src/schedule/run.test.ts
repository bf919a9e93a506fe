import { describe, expect, it } from 'vitest';
import { occurrencesOf, type Recurrence } from './recurrence.ts';
import { decideDue, secondsLate } from './run.ts';

const daily: Recurrence = {
  anchor: new Date('2026-11-16T12:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  unit: 'days',
  interval: 1,
  count: 5,
  shift: 'keep',
  holidays: [],
};
const start = { next: { step: 0, at: daily.anchor }, done: 0 };
const after = (hours: number) => new Date(+daily.anchor + hours * 3_600_000);
const stepsOf = ({ superseded, send, following }: ReturnType<typeof decideDue>) => [
  superseded.map(({ step }) => step),
  send?.step,
  following?.step,
];

describe('what is due', () => {
  it.each<[string, Recurrence, number, unknown[]]>([
    ['the date itself', daily, 0, [[], 0, 1]],
    ['a date of which the next is not due yet', daily, 23, [[], 0, 1]],
    ['only the last date when several are due', daily, 50, [[0, 1], 2, 3]],
    ['the last date of all, however late', daily, 5000, [[0, 1, 2, 3], 4, undefined]],
    ['a single message, however late', { ...daily, interval: 0, count: 1 }, 5000, [[], 0, undefined]],
    ['one of one', { ...daily, count: 1 }, 5000, [[], 0, undefined]],
  ])('%s', (_, rule, hours, expected) => expect(stepsOf(decideDue(rule, start, after(hours), 100))).toEqual(expected));

  it('continues behind the limit, without sending', () => {
    const first = decideDue(daily, start, after(5000), 3);
    expect(stepsOf(first)).toEqual([[0, 1, 2], undefined, 3]);
    const rest = decideDue(daily, { next: first.following!, done: 3 }, after(5000), 3);
    expect(stepsOf(rest)).toEqual([[3], 4, undefined]);
  });

  it('handles each date once, whenever the clock looks', () => {
    const all = occurrencesOf(daily, 10).map(({ step }) => step);
    for (const pause of [1, 7, 23, 25, 30, 49, 100, 1000]) {
      let position = start;
      const handled: number[] = [];
      for (let hours = 0; hours < 3000; hours += pause) {
        if (+after(hours) < +position.next.at) continue;
        const { superseded, send, following } = decideDue(daily, position, after(hours), 100);
        handled.push(...superseded.map(({ step }) => step), send!.step);
        if (!following) break;
        position = { next: following, done: handled.length };
      }
      expect(handled).toEqual(all);
    }
  });

  it('counts the seconds after the date, never before it', () => {
    expect([secondsLate(after(1), after(0)), secondsLate(after(0), after(1))]).toEqual([0, 3600]);
  });
});
