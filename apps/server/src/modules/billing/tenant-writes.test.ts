import { expect, it } from 'vitest';
import type { TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import type { Caller } from '../../../test/users.ts';
import { billing, startBillingServer, statusAndError } from './billing.fixture.ts';

let server: TestServer;
let given: Awaited<ReturnType<typeof billing>>;
shareServer(startBillingServer, async (started) => {
  server = started;
  given = await billing(server);
});

const REFUSED = [403, 'ERR_NO_PERMISSION'];
/** What a company owes and has, as the database holds it. */
const accountOf = async ({ companyId }: Caller) =>
  (
    await server.asOwner.query(
      `select c.plan_id, c.due_date, c.is_active, i.id, i.state, i.cents, i.due_day from companies c
         join invoices i using (company_id) where company_id = $1 order by i.id`,
      [companyId],
    )
  ).rows;

it('no user of a company sets the status of an invoice [PY-05]', async () => {
  const { admin, invoice } = await given.createBilled();
  const agent = await server.createAgent(admin.companyId);
  const before = await accountOf(admin);
  const paid = { status: 'paid', state: 'paid', value: 0, amountCents: 0, dueDate: '2999-12-31' };
  for (const caller of [admin, agent]) {
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE'] as const)
      for (const path of ['', '/status', '/paid', '/settle'])
        expect([404, 405], `${method} ${path}`).toContain(
          (await caller.request(method, `/invoices/${invoice.id}${path}`, paid)).statusCode,
        );
    for (const call of ['settle', 'void']) {
      const path = `/companies/${admin.companyId}/invoices/${invoice.id}/${call}`;
      expect(statusAndError(await caller.request('POST', path, { reason: 'Já paguei', reference: 'x' }))).toEqual(
        REFUSED,
      );
    }
  }
  expect(await accountOf(admin)).toEqual(before);
});

it('no path changes the due date or the plan for a user of the company [PY-06]', async () => {
  const { admin, invoice } = await given.createBilled();
  const agent = await server.createAgent(admin.companyId);
  const large = await given.createPlan({ users: 999, connections: 999, amountCents: 1 });
  const before = await accountOf(admin);
  const wanted = {
    dueDate: '2999-12-31',
    dueDay: '2999-12-31',
    addDays: 365,
    reason: 'Para mim',
    planId: large.id,
    plan: JSON.stringify({ planId: large.id }),
    recurrence: 'ANUAL',
    status: true,
    companyId: admin.companyId,
  };
  const own = `/companies/${admin.companyId}`;
  for (const caller of [admin, agent])
    for (const [method, path] of [
      ['PUT', own],
      ['POST', `${own}/restore`],
      ['POST', `${own}/due-day`],
      ['PUT', `${own}/discount`],
      ['PUT', `${own}/limits`],
      ['DELETE', own],
      ['POST', '/companies'],
      ['PUT', `/plans/${large.id}`],
      ['POST', '/plans'],
      ['DELETE', `/plans/${large.id}`],
    ] as const)
      expect((await caller.request(method, path, wanted)).statusCode, `${method} ${path}`).toBe(403);
  // Writes of their own, with the fields beside.
  for (const [method, path, body] of [
    ['PUT', `${own}/schedules`, { schedules: [] }],
    ['PUT', '/companySettings', { column: 'dueDate', data: '2999-12-31' }],
    ['PUT', '/companySettings', { column: 'planId', data: String(large.id) }],
    ['PUT', `/users/${admin.user.id}`, { company: { dueDate: '2999-12-31', planId: large.id } }],
    ['POST', '/subscription', { invoiceId: invoice.id, firstName: 'Helena', price: '0.01', users: 999 }],
  ] as const)
    await admin.request(method, path, { ...wanted, plan: undefined, planId: undefined, ...body });
  const after = await accountOf(admin);
  expect(after.map(({ plan_id, due_date, is_active }) => [plan_id, due_date, is_active])).toEqual(
    before.map(({ plan_id, due_date, is_active }) => [plan_id, due_date, is_active]),
  );
  expect(after.every(({ state }) => state !== 'paid')).toBe(true);
});

it('an agent reads the invoices of the company and pays none [PY-07]', async () => {
  const { admin, invoice } = await given.createBilled();
  const agent = await server.createAgent(admin.companyId);
  expect((await agent.request('GET', '/invoices/all')).json().invoices).toMatchObject([{ id: invoice.id }]);
  for (const [path, body] of [
    ['/subscription', { invoiceId: invoice.id, firstName: 'Ana' }],
    ['/subscription/plan', { planId: 1 }],
    [`/invoices/${invoice.id}/check`, {}],
  ] as const)
    expect(statusAndError(await agent.request('POST', path, body)), path).toEqual(REFUSED);
});

it.each(['efi', 'stripe', 'mercadopago', 'asaas'])(
  'the webhook of %s is registered by super users only [PY-09]',
  async (provider) => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    for (const caller of [admin, agent])
      for (const call of ['webhook', 'test']) {
        const answer = await caller.request('POST', `/payments/providers/${provider}/${call}`, {});
        expect(statusAndError(answer), call).toEqual(REFUSED);
      }
    expect((await server.anonymous('POST', `/payments/providers/${provider}/webhook`, {})).statusCode).toBe(401);
    const byOwner = await given.superUser.request('POST', `/payments/providers/${provider}/webhook`, {});
    expect([401, 403, 404]).not.toContain(byOwner.statusCode);
  },
);
