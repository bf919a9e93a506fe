import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

interface TrackedTicket {
  status: string;
  day?: string;
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
  async function addTicket({
    status,
    day = '2026-03-10',
    userId = null,
    rate,
    isActive = false,
    ...times
  }: TrackedTicket) {
    const at = `${day}T15:00:00Z`;
    const [{ id: contactId }] = await sql(
      `insert into contacts (company_id, name, created_at) values ($1, 'Cliente', $2) returning id`,
      [companyId, at],
    );
    const [{ id }] = await sql(
      `insert into tickets (company_id, contact_id, channel, status, is_active_demand, created_at)
       values ($1, $2, 'whatsapp', $3, $4, $5) returning id`,
      [companyId, contactId, status, isActive, at],
    );
    await sql(
      `insert into ticket_tracking (company_id, ticket_id, user_id, created_at, queued_at, started_at, finished_at, is_rated, rating_at)
       values ($1, $2, $3, $4, $4, $4::timestamptz + make_interval(mins => $5), $4::timestamptz + make_interval(mins => $5 + $6),
               $7, case when $7 then $4::timestamptz end)`,
      [companyId, id, userId, at, times.waited ?? 0, times.attended ?? 0, rate !== undefined],
    );
    if (rate !== undefined)
      await sql(
        'insert into user_ratings (company_id, ticket_id, user_id, rate, created_at) values ($1, $2, $3, $4, $5)',
        [companyId, id, userId, rate, at],
      );
    return { id: id as number, contactId: contactId as number };
  }
  const getDashboard = async (query = 'date_from=2026-03-10&date_to=2026-03-10') =>
    (await admin.request('GET', `/dashboard?${query}`)).json();
  return { admin, agent, companyId, addTicket, getDashboard };
}

it('counts rated, unrated and waiting tickets and computes the score [M-156]', async () => {
  const { agent, addTicket, getDashboard } = await createFixture();
  for (const rate of [10, 9, 9, 8, 7, 6, 0, 10]) await addTicket({ status: 'closed', rate, userId: agent.user.id });
  await addTicket({ status: 'closed' });
  await addTicket({ status: 'nps' });
  // Another day and another company.
  await addTicket({ status: 'closed', rate: 0, day: '2026-03-12' });
  const otherCompany = await createFixture();
  await otherCompany.addTicket({ status: 'closed', rate: 3 });

  const { counters, attendants: agents } = await getDashboard();
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
  expect(agents.find(({ id }: { id: number }) => id === agent.user.id)).toMatchObject({
    tickets: 8,
    countRating: 8,
    rating: 7.38,
  });
  expect((await otherCompany.getDashboard()).counters).toMatchObject({
    tickets: 1,
    npsScore: -100,
    npsDetractorsPerc: 100,
  });
});

it('counts the services of the requested days in the company’s time zone, and open and pending tickets of any day', async () => {
  const { admin, agent, companyId, addTicket, getDashboard } = await createFixture();
  await addTicket({ status: 'closed', userId: agent.user.id, waited: 10, attended: 30, isActive: true });
  const reopened = await addTicket({ status: 'closed', userId: agent.user.id, waited: 20, attended: 50 });
  await addTicket({ status: 'group' });
  await addTicket({ status: 'open', day: '2026-01-05' });
  await addTicket({ status: 'pending', day: '2026-01-05' });
  // A second service of the same contact: no longer a lead.
  await sql(
    `insert into ticket_tracking (company_id, ticket_id, created_at, finished_at) values ($1, $2, '2026-04-01', '2026-04-02')`,
    [companyId, reopened.id],
  );
  const { counters, attendants: agents } = await getDashboard();
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
  expect(agents).toHaveLength(2);
  expect(agents.find(({ id }: { id: number }) => id === agent.user.id)).toMatchObject({
    tickets: 2,
    rating: null,
    avgWaitTime: 15,
    avgSupportTime: 40,
  });
  // 21:30 in São Paulo is the next day in UTC.
  await sql(`update ticket_tracking set created_at = '2026-03-11T00:30:00Z' where company_id = $1 and ticket_id = $2`, [
    companyId,
    reopened.id,
  ]);
  expect((await getDashboard('date_from=2026-03-11&date_to=2026-03-11')).counters.tickets).toBe(0);
  expect(await getDashboard('date_from=2026-03-12&date_to=2026-03-11')).toMatchObject({ error: 'ERR_VALIDATION' });
  expect((await admin.request('GET', '/dashboard')).json().counters.tickets).toBe(0);
  expect((await agent.request('GET', '/dashboard')).statusCode).toBe(403);
});
