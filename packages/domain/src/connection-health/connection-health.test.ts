import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantOf, peoplePerDay, type BudgetFacts, type Grant } from './budget.ts';
import { healthOf, type HealthFacts, type HealthReason, type HealthStatus, type Tally } from './status.ts';
import { accountWait, MAX_WAIT_MS, messageWait, atLeast, pairWait } from './backoff.ts';

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

describe('the light of an account', () => {
  it.each<[string, Partial<HealthFacts>, HealthStatus, HealthReason[]]>([
    ['all is well', { lastHour: tally({ sent: 500, refused: 3 }) }, 'green', []],
    ['it is connected and nothing was sent yet', {}, 'green', []],
    ['it is not connected', { isConnected: false }, 'grey', ['disconnected']],
    ['its token was revoked', { isConnected: false, rejectedReason: 'ERR_X' }, 'red', ['account-refused']],
    ['it was banned', { restriction: 'banned' }, 'red', ['banned']],
    ['it was restricted', { restriction: 'restricted' }, 'red', ['restricted']],
    ['people complain much', { quality: 'low' }, 'red', ['quality-low']],
    ['people complain', { quality: 'medium' }, 'yellow', ['quality-medium']],
    ['people like it', { quality: 'high' }, 'green', []],
    ['one of three was refused', { lastHour: tally({ sent: 2, refused: 1 }) }, 'green', []],
    ['a fifth was refused', { lastHour: tally({ sent: 80, refused: 20 }) }, 'red', ['refusals-high']],
    ['just less than a fifth', { lastHour: tally({ sent: 81, refused: 19 }) }, 'yellow', ['refusals-some']],
    ['a bad morning, a good hour', { lastDay: tally({ sent: 80, refused: 20 }) }, 'yellow', ['refusals-some']],
    ['it lost its session thrice', { lastDay: tally({ disconnections: 3 }) }, 'yellow', ['disconnections']],
    ['it lost its session twice', { lastDay: tally({ disconnections: 2 }) }, 'green', []],
    ['it rests for a while', { pausedReason: 'ERR_CHANNEL_RATE' }, 'yellow', ['paused']],
    ['it does not answer', { lastHour: tally({ sent: 16, unanswered: 4 }) }, 'yellow', ['no-answer']],
    ['it was slowed down often', { lastHour: tally({ slowedDown: 5 }) }, 'yellow', ['slowed-down']],
    ['a minute of work waits', { waiting: 4800 }, 'yellow', ['backlog']],
    ['less than that waits', { waiting: 4799 }, 'green', []],
    ['much waits where no pace is known', { perSecond: null, waiting: 200 }, 'yellow', ['backlog']],
    [
      'several things at once, the worst first',
      { quality: 'medium', restriction: 'banned', pausedReason: 'x', isConnected: false },
      'red',
      ['banned', 'disconnected', 'quality-medium', 'paused'],
    ],
  ])('%s', (_, more, status, reasons) => {
    const health = healthOf(facts(more));
    expect([health.light, health.reasons.map(({ why }) => why)]).toEqual([status, reasons]);
  });

  it('says how much and in whose words', () => {
    const health = healthOf(
      facts({ restriction: 'restricted', restrictionDetail: 'spam', lastHour: tally({ sent: 75, refused: 25 }) }),
    );
    expect(health.reasons).toEqual([
      { why: 'restricted', value: null, detail: 'spam' },
      { why: 'refusals-high', value: 25, detail: '' },
    ]);
  });

  it('never gets greener by another refusal', () => {
    const rank: HealthStatus[] = ['green', 'yellow', 'grey', 'red'];
    fc.assert(
      fc.property(fc.nat(2000), fc.nat(2000), (sent, refused) => {
        const rankWith = (more: number) =>
          rank.indexOf(healthOf(facts({ lastHour: tally({ sent, refused: refused + more }) })).light);
        expect(rankWith(1)).toBeGreaterThanOrEqual(rankWith(0));
      }),
    );
  });
});

describe('the budget of mass sending', () => {
  const budgetFacts = (more: Partial<BudgetFacts>): BudgetFacts => ({
    kind: 'whatsappapi',
    status: 'green',
    reportedPerDay: 1000,
    alreadyGranted: 0,
    requested: 100,
    ...more,
  });
  it.each<[string, Partial<BudgetFacts>, Grant]>([
    ['all of it', {}, { granted: 100, reason: 'granted' }],
    ['what is left of the day', { alreadyGranted: 950 }, { granted: 50, reason: 'granted' }],
    ['nothing once the day is used up', { alreadyGranted: 1000 }, { granted: 0, reason: 'day-used-up' }],
    ['nothing at a red light', { status: 'red' }, { granted: 0, reason: 'light' }],
    ['nothing through what is not connected', { status: 'grey' }, { granted: 0, reason: 'light' }],
    [
      'half of the day at a yellow light',
      { status: 'yellow', alreadyGranted: 450 },
      { granted: 50, reason: 'granted' },
    ],
    [
      'the first tier where nothing was told',
      { reportedPerDay: null, requested: 900 },
      { granted: 250, reason: 'granted' },
    ],
    [
      'little through a phone',
      { kind: 'whatsapp', reportedPerDay: null, requested: 900 },
      { granted: 200, reason: 'granted' },
    ],
    [
      'as many as are known to a page',
      { kind: 'facebook', reportedPerDay: null, requested: 900 },
      { granted: 900, reason: 'granted' },
    ],
  ])('grants %s', (_, more, grant) => {
    expect(grantOf(budgetFacts(more))).toEqual(grant);
  });

  it('grants no more than a day holds, however it is asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(400), { maxLength: 12 }),
        fc.constantFrom<HealthStatus>('green', 'yellow'),
        (requests, status) => {
          let alreadyGranted = 0;
          for (const requested of requests)
            alreadyGranted += grantOf(budgetFacts({ requested, alreadyGranted, status })).granted;
          expect(alreadyGranted).toBeLessThanOrEqual(peoplePerDay(budgetFacts({ status }))!);
        },
      ),
    );
  });
});

describe('patience', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  it('grows, is never endless, and keeps to what was asked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), random, random, (tries, a, b) => {
        for (const wait of [messageWait, pairWait, accountWait]) {
          expect(wait(tries, a)).toBeGreaterThanOrEqual(750);
          expect(wait(tries, a)).toBeLessThanOrEqual(MAX_WAIT_MS);
          // However the dice fall, two tries more are waited for longer, until the longest.
          if (tries < 4) expect(wait(tries + 2, a)).toBeGreaterThan(wait(tries, b));
        }
        for (const delay of [0, 5000, 900_000])
          expect(atLeast(delay, messageWait(tries, a), b)).toBeGreaterThanOrEqual(delay);
      }),
    );
  });
  it('is not the same for all who failed together', () => {
    expect(accountWait(3, 0)).toBeLessThan(accountWait(3, 0.9));
    expect(atLeast(5000, 1000, 0.9)).toBeGreaterThan(atLeast(5000, 1000, 0));
  });
});
