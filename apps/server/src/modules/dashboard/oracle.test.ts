import { dateIn } from '@balcao/domain/hours/hours';
import { storedDayChecks } from '../../../../../tools/verify/stored-day-checks.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCounts, createRandom, figure } from '../../../test/case-counts.ts';
import { createTestChannel } from '../../../test/channel.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createPeriodHelpers } from '../tickets/ticket-periods.fixture.ts';
import { createLives, type Lives } from './lives.fixture.ts';
import { addDays } from './metric-days.ts';
import { numbersByOracle, percentile, readEverything } from './oracle.fixture.ts';

const ZONE = 'America/Sao_Paulo';
const DAYS = 40;
/** Conversations of one company. */
const PER_COMPANY = 100;

let server: TestServer;
beforeAll(async () => {
  const { channel } = createTestChannel({});
  server = await startTestServer({ channels: { of: () => channel, close: async () => {} } });
});
afterAll(() => server.stop());

const minutesOf = (seconds: number | null) => (seconds === null ? null : seconds / 60);

/** From buckets: in the bucket, a third wide, of one of the two values, in minutes, between which the exact one lies. */
function expectWithinBucket(actual: number, values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(rank)]!, sorted[Math.ceil(rank)]!];
  // The first bucket ends at one second; the response has two decimals.
  expect(actual).toBeGreaterThanOrEqual((low < 1 / 60 ? 0 : (low * 3) / 4) - 0.01);
  expect(actual).toBeLessThanOrEqual(Math.max((high * 4) / 3, 1 / 60) + 0.01);
}

/** Every number of a range equals the oracle's. */
async function compare(lives: Lives, from: string, to: string, isStored: boolean) {
  const oracle = numbersByOracle(await readEverything(server, lives.companyId), from, to, ZONE);
  const response = await lives.admin.request('GET', `/dashboard?date_from=${from}&date_to=${to}`);
  expect(response.statusCode, response.body).toBe(200);
  const { counters, period, attendants: agents } = response.json();
  const { avgSupportTime, avgWaitTime, ...exact } = oracle.counters;
  expect(counters).toMatchObject(exact);
  expect(counters.avgSupportTime).toBeCloseTo(avgSupportTime, 1);
  expect(counters.avgWaitTime).toBeCloseTo(avgWaitTime, 1);
  expect(period).toMatchObject(oracle.period);
  for (const name of ['supportTime', 'waitTime', 'firstResponse', 'replyTime'] as const) {
    const mean = minutesOf(oracle.means[name]);
    if (mean === null) expect(period[name].mean).toBeNull();
    else expect(period[name].mean, name).toBeCloseTo(mean, 1);
  }
  for (const name of ['supportTime', 'waitTime', 'firstResponse'] as const) {
    const values = oracle.medians[name].map((seconds) => seconds / 60);
    expect(period[name]).toMatchObject({ count: values.length, isApproximate: isStored });
    for (const [share, key] of [
      [0.5, 'median'],
      [0.9, 'p90'],
    ] as const) {
      const wanted = percentile(values, share);
      if (wanted === null) expect(period[name][key]).toBeNull();
      else if (!isStored) expect(period[name][key]).toBeCloseTo(wanted, 1);
      else expectWithinBucket(period[name][key], values, share);
    }
  }
  for (const agent of oracle.agents)
    expect(agents.find(({ id }: { id: number }) => id === agent.id)).toMatchObject({
      ...agent,
      avgSupportTime: expect.closeTo(agent.avgSupportTime, 1),
      avgWaitTime: expect.closeTo(agent.avgWaitTime, 1),
    });

  const range = `initialDate=${from}&finalDate=${to}`;
  const { data: byUser } = (await lives.admin.request('GET', `/dashboard/ticketsUsers?${range}`)).json();
  for (const { id, quantidade } of byUser) expect(quantidade).toBe(oracle.heldLast(id));
  const byDay = (await lives.admin.request('GET', `/dashboard/ticketsDay?${range}`)).json();
  expect(byDay.count).toBe(oracle.counters.tickets);
  if (from !== to)
    expect(byDay.data.map(({ total }: { total: number }) => total)).toEqual(
      byDay.data.map(({ data }: { data: string }) => oracle.onDay(data.split('/').toReversed().join('-'))),
    );
  const check = (await lives.admin.request('GET', `/dashboard/check?dateFrom=${from}&dateTo=${to}`)).json();
  expect(check.lines.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
  return oracle;
}

async function storeDays(companyId: number) {
  await server.modules.metricDays.step(companyId);
  while (await server.modules.metricDays.step(companyId));
}

describe('random conversations', { timeout: 3_600_000 }, () => {
  it('have contiguous periods, and every number equals a naive count of the rows [M-156] [M-289] [M-290] [M-291] [M-292]', async () => {
    const random = createRandom();
    const { broken } = createPeriodHelpers(() => server);
    const companies = Math.ceil(caseCounts(20_000, 100) / PER_COMPANY);
    let compared = 0;
    for (let company = 0; company < companies; company += 1) {
      const lives = await createLives(server, random);
      for (let n = 0; n < PER_COMPANY; n += 1) await lives.live(9, DAYS);
      expect(await broken(lives.companyId)).toEqual([]);
      expect(await lives.differences()).toEqual([]);
      const today = dateIn(ZONE, server.clock.now());
      const anyRange = () => {
        const from = addDays(today, -Math.floor(random() * DAYS));
        return [from, [from, today, addDays(from, Math.floor(random() * 10))][Math.floor(random() * 3)]!] as const;
      };
      await compare(lives, addDays(today, -DAYS), today, false);
      for (let n = 0; n < 4; n += 1) await compare(lives, ...anyRange(), false);

      await storeDays(lives.companyId);
      const { rows } = await server.asOwner.query('select * from metric_state where company_id = $1', [
        lives.companyId,
      ]);
      expect(rows).toMatchObject([{ zone: ZONE, is_complete: true, differences: 0 }]);
      for (const { name, text } of storedDayChecks)
        expect((await server.asOwner.query(text)).rows, `verify: ${name}`).toEqual([]);
      const oracle = await compare(lives, addDays(today, -DAYS), today, true);
      // Old conversations go on, are rated late, merged or removed: their days are counted again.
      const old = oracle.cycles.filter(({ cycle }) => +cycle.created_at < Date.now() - 2 * 86_400_000);
      for (const { ticket } of old.slice(0, 12)) await lives.step(ticket.id);
      expect(await lives.differences()).toEqual([]);
      for (const { ticket } of old.slice(12, 14)) await lives.admin.request('DELETE', `/tickets/${ticket.id}`);
      const [one, other] = old.slice(14, 16).map(({ ticket }) => ticket.contact_id);
      if (one !== undefined && other !== undefined)
        await lives.admin.request('POST', `/contacts/${one}/merge`, { otherId: other, reason: 'A mesma pessoa' });
      await compare(lives, addDays(today, -DAYS), today, true);
      await storeDays(lives.companyId);
      await compare(lives, addDays(today, -DAYS), today, true);
      expect(
        await server.asOwner.query('select from metric_dirty_days where company_id = $1', [lives.companyId]),
      ).toMatchObject({ rows: [] });
      expect(await broken(lives.companyId)).toEqual([]);
      compared += 8;
    }
    figure('M-156', `${companies * PER_COMPANY} conversations, ${compared} ranges, 0 differences`);
  });
});
