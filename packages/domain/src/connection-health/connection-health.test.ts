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
    expect([health.light, health.reasons.map(({ why }) => why)]).toEqual([status, reasons]);
  });

  it('gives the value and the text of the channel with a reason', () => {
    const health = healthOf(
      facts({ restriction: 'restricted', restrictionDetail: 'spam', lastHour: tally({ sent: 75, refused: 25 }) }),
    );
    expect(health.reasons).toEqual([
      { why: 'restricted', value: null, detail: 'spam' },
      { why: 'refusals-high', value: 25, detail: '' },
    ]);
  });

  it('never improves with another refusal', () => {
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

describe('daily budget of bulk sends', () => {
  const budgetFacts = (more: Partial<BudgetFacts>): BudgetFacts => ({
    kind: 'whatsappapi',
    status: 'green',
    reportedPerDay: 1000,
    alreadyGranted: 0,
    requested: 100,
    ...more,
  });
  it.each<[string, Partial<BudgetFacts>, Grant]>([
    ['everything within the limit', {}, { granted: 100, reason: 'granted' }],
    ['the rest of the daily limit', { alreadyGranted: 950 }, { granted: 50, reason: 'granted' }],
    ['nothing after the daily limit', { alreadyGranted: 1000 }, { granted: 0, reason: 'day-used-up' }],
    ['nothing to a red account', { status: 'red' }, { granted: 0, reason: 'light' }],
    ['nothing to a grey account', { status: 'grey' }, { granted: 0, reason: 'light' }],
    [
      'half of the limit to a yellow account',
      { status: 'yellow', alreadyGranted: 450 },
      { granted: 50, reason: 'granted' },
    ],
    [
      'the first tier without a reported limit',
      { reportedPerDay: null, requested: 900 },
      { granted: 250, reason: 'granted' },
    ],
    [
      '200 to a phone linked by QR code',
      { kind: 'whatsapp', reportedPerDay: null, requested: 900 },
      { granted: 200, reason: 'granted' },
    ],
    [
      'everything to a page',
      { kind: 'facebook', reportedPerDay: null, requested: 900 },
      { granted: 900, reason: 'granted' },
    ],
  ])('grants %s', (_, more, grant) => {
    expect(grantOf(budgetFacts(more))).toEqual(grant);
  });

  it('grants no more than the daily limit over any sequence of requests', () => {
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
