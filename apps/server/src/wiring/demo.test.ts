import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { PASSWORD } from '../../test/users.ts';
import { removeCompany } from '../infrastructure/db/remove-company.ts';
import { verify } from '../../../../tools/verify/verify.ts';
import { createDemo, DEMO_PASSWORD, findDemo, finishDemo, removeDemo } from './demo.ts';

const ADMIN = 'admin@example.com';
const SUPER = 'super@example.com';
/** As after the production steps of the README. */
const inPublic = { NODE_ENV: 'production', PUBLIC_URL: 'https://desk.example.com' };

let demo: TestServer;
beforeAll(async () => {
  // With simulated phones, which the demo company's conversations came by.
  demo = await startTestServer({ env: { SANDBOX: 'on' } });
  await finishDemo(demo, await makeDemo(demo));
}, 120_000);
afterAll(() => demo.stop());

const removerOf =
  ({ ownerUrl }: TestServer) =>
  (companyId: number) =>
    removeCompany(ownerUrl, companyId);
const makeDemo = (server: TestServer) => createDemo(server, { removeCompany: removerOf(server), onProgress: () => {} });
const tryIn = ({ anonymous }: TestServer, email: string, password = DEMO_PASSWORD) =>
  anonymous('POST', '/auth/login', { email, password });
const countsOf = async ({ asOwner }: TestServer) =>
  (
    await asOwner.query(
      `select c.name, c.demo_state as state, (select count(*)::int from users u where u.company_id = c.company_id) as users,
              (select count(*)::int from queues q where q.company_id = c.company_id) as queues,
              (select count(*)::int from tags t where t.company_id = c.company_id) as tags
         from companies c order by c.company_id`,
    )
  ).rows;
const complete = [
  { name: 'Balcão', state: 'ready', users: 1, queues: 0, tags: 0 },
  { name: 'Ótica Boa Vista', state: 'ready', users: 4, queues: 3, tags: 11 },
  { name: 'Mercado Lua Cheia', state: 'ready', users: 2, queues: 2, tags: 5 },
  ...['Papelaria Aurora', 'Clínica Sol Nascente', 'Studio Lima', 'Doceria Canela', 'Oficina Três Irmãos'].map(
    (name) => ({
      name,
      state: 'ready',
      users: 1,
      queues: 0,
      tags: 0,
    }),
  ),
];

describe('demo users', () => {
  it('sign in in demo mode, and only the one of the platform is a super user [F-A2]', async () => {
    const admin = (await tryIn(demo, ADMIN)).json();
    expect([admin.user.super, admin.user.profile]).toEqual([false, 'admin']);
    expect((await demo.withToken(admin.token)('PUT', '/settings/appName', { value: 'X' })).statusCode).toBe(403);
    const owner = (await tryIn(demo, SUPER)).json();
    expect([owner.user.super, owner.user.companyId]).toEqual([true, 1]);
  });

  it('neither sign in nor keep a session on a public server, which names them [F-A2]', async () => {
    const sessions = [await demo.signIn(ADMIN, DEMO_PASSWORD), await demo.signIn(SUPER, DEMO_PASSWORD)];
    // A user added to a demo company later: none of its users is served.
    const added = await demo.createUser(sessions[0]!.companyId);
    const real = await demo.modules.access.createSuperUser({
      company: { name: 'Balcão', planId: 1, dueDate: new Date() },
      admin: { name: 'Dona', email: 'dona@desk.example.com', password: PASSWORD },
    });
    const open = await startTestServer({ ownerUrl: demo.ownerUrl, env: inPublic });
    try {
      for (const [email, password] of [
        [ADMIN, DEMO_PASSWORD],
        [SUPER, DEMO_PASSWORD],
        [added.email, PASSWORD],
      ] as const) {
        const answer = await tryIn(open, email, password);
        expect([answer.statusCode, answer.json().error], email).toEqual([401, 'ERR_DEMO_USER']);
        expect((await tryIn(open, email, 'errada-errada')).json().error).toBe('ERR_INVALID_CREDENTIALS');
      }
      for (const { token, cookie } of sessions) {
        expect((await open.withToken(token)('GET', '/auth/me')).statusCode).toBe(401);
        const renewed = await open.anonymous('POST', '/auth/refresh_token', undefined, {
          cookie: cookie.replace('jrt=', `${open.config.cookieName}=`),
          'sec-fetch-site': 'same-origin',
        });
        expect(renewed.statusCode).toBe(401);
      }
      expect((await tryIn(open, 'dona@desk.example.com', PASSWORD)).statusCode).toBe(200);
      expect(await findDemo(open)).toMatchObject({
        names: complete.slice(1).map(({ name }) => name),
        ownerEmails: [SUPER],
        isOwnerDemo: false,
      });
    } finally {
      await open.stop();
    }
    await demo.asOwner.query('delete from directory where row_id = any($1)', [[`${real.userId}`, `${added.userId}`]]);
    await demo.asOwner.query('delete from users where id = any($1)', [[real.userId, added.userId]]);
  });
});

describe('demo data', () => {
  it('has closed conversations with messages and ratings, so that the dashboard shows numbers', async () => {
    const admin = await demo.signIn(ADMIN, DEMO_PASSWORD);
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const { counters, period } = (
      await admin.request('GET', `/dashboard?date_from=${day(31)}&date_to=${day(0)}`)
    ).json<{ counters: Record<string, number>; period: { received: number; sentBy: { users: number } } }>();
    const cycles = counters['supportFinished']!;
    expect(cycles).toBeGreaterThan(40);
    expect([period.received, period.sentBy.users]).toEqual([2 * cycles, 2 * cycles]);
    expect(counters['withRating']! + counters['withoutRating']!).toBe(cycles);
    expect(counters['withRating']).toBeGreaterThan(cycles / 2);
    expect(counters['avgWaitTime']).toBeGreaterThan(0);
    const findings = (await verify({ ownerUrl: demo.ownerUrl, stuckAfterSeconds: 60 })).flatMap((result) =>
      result.findings.map(({ row }) => [result.name, row]),
    );
    expect(findings).toEqual([]);
  });

  it('is complete after a start that was interrupted, without remains of the first try [F-A10]', async () => {
    const server = await startTestServer();
    try {
      const interrupted = await makeDemo(server);
      // The process was killed after one company was complete and while another was being made.
      await server.modules.companies.setDemoState(interrupted[1]!.companyId, 'ready');
      await server.asOwner.query('delete from tags where company_id = $1', [interrupted[0]!.companyId]);
      const made = await makeDemo(server);
      expect(made.map(({ hasConversations }) => hasConversations)).toEqual([true, false, false, false, false, false]);
      await finishDemo(server, made);
      const byName = (rows: { name: string }[]) => rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(byName(await countsOf(server))).toEqual(byName(complete));
      expect(await makeDemo(server)).toEqual([]);
    } finally {
      await server.stop();
    }
  }, 60_000);

  it('is removed as a whole, and the next super user owns the platform again [F-A2]', async () => {
    expect(await countsOf(demo)).toEqual(complete);
    await removeDemo(demo, removerOf(demo));
    expect(await countsOf(demo)).toEqual([]);
    expect((await demo.asOwner.query('select from directory')).rowCount).toBe(0);
    const plan = await demo.modules.companies.findOrCreatePlan({ name: 'P', users: 5, connections: 1, queues: 1 });
    const { companyId } = await demo.modules.access.createSuperUser({
      company: { name: 'Dona', planId: plan.id, dueDate: new Date() },
      admin: { name: 'Dona', email: SUPER, password: PASSWORD },
    });
    expect([companyId, (await demo.signIn(SUPER)).user.super]).toEqual([1, true]);
    expect((await demo.createCompany()).companyId).toBeGreaterThan(4);
  });

  it('is not made where a real company exists', async () => {
    const server = await startTestServer();
    try {
      await server.createCompany();
      expect(await makeDemo(server)).toEqual([]);
      expect((await tryIn(server, SUPER)).statusCode).toBe(401);
    } finally {
      await server.stop();
    }
  });
});
