import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coldPerDay,
  decideGrant,
  peoplePerDay,
  type AccountKind,
  type ColdFacts,
  type GrantReason,
  type PersonFacts,
} from './budget.ts';
import { healthOf, type HealthFacts, type HealthReason, type HealthStatus, type Tally } from './status.ts';
import { accountWait, MAX_WAIT_MS, messageWait, atLeast, pairWait } from './backoff.ts';
import { countsAgainstAccount } from './refusals.ts';

const tally = (more: Partial<Tally> = {}): Tally => ({
  sent: 0,
  refused: 0,
  slowedDown: 0,
  unanswered: 0,
  disconnections: 0,
  ...more,
});
const facts = (more: Partial<HealthFacts> = {}): HealthFacts => ({
  isConnected: true,
  rejectedReason: '',
  pausedReason: '',
  quality: null,
  restriction: '',
  restrictionDetail: '',
  lastHour: tally(),
  lastDay: tally(),
  waiting: 0,
  perSecond: 80,
  ...more,
});

describe('health status of an account', () => {
  it.each<[string, Partial<HealthFacts>, HealthStatus, HealthReason[]]>([
    ['few refusals', { lastHour: tally({ sent: 500, refused: 3 }) }, 'green', []],
    ['connected, nothing sent', {}, 'green', []],
    ['disconnected', { isConnected: false }, 'grey', ['disconnected']],
    ['revoked token', { isConnected: false, rejectedReason: 'ERR_X' }, 'red', ['account-refused']],
    ['banned', { restriction: 'banned' }, 'red', ['banned']],
    ['restricted', { restriction: 'restricted' }, 'red', ['restricted']],
    ['low quality rating', { quality: 'low' }, 'red', ['quality-low']],
    ['medium quality rating', { quality: 'medium' }, 'yellow', ['quality-medium']],
    ['high quality rating', { quality: 'high' }, 'green', []],
    ['one of three refused', { lastHour: tally({ sent: 2, refused: 1 }) }, 'green', []],
    ['20 % refused', { lastHour: tally({ sent: 80, refused: 20 }) }, 'red', ['refusals-high']],
    ['19 % refused', { lastHour: tally({ sent: 81, refused: 19 }) }, 'yellow', ['refusals-some']],
    [
      '20 % refused today, none in the last hour',
      { lastDay: tally({ sent: 80, refused: 20 }) },
      'yellow',
      ['refusals-some'],
    ],
    ['three disconnections', { lastDay: tally({ disconnections: 3 }) }, 'yellow', ['disconnections']],
    ['two disconnections', { lastDay: tally({ disconnections: 2 }) }, 'green', []],
    ['sending paused', { pausedReason: 'ERR_CHANNEL_RATE' }, 'yellow', ['paused']],
    ['20 % unanswered', { lastHour: tally({ sent: 16, unanswered: 4 }) }, 'yellow', ['no-answer']],
    ['five slowdowns', { lastHour: tally({ slowedDown: 5 }) }, 'yellow', ['slowed-down']],
    ['backlog of one minute', { waiting: 4800 }, 'yellow', ['backlog']],
    ['backlog below one minute', { waiting: 4799 }, 'green', []],
    ['backlog of 200 with unknown sending rate', { perSecond: null, waiting: 200 }, 'yellow', ['backlog']],
    [
      'several reasons, the worst first',
      { quality: 'medium', restriction: 'banned', pausedReason: 'x', isConnected: false },
      'red',
      ['banned', 'disconnected', 'quality-medium', 'paused'],
    ],
  ])('%s', (_, more, status, reasons) => {
    const health = healthOf(facts(more));
    expect([health.status, health.reasons.map(({ reason }) => reason)]).toEqual([status, reasons]);
  });

  it('gives the value and the text of the channel with a reason', () => {
    const health = healthOf(
      facts({ restriction: 'restricted', restrictionDetail: 'spam', lastHour: tally({ sent: 75, refused: 25 }) }),
    );
    expect(health.reasons).toEqual([
      { reason: 'restricted', value: null, detail: 'spam' },
      { reason: 'refusals-high', value: 25, detail: '' },
    ]);
  });

  it('never improves with another refusal', () => {
    const rank: HealthStatus[] = ['green', 'yellow', 'grey', 'red'];
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (sent, refused) => {
        const rankWith = (more: number) =>
          rank.indexOf(healthOf(facts({ lastHour: tally({ sent, refused: refused + more }) })).status);
        expect(rankWith(1)).toBeGreaterThanOrEqual(rankWith(0));
      }),
    );
  });
});

describe('a refusal of the channel', () => {
  it.each<[string, string | undefined, boolean]>([
    ['without a code', undefined, true],
    ['with a code of the channel’s own', 'ERR_CHANNEL_REFUSED', true],
    ['of a number without WhatsApp (131026)', 'ERR_CHANNEL_NOT_REACHABLE', true],
    ['as spam (131048)', 'ERR_CHANNEL_SPAM', true],
    ['of a restricted account (368)', 'ERR_CHANNEL_RESTRICTED', true],
    ['of a person who stopped marketing (131050)', 'ERR_CHANNEL_OPTED_OUT', true],
    ['of a person who received enough from any business (131049)', 'ERR_CHANNEL_HELD_BACK', false],
    ['outside the reply window (131047)', 'ERR_REPLY_WINDOW', false],
    ['of a kind of content (131051)', 'ERR_CONTENT_UNSUPPORTED', false],
  ])('%s', (_, code, counts) => {
    expect(countsAgainstAccount(code)).toBe(counts);
  });
});

describe('daily budget of a pool', () => {
  const personFacts = (more: Partial<PersonFacts> = {}): PersonFacts => ({
    kind: 'whatsappapi',
    status: 'green',
    reportedPerDay: 1000,
    reached: 0,
    isReached: false,
    isCold: false,
    coldReached: 0,
    coldPerDay: null,
    ...more,
  });
  const phone = { kind: 'whatsapp', reportedPerDay: null, coldPerDay: 0 } as const;
  it.each<[string, Partial<PersonFacts>, GrantReason]>([
    ['a person within the limit', { reached: 999 }, 'granted'],
    ['nobody after the limit', { reached: 1000 }, 'day-used-up'],
    ['a person whom the pool reached already, also after the limit', { reached: 1000, isReached: true }, 'granted'],
    ['nobody through a red account', { status: 'red', isReached: true }, 'unhealthy'],
    ['nobody through a grey account', { status: 'grey' }, 'unhealthy'],
    ['half of the limit to a yellow account', { status: 'yellow', reached: 500 }, 'day-used-up'],
    ['the first tier without a reported limit', { reportedPerDay: null, reached: 249 }, 'granted'],
    ['nobody beyond the first tier', { reportedPerDay: null, reached: 250 }, 'day-used-up'],
    ['everybody without a bound [G1]', { reportedPerDay: 'unbounded', reached: 5_000_000 }, 'granted'],
    [
      'everybody without a bound on a yellow account [G1]',
      { reportedPerDay: 'unbounded', status: 'yellow' },
      'granted',
    ],
    ['everybody on a page', { kind: 'facebook', reportedPerDay: null, reached: 900 }, 'granted'],
    ['200 who wrote before, on a phone [G7]', { ...phone, reached: 199 }, 'granted'],
    ['not the 201st on a phone [G7]', { ...phone, reached: 200 }, 'day-used-up'],
    ['no cold contact on a phone [G7]', { ...phone, isCold: true }, 'cold'],
    ['a cold contact that an admin allowed [G7]', { ...phone, isCold: true, coldPerDay: 5, coldReached: 4 }, 'granted'],
    ['no cold contact beyond that [G7]', { ...phone, isCold: true, coldPerDay: 5, coldReached: 5 }, 'cold'],
  ])('grants %s', (_, more, reason) => {
    expect(decideGrant(personFacts(more))).toBe(reason);
  });

  it.each<[string, ColdFacts, number | null]>([
    ['none on a phone unless an admin allowed it', { kind: 'whatsapp', allowedDays: null, quotaLeft: 50 }, 0],
    ['five on the first day', { kind: 'whatsapp', allowedDays: 0, quotaLeft: null }, 5],
    ['five on the third day', { kind: 'whatsapp', allowedDays: 2, quotaLeft: null }, 5],
    ['twenty from the fourth day', { kind: 'whatsapp', allowedDays: 3, quotaLeft: null }, 20],
    ['never beyond the quota of the channel', { kind: 'whatsapp', allowedDays: 9, quotaLeft: 7 }, 7],
    ['none when the quota is used up', { kind: 'whatsapp', allowedDays: 9, quotaLeft: -1 }, 0],
    ['no own limit on an official account', { kind: 'whatsappapi', allowedDays: null, quotaLeft: null }, null],
  ])('allows %s [G7]', (_, facts, limit) => {
    expect(coldPerDay(facts)).toBe(limit);
  });

  it('never reaches more people than the limits over any sequence of people', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ person: fc.nat(400), isCold: fc.boolean() }), { maxLength: 600 }),
        fc.constantFrom<HealthStatus>('green', 'yellow'),
        fc.constantFrom<AccountKind>('whatsapp', 'whatsappapi'),
        fc.option(fc.nat(20)),
        (people, status, kind, coldLimit) => {
          const reached = new Map<number, boolean>();
          const coldReached = () => [...reached.values()].filter(Boolean).length;
          for (const { person, isCold } of people) {
            const facts = personFacts({ kind, status, reportedPerDay: null, isCold, coldPerDay: coldLimit });
            const isReached = reached.has(person);
            const reason = decideGrant({ ...facts, reached: reached.size, isReached, coldReached: coldReached() });
            if (reason === 'granted' && !isReached) reached.set(person, isCold);
            // The same person is not charged twice.
            if (isReached) expect(reason).toBe('granted');
          }
          expect(reached.size).toBeLessThanOrEqual(peoplePerDay({ kind, status, reportedPerDay: null })!);
          expect(coldReached()).toBeLessThanOrEqual(coldLimit ?? Number.POSITIVE_INFINITY);
        },
      ),
    );
  });
});

describe('backoff', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  it('grows up to the maximum and respects the wait that the channel requested', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), random, random, (tries, a, b) => {
        for (const wait of [messageWait, pairWait, accountWait]) {
          expect(wait(tries, a)).toBeGreaterThanOrEqual(750);
          expect(wait(tries, a)).toBeLessThanOrEqual(MAX_WAIT_MS);
          // For any random value, two more attempts wait longer, up to the maximum.
          if (tries < 4) expect(wait(tries + 2, a)).toBeGreaterThan(wait(tries, b));
        }
        for (const delay of [0, 5000, 900_000])
          expect(atLeast(delay, messageWait(tries, a), b)).toBeGreaterThanOrEqual(delay);
      }),
    );
  });
  it('differs between messages that failed together', () => {
    expect(accountWait(3, 0)).toBeLessThan(accountWait(3, 0.9));
    expect(atLeast(5000, 1000, 0.9)).toBeGreaterThan(atLeast(5000, 1000, 0));
  });
});
