import { endpoints } from '@balcao/contract';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshToken } from '../../../test/fixtures/tenants.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { setDaysLeft } from '../../../test/subscriptions.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket, connect } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const change = (companyId: number, to: Parameters<typeof server.modules.companies.change>[1]) =>
  server.db.inCompany(companyId, (tx) => server.modules.companies.change(tx, to));
const flags = [
  'useWhatsapp',
  'useFacebook',
  'useInstagram',
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
];

describe('a company and its plan', () => {
  it('are shown with every limit and flag of the plan [M-019] [M-021]', async () => {
    const admin = await server.createAdmin({
      name: 'Casa Verde',
      plan: { users: 7, connections: 3, queues: 4, amountCents: 12_950, useCampaigns: false, useOpenAi: false },
    });
    const answer = await admin.request('GET', `/companies/listPlan/${admin.companyId}`);
    const { plan, ...company } = answer.json();
    expect(company).toEqual({
      id: admin.companyId,
      name: 'Casa Verde',
      email: admin.email,
      status: true,
      dueDate: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      phone: null,
      document: null,
      lastLogin: expect.stringMatching(/Z$/),
    });
    const off = ['useCampaigns', 'useOpenAi'];
    expect(plan).toEqual({
      id: expect.any(Number),
      name: expect.any(String),
      users: 7,
      connections: 3,
      queues: 4,
      amount: '129.50',
      ...Object.fromEntries(flags.map((flag) => [flag, !off.includes(flag)])),
    });
  });

  it('are visible to its own users and the platform owner [M-021]', async () => {
    const ownAdmin = await server.createAdmin();
    const agent = await server.createAgent(ownAdmin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const owner = await server.createSuperUser();
    const path = `/companies/listPlan/${ownAdmin.companyId}`;
    expect((await agent.request('GET', path)).json().id).toBe(ownAdmin.companyId);
    expect((await owner.request('GET', path)).json().id).toBe(ownAdmin.companyId);
    expect(errorOf(await otherCompanyAdmin.request('GET', path))).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
    expect(errorOf(await otherCompanyAdmin.request('GET', '/companies/listPlan/999999'))).toEqual([
      404,
      'ERR_NO_COMPANY_FOUND',
    ]);
    expect(errorOf(await owner.request('GET', '/companies/listPlan/999999'))).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
  });

  it('apply changes from the next request on', async () => {
    const admin = await server.createAdmin();
    const none = await server.modules.companies.findOrCreatePlan({
      name: 'Nada incluso',
      users: 1,
      connections: 0,
      queues: 0,
      useKanban: false,
    });
    await change(admin.companyId, { planId: none.id });
    expect((await admin.request('GET', '/auth/me')).json().user.company.plan).toMatchObject({
      name: 'Nada incluso',
      useKanban: false,
    });
    expect(errorOf(await admin.request('POST', '/queue', { name: 'Fila', color: '#123123' }))).toEqual([
      400,
      'ERR_QUEUE_LIMIT_REACHED',
    ]);
  });
});

describe('a company with an expired subscription', () => {
  const everyCall = Object.values(endpoints).flatMap((group) => Object.values(group));
  const callEndpoint = (
    caller: Caller,
    { method, path }: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string },
  ) =>
    caller.request(
      method,
      path.replace(':companyId', String(caller.companyId)).replace(':key', 'appName').replace(':id', '999999'),
      method === 'GET' || method === 'DELETE' ? undefined : {},
    );

  it('may call the endpoints that the contract leaves open, and receives 402 from all others [M-029] [M-030] [PY-08]', async () => {
    const admin = await server.createAdmin({ dueDate: new Date(Date.now() - DAY_MS) });
    expect(admin.user.company.expired).toBe(true);
    const isClosed = async (call: (typeof everyCall)[number]) => (await callEndpoint(admin, call)).statusCode === 402;
    const signOut = everyCall.filter((call) => call.path.startsWith('/auth/') && call.method === 'DELETE');
    for (const call of everyCall) {
      // An API token is tried with its own endpoint.
      if (call.access === 'public' || call.access === 'api-token' || signOut.includes(call)) continue;
      expect([`${call.method} ${call.path}`, await isClosed(call)]).toEqual([
        `${call.method} ${call.path}`,
        call.whenOverdue !== true,
      ]);
    }
    const open = everyCall.filter((call) => 'whenOverdue' in call).map((call) => `${call.method} ${call.path}`);
    expect(open.toSorted()).toEqual([
      'DELETE /auth/logout',
      'DELETE /auth/sessions',
      'GET /auth/me',
      'GET /companies/listPlan/:companyId',
      'GET /companySettingOnePayment',
      'GET /companySettings/:companyId',
      'GET /invoices/:id',
      'GET /invoices/:id/price',
      'GET /invoices/all',
      'GET /plans/all',
      'GET /subscription',
      'GET /subscription/offers',
      'GET /support-accesses',
      'POST /auth/confirm-email/resend',
      'POST /invoices/:id/check',
      'POST /subscription',
      'POST /subscription/plan',
      'POST /support-accesses/:id/end',
      'POST /support-accesses/renew',
    ]);
    expect(errorOf(await admin.request('GET', '/users'))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED']);
    expect((await server.anonymous('GET', '/public-settings/appName')).statusCode).toBe(200);
    expect((await admin.request('DELETE', '/auth/logout')).statusCode).toBe(200);
  });

  it('is blocked during a session, when its last day ends, and unblocked as soon as it is paid [M-029]', async () => {
    const admin = await server.createAdmin({ dueDate: server.clock.now() });
    const lastMoment = new Date(admin.user.company.dueDate);
    expect(lastMoment.toISOString()).toMatch(/T02:59:59\.999Z$/);
    const get = (path: string) => server.withToken(freshToken(server, admin))('GET', path);
    server.clock.pass(+lastMoment - +server.clock.now() - 1_000);
    expect((await get('/users')).statusCode).toBe(200);
    server.clock.pass(2_000);
    expect((await get('/users')).statusCode).toBe(402);
    expect((await get('/auth/me')).json().user.company.expired).toBe(true);
    await setDaysLeft(server, admin.companyId, 30);
    expect((await get('/users')).statusCode).toBe(200);
    expect((await get('/auth/me')).json().user.company.expired).toBe(false);
  });

  it('is never the company of the platform owner [M-029]', async () => {
    const first = await startTestServer();
    const owner = await first.createSuperUser();
    expect(owner.companyId).toBe(1);
    await setDaysLeft(first, 1, -1000);
    expect((await owner.request('GET', '/users')).statusCode).toBe(200);
    expect((await owner.request('GET', '/auth/me')).json().user.company.expired).toBe(false);
    await first.stop();
  });
});

describe('a company that is switched off', () => {
  it('loses its sessions and open clients within a second, and refuses sign-ins [AU-04] [AU-10]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const [screen, other] = [await openSocket(server, agent), await openSocket(server, otherCompanyAdmin)];
    const startedAt = performance.now();
    await change(admin.companyId, { isActive: false });
    await screen.closes();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    for (const caller of [admin, agent])
      expect(errorOf(await caller.request('GET', '/auth/me'))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(await connect(server, admin.companyId, { auth: { token: admin.token } })).toBe('ERR_SESSION_EXPIRED');
    expect(
      errorOf(await server.anonymous('POST', '/auth/login', { email: admin.email, password: 'Senha-de-teste-1' })),
    ).toEqual([401, 'ERR_COMPANY_INACTIVE']);
    expect(other.isClosed()).toBe(false);
    other.close();
  });
});
