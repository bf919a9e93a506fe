import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
shareServer(startTestServer, async (started) => {
  server = started;
  owner = await server.createSuperUser();
});

interface PlanAnswer {
  id: number;
  name: string;
  amount: string;
  companies?: number;
  [key: string]: unknown;
}
let count = 0;
const draft = (more: object = {}) => ({
  name: `Equipe ${++count}`,
  users: 10,
  connections: 8,
  queues: 10,
  amount: '149.90',
  ...more,
});
const create = async (more: object = {}) => (await owner.request('POST', '/plans', draft(more))).json<PlanAnswer>();
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const list = async (caller: Pick<Caller, 'request'>, path = '/plans/all') =>
  (await caller.request('GET', path)).json<PlanAnswer[]>();

describe('plans [M-022]', () => {
  it('are created with limits, price and flags, changed and deleted by the owner', async () => {
    const plan = await create({ useKanban: false, amount: '79,5' });
    expect(plan).toMatchObject({ users: 10, amount: '79.50', isPublic: true, useKanban: false, useWhatsapp: true });
    const { rows } = await server.asOwner.query('select amount_cents from plans where id = $1', [plan.id]);
    expect(rows).toEqual([{ amount_cents: 7950 }]);

    const changed = await owner.request('PUT', `/plans/${plan.id}`, { id: plan.id, amount: 99.9, isPublic: false });
    expect(changed.json()).toMatchObject({ id: plan.id, name: plan.name, amount: '99.90', isPublic: false, users: 10 });

    expect((await owner.request('DELETE', `/plans/${plan.id}`)).statusCode).toBe(200);
    expect((await list(owner)).map(({ id }) => id)).not.toContain(plan.id);
    expect(errorOf(await owner.request('PUT', `/plans/${plan.id}`, { users: 3 }))).toEqual([404, 'ERR_NO_PLAN_FOUND']);
    expect(errorOf(await owner.request('DELETE', `/plans/${plan.id}`))).toEqual([404, 'ERR_NO_PLAN_FOUND']);
    const { rows: audited } = await server.asOwner.query<{ act: string }>(
      'select act from audit_log where company_id = $1 and subject = $2 order by id',
      [owner.companyId, `plan ${plan.id}`],
    );
    expect(audited.map(({ act }) => act)).toEqual(['plan.created', 'plan.changed', 'plan.removed']);
  });

  it('show the public ones by name without signing in, never the hidden ones', async () => {
    const [shown, hidden] = [
      await create({ name: 'AA visível' }),
      await create({ name: 'AB oculto', isPublic: false }),
    ];
    for (const query of ['', '?listPublic=false', '?listPublic=true']) {
      const plans = (await server.anonymous('GET', `/plans/list${query}`)).json<PlanAnswer[]>();
      expect(plans.map(({ id }) => id)).toContain(shown.id);
      expect(plans.map(({ id }) => id)).not.toContain(hidden.id);
      expect(plans.map(({ name }) => name)).toEqual(plans.map(({ name }) => name).toSorted());
      expect(plans.every((plan) => !('companies' in plan))).toBe(true);
    }
  });

  it('show the owner all of them with their companies, and others the public ones and their own', async () => {
    const hidden = await create({ isPublic: false });
    const admin = await server.createAdmin({ plan: { isPublic: false } });
    const own = admin.user.company.plan.id;
    const { name } = admin.user.company;
    expect((await list(owner)).find(({ id }) => id === own)).toMatchObject({ companies: 1, companyNames: [name] });
    expect((await list(owner)).find(({ id }) => id === hidden.id)).toMatchObject({ companies: 0, companyNames: [] });
    const seen = await list(admin);
    expect(seen.map(({ id }) => id)).toContain(own);
    expect(seen.map(({ id }) => id)).not.toContain(hidden.id);
    expect(seen.every((plan) => !('companies' in plan || 'companyNames' in plan))).toBe(true);
  });

  it('refuse a name that exists with the text of the specification [M-026]', async () => {
    const { name } = await create();
    const answer = await owner.request('POST', '/plans', draft({ name }), { 'accept-language': 'pt' });
    expect(errorOf(answer)).toEqual([400, 'ERR_PLAN_NAME_ALREADY_EXISTS']);
    expect(answer.json().message).toBe(
      'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
    );
  });

  it.each(['12.345', '-1', 'dez', '', 1e9, 0.001])('refuse the price %j', async (amount) => {
    const answer = await owner.request('POST', '/plans', draft({ amount }));
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'amount' }] });
  });

  it('in use cannot be deleted', async () => {
    const { user, companyId } = await server.createAdmin();
    expect(errorOf(await owner.request('DELETE', `/plans/${user.company.plan.id}`))).toEqual([400, 'ERR_PLAN_IN_USE']);
    const next = await create();
    await server.db.inCompany(companyId, (tx) => server.modules.companies.change(tx, { nextPlanId: next.id }));
    expect(errorOf(await owner.request('DELETE', `/plans/${next.id}`))).toEqual([400, 'ERR_PLAN_IN_USE']);
    const listed = (await list(owner)).find(({ id }) => id === next.id);
    expect(listed).toMatchObject({ companies: 1, companyNames: [user.company.name] });
  });

  it('apply a change to the companies at once', async () => {
    const admin = await server.createAdmin({ plan: { useKanban: true } });
    await owner.request('PUT', `/plans/${admin.user.company.plan.id}`, { useKanban: false, queues: 0 });
    expect((await admin.request('GET', '/auth/me')).json().user.company.plan).toMatchObject({ useKanban: false });
    expect(errorOf(await admin.request('POST', '/queue', { name: 'Fila', color: '#123123' }))).toEqual([
      400,
      'ERR_QUEUE_LIMIT_REACHED',
    ]);
  });
});

describe('a change of limits', () => {
  it('counts the companies that would be over them, and names the first', async () => {
    const plan = await create({ queues: 10 });
    const [full, free] = [await server.createAdmin({ name: 'Auto Peças Litoral' }), await server.createAdmin()];
    for (const { companyId } of [full, free])
      await server.db.inCompany(companyId, (tx) => server.modules.companies.change(tx, { planId: plan.id }));
    for (const color of ['#111111', '#222222', '#333333'])
      await full.request('POST', '/queue', { name: `Fila ${color}`, color });
    const impact = (query: string) => owner.request('GET', `/plans/${plan.id}/impact?${query}`);
    expect((await impact('users=1&connections=1&queues=2')).json()).toEqual({
      companies: 2,
      over: 1,
      examples: [{ id: full.companyId, name: 'Auto Peças Litoral', users: 1, connections: 0, queues: 3 }],
    });
    expect((await impact('users=1&connections=0&queues=3')).json()).toMatchObject({ companies: 2, over: 0 });

    // A limit of the company itself takes precedence.
    expect((await impact('users=0&connections=1&queues=9')).json()).toMatchObject({ over: 2 });
    await server.db.inCompany(full.companyId, (tx) => server.modules.companies.change(tx, { usersLimit: 5 }));
    expect((await impact('users=0&connections=1&queues=9')).json()).toMatchObject({
      over: 1,
      examples: [{ id: free.companyId }],
    });
  });
});
