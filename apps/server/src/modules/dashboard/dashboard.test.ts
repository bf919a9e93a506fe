import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assertMaxDuration } from '../../../test/case-counts.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createMetricDays } from './metric-days.ts';
import { metricDayStore } from './metric-days.store.ts';
import { metricStore } from './metrics.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

interface TestCycle {
  status: string;
  at?: string;
  userId?: number | null;
  rate?: number;
  isActive?: boolean;
  waited?: number;
  attended?: number;
}
async function createFixture() {
  const admin = await server.createAdmin();
  const agent = await server.createAgent(admin.companyId);
  const { companyId } = admin;
  /** A cycle that waited, was attended and ended, or is in this status. */
  async function addCycle({
    status,
    at = '2026-03-10T15:00:00Z',
    userId = null,
    rate,
    isActive = false,
    ...times
  }: TestCycle) {
    const [{ id: contactId }] = await sql(
      `insert into contacts (company_id, name, created_at) values ($1, 'Cliente', $2) returning id`,
      [companyId, at],
    );
    const [{ id }] = await sql(
      `insert into tickets (company_id, contact_id, channel, status, is_active_demand, is_group, created_at)
       values ($1, $2, 'whatsapp', $3, $4, $5, $6) returning id`,
      [companyId, contactId, status, isActive, status === 'group', at],
    );
    const cycleId = await addCycleOf(id, at, userId, status === 'closed', times.waited ?? 0, times.attended ?? 0);
    if (rate !== undefined)
      await sql(
        'insert into user_ratings (company_id, ticket_id, user_id, rate, created_at, cycle_id) values ($1, $2, $3, $4, $5, $6)',
        [companyId, id, userId, rate, at, cycleId],
      );
    return { id: id as number, contactId: contactId as number };
  }
  async function addCycleOf(
    ticketId: number,
    at: string,
    userId: number | null,
    isOver: boolean,
    waited: number,
    attended: number,
  ) {
    const [{ id }] = await sql(
      `insert into ticket_tracking (company_id, ticket_id, user_id, last_user_id, created_at, finished_at)
       values ($1, $2, $3, $3, $4, case when $5 then $4::timestamptz + make_interval(mins => $6) end) returning id`,
      [companyId, ticketId, userId, at, isOver, waited + attended],
    );
    await sql('delete from ticket_periods where cycle_id = $1', [id]);
    await sql(
      `insert into ticket_periods (company_id, cycle_id, cycle_at, kind, user_id, from_at, to_at, ended_user_id)
       select $1, $2, $3::timestamptz, v.kind, case when v.kind = 'attended' then $4::int end,
              $3::timestamptz + make_interval(mins => v.from_m),
              case when $5 or v.kind = 'waiting' then $3::timestamptz + make_interval(mins => v.to_m) end,
              case when v.kind = 'waiting' then $4::int end
         from (values ('waiting', 0, $6::int), ('attended', $6::int, $6::int + $7::int)) as v (kind, from_m, to_m)`,
      [companyId, id, at, userId, isOver, waited, attended],
    );
    return id as number;
  }
  const getDashboard = async (query = 'date_from=2026-03-10&date_to=2026-03-10') =>
    (await admin.request('GET', `/dashboard?${query}`)).json();
  return { admin, agent, companyId, addCycle, addCycleOf, getDashboard };
}

it('counts rated, unrated and waiting cycles and computes the score from their own ratings [M-156]', async () => {
  const { agent, addCycle, getDashboard } = await createFixture();
  for (const rate of [10, 9, 9, 8, 7, 6, 0, 10]) await addCycle({ status: 'closed', rate, userId: agent.user.id });
  await addCycle({ status: 'closed' });
  await addCycle({ status: 'nps' });
  // Another day and another company.
  await addCycle({ status: 'closed', rate: 0, at: '2026-03-12T15:00:00Z' });
  const otherCompany = await createFixture();
  await otherCompany.addCycle({ status: 'closed', rate: 3 });

  const { counters, attendants: agents, period } = await getDashboard();
  expect(counters).toMatchObject({
    tickets: 10,
    withRating: 8,
    withoutRating: 1,
    waitRating: 1,
    percRating: 80,
    npsPromotersPerc: 50,
    npsPassivePerc: 25,
    npsDetractorsPerc: 25,
    npsScore: 25,
  });
  expect(period.scores).toEqual([1, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2]);
  expect(agents.find(({ id }: { id: number }) => id === agent.user.id)).toMatchObject({
    tickets: 8,
    countRating: 8,
    rating: 7.38,
    npsScore: 25,
  });
  expect((await otherCompany.getDashboard()).counters).toMatchObject({
    tickets: 1,
    npsScore: -100,
    npsDetractorsPerc: 100,
  });
});

it('counts the cycles of the requested days in the company’s time zone, and open and pending tickets of any day [M-288] [M-289]', async () => {
  const { admin, agent, addCycle, addCycleOf, getDashboard } = await createFixture();
  const userId = agent.user.id;
  await addCycle({ status: 'closed', userId, waited: 10, attended: 30, isActive: true });
  const reopened = await addCycle({ status: 'closed', userId, waited: 20, attended: 50 });
  await addCycle({ status: 'group' });
  await addCycle({ status: 'open', at: '2026-01-05T15:00:00Z' });
  await addCycle({ status: 'pending', at: '2026-01-05T15:00:00Z' });
  // A second cycle of the same contact: no longer a lead.
  await addCycleOf(reopened.id, '2026-04-01T12:00:00Z', userId, true, 0, 5);
  const { counters, attendants: agents, period } = await getDashboard();
  expect(counters).toMatchObject({
    tickets: 3,
    supportFinished: 2,
    supportGroups: 1,
    supportHappening: 1,
    supportPending: 1,
    activeTickets: 1,
    passiveTickets: 2,
    avgWaitTime: 15,
    avgSupportTime: 40,
    leads: 2,
    npsScore: 0,
    percRating: 0,
  });
  expect(period).toMatchObject({
    supportTime: { mean: 40, median: 40, p90: 48, count: 2, isApproximate: false },
    from: '2026-03-10',
    to: '2026-03-10',
  });
  expect(agents).toHaveLength(2);
  expect(agents.find(({ id }: { id: number }) => id === userId)).toMatchObject({
    tickets: 2,
    rating: null,
    avgWaitTime: 15,
    avgSupportTime: 40,
  });
  // 21:30 in São Paulo is the next day in UTC.
  await addCycle({ status: 'closed', at: '2026-05-11T00:30:00Z' });
  expect((await getDashboard('date_from=2026-05-11&date_to=2026-05-11')).counters.tickets).toBe(0);
  expect((await getDashboard('date_from=2026-05-10&date_to=2026-05-10')).counters.tickets).toBe(1);
  expect(await getDashboard('date_from=2026-03-12&date_to=2026-03-11')).toMatchObject({ error: 'ERR_VALIDATION' });
  expect((await admin.request('GET', '/dashboard')).statusCode).toBe(200);
});

it('does not count imported and unlisted conversations as happening now', async () => {
  const { admin, addCycle } = await createFixture();
  for (const status of ['open', 'pending', 'group']) {
    await addCycle({ status });
    await sql('update tickets set imported_at = now() where id = $1', [(await addCycle({ status })).id]);
    await sql('update tickets set is_unlisted = true where id = $1', [(await addCycle({ status })).id]);
  }
  expect((await admin.request('GET', '/dashboard/now')).json()).toMatchObject({
    supportHappening: 1,
    supportPending: 1,
    groupsNow: 1,
  });
});

describe('permissions and limits', () => {
  it('need admin or showDashboard; the live panel admin or allowRealTime [M-287] [M-319]', async () => {
    const { companyId, agent } = await createFixture();
    const reader = await server.createAgent(companyId, { showDashboard: 'enabled' });
    const viewer = await server.createAgent(companyId, { allowRealTime: 'enabled' });
    const dashboards = [
      '/dashboard',
      '/dashboard/now',
      '/dashboard/ticketsUsers?initialDate=2026-03-01&finalDate=2026-03-02',
      '/dashboard/ticketsDay?initialDate=2026-03-01&finalDate=2026-03-02',
      '/dashboard/check?dateFrom=2026-03-01&dateTo=2026-03-02',
      '/ticketreport/reports',
      '/ticketreport/ratings?dateFrom=2026-03-01&dateTo=2026-03-02',
      '/ticketreport/messages?dateFrom=2026-03-01&dateTo=2026-03-02',
      '/report-filters',
      '/report-exports',
    ];
    const panels = ['/live-panel', '/usersMoments', '/dashboard/moments'];
    const statuses = async (caller: typeof agent, paths: string[]) => {
      const found = new Set<number>();
      for (const path of paths) found.add((await caller.request('GET', path)).statusCode);
      return [...found];
    };
    expect([await statuses(agent, dashboards), await statuses(agent, panels)]).toEqual([[403], [403]]);
    expect([await statuses(reader, dashboards), await statuses(reader, panels)]).toEqual([[200], [403]]);
    expect([await statuses(viewer, dashboards), await statuses(viewer, panels)]).toEqual([[403], [200]]);
  });

  it('refuse ranges of more than five years and malformed lists, and cap the page size [DX-06]', async () => {
    const { admin } = await createFixture();
    const status = async (path: string) => {
      const since = performance.now();
      const { statusCode } = await admin.request('GET', path);
      assertMaxDuration('DX-06', 1000, since);
      return statusCode;
    };
    const ids = encodeURIComponent(JSON.stringify(Array.from({ length: 10_000 }, (_, n) => n + 1)));
    for (const name of ['users', 'queueIds', 'tags', 'whatsappId'])
      expect(await status(`/ticketreport/reports?${name}=${ids}`)).toBe(400);
    expect(await status('/ticketreport/reports?page=1000000000')).toBe(400);
    expect(await status('/dashboard?date_from=1926-01-01&date_to=2026-01-01')).toBe(400);
    expect(await status('/dashboard?date_from=1926-01-01')).toBe(400);
    expect(await status('/dashboard?days=9999')).toBe(400);
    expect(await status('/ticketreport/reports?dateFrom=1926-01-01&dateTo=2026-01-01')).toBe(400);
    expect(await status('/ticketreport/reports?dateFrom=1926-01-01')).toBe(400);
    const filter = { dateFrom: '1926-01-01' };
    expect((await admin.request('POST', '/report-exports', { kind: 'tickets', filter })).statusCode).toBe(400);
    expect(await status('/dashboard?date_from=2999-01-01')).toBe(200);
    expect(await status('/ticketreport/reports?users=[1')).toBe(400);
    expect(await status('/ticketreport/reports?status=["nope"]')).toBe(400);
    expect(await status('/ticketreport/reports?pageSize=1000000000&page=999999')).toBe(200);
    expect(await status('/ticketreport/reports?pageSize=1e9')).toBe(400);
    expect(await status('/ticketreport/reports?after=x')).toBe(400);
    expect(await status('/ticketreport/ratings?dateFrom=1926-01-01&dateTo=2026-01-01')).toBe(400);
    expect(await status('/ticketreport/messages?dateFrom=1926-01-01&dateTo=2026-01-01')).toBe(400);
    expect(await status('/ticketreport/messages?dateFrom=2026-01-01&dateTo=2026-01-01&after=x')).toBe(400);
  });

  it('refuse to count more than 93 days of which none is stored', async () => {
    const { admin, companyId, addCycle } = await createFixture();
    await addCycle({ status: 'closed', at: '2026-01-05T15:00:00Z' });
    const get = (path: string) => admin.request('GET', path);
    const halfYear = '/dashboard?date_from=2026-01-01&date_to=2026-06-30';
    const refused = await get(halfYear);
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'ERR_NUMBERS_NOT_READY']);
    expect((await get('/dashboard/ticketsDay?initialDate=2026-01-01&finalDate=2026-06-30')).statusCode).toBe(409);
    expect((await get('/dashboard?date_from=2026-01-01&date_to=2026-04-03')).statusCode).toBe(200);
    await server.modules.metricDays.step(companyId);
    while (await server.modules.metricDays.step(companyId));
    expect((await get(halfYear)).json().counters.tickets).toBe(1);
    // Days before the first conversation and days to come have nothing to count.
    expect((await get('/dashboard?date_from=2024-01-01&date_to=2028-01-01')).json().counters.tickets).toBe(1);
  });

  it('refuse what the database gives up', async () => {
    const { admin } = await createFixture();
    vi.spyOn(metricStore, 'live').mockImplementationOnce(async (tx) => {
      await tx.query({ name: 'test.timeout', text: `select set_config('statement_timeout', '1ms', true)` }, []);
      return tx.query({ name: 'test.slow', text: 'select pg_sleep(60)' }, []);
    });
    const refused = await admin.request('GET', '/dashboard?date_from=2026-03-10&date_to=2026-03-10');
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_REPORT_TOO_LONG']);
    expect((await admin.request('GET', '/dashboard?date_from=2026-03-10&date_to=2026-03-10')).statusCode).toBe(200);
  });
});

describe('cycles by time', () => {
  it('have 23 or 25 hours on days of a clock change, and add up to the day [M-292]', async () => {
    const { admin, companyId, addCycle } = await createFixture();
    await sql(`update companies set time_zone = 'America/New_York' where company_id = $1`, [companyId]);
    server.modules.db.invalidate(companyId);
    const hoursOf = async (day: string) =>
      (await admin.request('GET', `/dashboard/ticketsDay?initialDate=${day}&finalDate=${day}`)).json();
    // 01:30 twice on the day on which the clock is put back.
    for (const at of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'])
      await addCycle({ status: 'closed', at });
    for (const at of ['2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z', '2026-03-09T03:59:00Z', '2026-03-09T04:00:00Z'])
      await addCycle({ status: 'closed', at });
    const [spring, autumn] = [await hoursOf('2026-03-08'), await hoursOf('2026-11-01')];
    expect([spring.data.length, autumn.data.length]).toEqual([23, 25]);
    expect([spring.count, autumn.count]).toEqual([3, 3]);
    expect(autumn.data.filter(({ horario }: { horario: number }) => horario === 1)).toMatchObject([
      { total: 1 },
      { total: 1 },
    ]);
    expect(spring.data.map(({ horario }: { horario: number }) => horario)).not.toContain(2);
    const days = (
      await admin.request('GET', '/dashboard/ticketsDay?initialDate=2026-10-31&finalDate=2026-11-02')
    ).json();
    expect(days.data).toMatchObject([
      { total: 0, data: '31/10/2026' },
      { total: 3, data: '01/11/2026' },
      { total: 1, data: '02/11/2026' },
    ]);
  });

  it('by agent include tickets without an agent and removed users, and add up to the cycles [M-292]', async () => {
    const { admin, agent, addCycle } = await createFixture();
    await addCycle({ status: 'closed', userId: agent.user.id });
    await addCycle({ status: 'closed', userId: 2_000_000 });
    await addCycle({ status: 'pending' });
    const { data } = (
      await admin.request('GET', '/dashboard/ticketsUsers?initialDate=2026-03-10&finalDate=2026-03-10')
    ).json();
    expect(data).toContainEqual({ id: agent.user.id, nome: agent.user.name, quantidade: 1, removed: false });
    expect(data).toContainEqual({ id: 2_000_000, nome: '', quantidade: 1, removed: true });
    expect(data.at(-1)).toEqual({ id: null, nome: '', quantidade: 1, removed: false });
  });
});

/** Stores days, and compares the first stored one besides yesterday; collects how many metrics differ. */
function createComparison() {
  const differences: number[] = [];
  const metricDays = createMetricDays({
    db: server.db,
    random: () => 0,
    onDifference: (_, __, metrics) => void differences.push(metrics),
    onError: (error) => {
      throw error;
    },
  });
  return { metricDays, differences };
}

describe('stored days', () => {
  it('belong to a time zone: after a change they are counted again', async () => {
    const { companyId, addCycle, getDashboard } = await createFixture();
    const { metricDays } = server.modules;
    await addCycle({ status: 'closed', at: '2026-05-01T12:00:00Z' });
    await addCycle({ status: 'closed', at: '2026-05-11T00:30:00Z' });
    const store = async () => {
      while (await metricDays.step(companyId));
      while (await metricDays.step(companyId));
    };
    await store();
    const on = async (day: string) => {
      const { counters, period } = await getDashboard(`date_from=${day}&date_to=${day}`);
      return [counters.tickets, period.supportTime.isApproximate];
    };
    expect([await on('2026-05-10'), await on('2026-05-11')]).toEqual([
      [1, true],
      [0, true],
    ]);
    await sql(`update companies set time_zone = 'Europe/Lisbon' where company_id = $1`, [companyId]);
    server.modules.db.invalidate(companyId);
    expect([await on('2026-05-10'), await on('2026-05-11')]).toEqual([
      [0, false],
      [1, false],
    ]);
    await store();
    expect([await on('2026-05-10'), await on('2026-05-11')]).toEqual([
      [0, true],
      [1, true],
    ]);
    expect(await sql('select distinct zone from metric_days where company_id = $1', [companyId])).toEqual([
      { zone: 'Europe/Lisbon' },
    ]);
  });

  it('of a company that fails are left to the next run, and those of others are stored', async () => {
    const [failing, other] = [await createFixture(), await createFixture()];
    for (const { addCycle } of [failing, other])
      await addCycle({ status: 'closed', at: new Date(Date.now() - 3 * 86_400_000).toISOString() });
    const { metricDays } = server.modules;
    await metricDays.rebuildDue();
    await sql('delete from metric_days where company_id = any($1)', [[failing.companyId, other.companyId]]);
    await sql('update metric_state set built_from = null, built_to = null where company_id = any($1)', [
      [failing.companyId, other.companyId],
    ]);
    const client = await server.asOwner.connect();
    try {
      await client.query('begin');
      await client.query('select from metric_state where company_id = $1 for update', [failing.companyId]);
      await metricDays.rebuildDue();
    } finally {
      await client.query('rollback');
      client.release();
    }
    const stored = async (companyId: number) =>
      (await sql('select 1 from metric_days where company_id = $1 limit 1', [companyId])).length;
    expect([await stored(failing.companyId), await stored(other.companyId)]).toEqual([0, 1]);
    await metricDays.rebuildDue();
    expect(await stored(failing.companyId)).toBe(1);
  });

  it('that are marked longest are rebuilt first, whatever the id of their company', async () => {
    const ids = [(await server.createAdmin()).companyId, (await server.createAdmin()).companyId];
    for (const companyId of ids) {
      await server.modules.metricDays.step(companyId);
      while (await server.modules.metricDays.step(companyId));
    }
    for (const companyId of ids.toReversed())
      await sql('insert into metric_dirty_days (company_id, day) values ($1, current_date - 2)', [companyId]);
    const due = await metricDayStore.companiesDue(server.db, 100_000);
    expect(due.filter((companyId) => ids.includes(companyId))).toEqual(ids.toReversed());
  });

  it('are not replaced by the older count of a run that began before another', async () => {
    const { companyId, addCycle, getDashboard } = await createFixture();
    const { metricDays } = server.modules;
    const at = '2026-05-01T12:00:00Z';
    await addCycle({ status: 'closed', at });
    await metricDays.step(companyId);
    while (await metricDays.step(companyId));
    await addCycle({ status: 'closed', at });
    const { count } = metricDayStore;
    const counted = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    vi.spyOn(metricDayStore, 'count').mockImplementationOnce(async (...day) => {
      const result = await count(...day);
      counted.resolve();
      await goesOn.promise;
      return result;
    });
    const first = metricDays.step(companyId);
    await counted.promise;
    await addCycle({ status: 'closed', at });
    const second = metricDays.step(companyId);
    await Promise.race([second, new Promise((done) => setTimeout(done, 1000))]);
    goesOn.resolve();
    await Promise.all([first, second]);
    while (await metricDays.step(companyId));
    const { counters, period } = await getDashboard('date_from=2026-05-01&date_to=2026-05-01');
    expect([counters.tickets, period.supportTime.isApproximate]).toEqual([3, true]);
  });

  it('that differ from a recount are reported and replaced', async () => {
    const { companyId, addCycle, getDashboard } = await createFixture();
    await addCycle({ status: 'closed', at: new Date(Date.now() - 3 * 86_400_000).toISOString() });
    const { metricDays, differences } = createComparison();
    await metricDays.step(companyId);
    while (await metricDays.step(companyId));
    expect(differences).toEqual([]);
    await sql(`update metric_days set n = n + 5 where company_id = $1 and metric = 'tickets' and dimension = 'all'`, [
      companyId,
    ]);
    expect((await getDashboard('days=10')).counters.tickets).toBe(6);
    await sql('update metric_state set checked_on = null where company_id = $1', [companyId]);
    while (await metricDays.step(companyId));
    expect(differences).toEqual([1]);
    expect((await getDashboard('days=10')).counters.tickets).toBe(1);
    const found = () => sql('select differences from metric_state where company_id = $1', [companyId]);
    expect(await found()).toEqual([{ differences: 1 }]);
    // The next comparison finds the day repaired.
    await sql('update metric_state set checked_on = null where company_id = $1', [companyId]);
    while (await metricDays.step(companyId));
    expect(await found()).toEqual([{ differences: 0 }]);
  });

  it('that change while they are compared are no difference, and are counted again', async () => {
    const { companyId, addCycle, getDashboard } = await createFixture();
    const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await addCycle({ status: 'closed', at });
    const { metricDays, differences } = createComparison();
    await metricDays.step(companyId);
    while (await metricDays.step(companyId));
    await sql('update metric_state set checked_on = null where company_id = $1', [companyId]);
    const { differences: compare } = metricDayStore;
    vi.spyOn(metricDayStore, 'differences').mockImplementationOnce(async (...day) => {
      await addCycle({ status: 'closed', at });
      return compare(...day);
    });
    while (await metricDays.step(companyId));
    expect(differences).toEqual([]);
    expect(await sql('select differences from metric_state where company_id = $1', [companyId])).toEqual([
      { differences: 0 },
    ]);
    const { counters, period } = await getDashboard('days=10');
    expect([counters.tickets, period.supportTime.isApproximate]).toEqual([2, true]);
  });

  it('that differ from a recount are counted for the alert', async () => {
    const { companyId, addCycle } = await createFixture();
    await addCycle({ status: 'closed', at: new Date(Date.now() - 3 * 86_400_000).toISOString() });
    const { metricDays } = server.modules;
    const counted = async () =>
      Number(/^stored_days_differing_total (\d+)$/m.exec((await server.app.inject('/metrics')).body)![1]);
    await metricDays.step(companyId);
    while (await metricDays.step(companyId));
    const before = await counted();
    await sql(
      `insert into metric_days (company_id, zone, day, dimension, subject_id, metric, n, sum_s)
       select company_id, zone, built_to, 'all', 0, 'tickets', 5, 0 from metric_state where company_id = $1
       on conflict do nothing`,
      [companyId],
    );
    await sql('update metric_state set checked_on = null where company_id = $1', [companyId]);
    while (await metricDays.step(companyId));
    expect(await counted()).toBe(before + 1);
  });

  it('keep the ratings of an agent who is deleted, and equal a recount', async () => {
    const { admin, agent, companyId, addCycle, getDashboard } = await createFixture();
    const { metricDays } = server.modules;
    for (const rate of [10, 7])
      await addCycle({ status: 'closed', rate, userId: agent.user.id, at: '2026-05-04T12:00:00Z' });
    const recount = (day: string) =>
      server.db.inCompany(companyId, (tx) => metricDayStore.differences(tx, day, 'America/Sao_Paulo'));
    const ratings = async () => {
      const { attendants: agents } = await getDashboard('date_from=2026-05-04&date_to=2026-05-04');
      const { rating, countRating, removed } = agents.find(({ id }: { id: number }) => id === agent.user.id);
      return { rating, countRating, removed };
    };
    await metricDays.step(companyId);
    while (await metricDays.step(companyId));
    expect((await admin.request('DELETE', `/users/${agent.user.id}`)).statusCode).toBe(200);
    expect(await recount('2026-05-04')).toBe(0);
    expect(await ratings()).toEqual({ rating: 8.5, countRating: 2, removed: true });
    // Counted live.
    await sql('delete from metric_state where company_id = $1', [companyId]);
    expect(await ratings()).toEqual({ rating: 8.5, countRating: 2, removed: true });
  });

  it('are compared only after the day that ended last is stored', async () => {
    const { companyId, addCycle } = await createFixture();
    // A zone in which the first hour of the day is running.
    const [{ zone }] = await sql(
      `select name as zone from pg_timezone_names where name ~ '^Etc/GMT[+-]' and extract(hour from now() at time zone name) = 0 limit 1`,
    );
    await sql('update companies set time_zone = $2 where company_id = $1', [companyId, zone]);
    server.modules.db.invalidate(companyId);
    await addCycle({ status: 'closed', at: new Date(Date.now() - 4 * 86_400_000).toISOString() });
    await server.modules.metricDays.step(companyId);
    while (await server.modules.metricDays.step(companyId));
    expect(
      await sql('select checked_on - built_to as days from metric_state where company_id = $1', [companyId]),
    ).toEqual([{ days: 1 }]);
    expect(await metricDayStore.companiesDue(server.db, 100_000)).not.toContain(companyId);
  });
});
