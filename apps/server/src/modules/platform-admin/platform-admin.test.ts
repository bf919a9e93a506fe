import { DAY_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../test/password.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
let planId: number;
beforeAll(async () => {
  server = await startTestServer({ open: true });
  owner = await server.createSuperUser();
  planId = (await server.modules.companies.findOrCreatePlan({ name: 'Equipe', users: 10, connections: 8, queues: 10 }))
    .id;
});
afterAll(() => server.stop());

let count = 0;
const draft = (more: object = {}) => ({
  name: `Ótica ${++count}`,
  email: `otica${count}@example.com`,
  password: PASSWORD,
  planId,
  ...more,
});
const create = async (more: object = {}) => {
  const answer = await owner.request('POST', '/companies', draft(more));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const listed = async (query: string) => (await owner.request('GET', `/companies?${query}`)).json();

describe('a new company [M-023] [M-024] [M-027]', () => {
  it('is created with its admin, settings, name and trial in one transaction', async () => {
    const company = await create({
      name: 'Casa Verde',
      phone: '11 98765-4321',
      document: '12.345.678/0001-95',
      recurrence: 'ANUAL',
      addressCity: 'Olinda',
      numberAttendants: '4',
    });
    expect(company).toMatchObject({
      name: 'Casa Verde',
      status: true,
      recurrence: 'ANUAL',
      phone: '11 98765-4321',
      addressCity: 'Olinda',
      numberAttendants: 4,
      numberConections: 1,
      plan: { id: planId, name: 'Equipe' },
      used: { users: 1, connections: 0, queues: 0 },
      allowed: { users: 10, connections: 8, queues: 10 },
      isTrial: true,
      lastLogin: null,
      folderSize: null,
      deleteAt: null,
    });
    const days = (+new Date(company.dueDate) - +server.clock.now()) / DAY_MS;
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThan(8);
    const admin = await server.signIn(company.email);
    expect(admin.user).toMatchObject({ name: 'Casa Verde', profile: 'admin', super: false, companyId: company.id });
    expect((await admin.request('GET', `/companySettings/${company.id}`)).json()).toHaveProperty('userRating');
    const { rows } = await server.asOwner.query(
      "select kind from subscription_entries where company_id = $1 union all select kind from directory where company_id = $1 and kind = 'company-name'",
      [company.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['start', 'company-name']);
  });

  it('with a name that exists is refused with the text of the specification, and leaves nothing [M-026]', async () => {
    const { name } = await create();
    const before = await server.asOwner.query('select count(*) from companies');
    const answer = await owner.request('POST', '/companies', draft({ name: `  ${name.toUpperCase()} ` }), {
      'accept-language': 'pt',
    });
    expect(errorOf(answer)).toEqual([400, 'ERR_COMPANY_NAME_TAKEN']);
    expect(answer.json().message).toBe(
      'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
    );
    expect((await server.asOwner.query('select count(*) from companies')).rows).toEqual(before.rows);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(51) }],
    ['email', { email: 'nada' }],
    ['email', { email: '' }],
    ['planId', { planId: 999_999 }],
    ['numberAttendants', { numberAttendants: 'dois' }],
    ['numberConections', { numberConections: 'x' }],
    ['recurrence', { recurrence: 'SEMANAL' }],
  ])('with an invalid %s is refused: %j [M-026]', async (field, wrong) => {
    const answer = await owner.request('POST', '/companies', draft(wrong));
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.json().fields).toMatchObject([{ field }]);
  });

  it('with an e-mail of another company is refused', async () => {
    const { email } = await create();
    expect((await owner.request('POST', '/companies', draft({ email }))).statusCode).toBe(400);
  });
});

describe('the list of companies [M-023] [M-027]', () => {
  it('is ordered by due date, found by name, e-mail and document, and filtered by state', async () => {
    const tomorrow = new Date(+server.clock.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const soon = await create({ name: 'Zebra Soluções', dueDate: tomorrow, document: '99887766' });
    const later = await create({ name: 'Zebra Longe', dueDate: '2999-01-01' });
    const found = await listed('searchParam=zebra');
    expect(found.companies.map(({ id }: { id: number }) => id)).toEqual([soon.id, later.id]);
    expect(found).toMatchObject({ count: 2, hasMore: false });
    expect((await listed('searchParam=solucoes')).companies[0].id).toBe(soon.id);
    expect((await listed(`searchParam=${later.email}`)).companies[0].id).toBe(later.id);
    expect((await listed('searchParam=99887766')).companies[0].id).toBe(soon.id);
    const idsOf = async (which: string) =>
      (await listed(`searchParam=zebra&which=${which}`)).companies.map(({ id }: { id: number }) => id);
    expect(await idsOf('ending')).toEqual([soon.id]);
    expect(await idsOf('current')).toEqual([later.id]);
    expect(await idsOf('inactive')).toEqual([]);
    await owner.request('PUT', `/companies/${later.id}`, { status: false });
    expect(await idsOf('inactive')).toEqual([later.id]);
    expect(await idsOf('current')).toEqual([]);
    const { counts } = (await owner.request('GET', '/platform/numbers')).json();
    expect(counts.all).toBe((await listed('')).count);
    expect(counts.ending).toBe((await listed('which=ending')).count);
    expect(counts.inactive).toBe((await listed('which=inactive')).count);
  });

  it('comes in pages of twenty', async () => {
    for (let n = 0; n < 21; n++) await create({ name: `Padaria ${n}` });
    const [first, second] = [await listed('searchParam=padaria'), await listed('searchParam=padaria&pageNumber=2')];
    expect([first.companies.length, first.count, first.hasMore]).toEqual([20, 21, true]);
    expect([second.companies.length, second.hasMore]).toEqual([1, false]);
    const ids = [...first.companies, ...second.companies].map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(21);
    const plans = (await owner.request('GET', '/companiesPlan?searchParam=padaria')).json();
    expect([plans.companies.length, plans.hasMore]).toEqual([20, true]);
  });

  it('shows others than the owner their own company only', async () => {
    const admin = await server.createAdmin();
    const own = (await admin.request('GET', '/companies')).json();
    expect(own).toMatchObject({ companies: [{ id: admin.companyId }], count: 1, hasMore: false });
    expect((await admin.request('GET', '/companies/list')).json()).toMatchObject([{ id: admin.companyId }]);
    expect((await admin.request('GET', `/companies/${admin.companyId}`)).json().id).toBe(admin.companyId);
    expect(errorOf(await admin.request('GET', '/companies/1'))).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
  });
});

describe('a company that the owner changes', () => {
  it('gets its new data; the user with its e-mail gets the new e-mail and password', async () => {
    const company = await create();
    const email = `novo${company.id}@example.com`;
    const answer = await owner.request('PUT', `/companies/${company.id}`, {
      name: `Nova ${company.id}`,
      email,
      password: 'Outra-senha-forte-9',
      phone: '',
    });
    expect(answer.json()).toMatchObject({ name: `Nova ${company.id}`, email, phone: null });
    expect((await server.signIn(email, 'Outra-senha-forte-9')).companyId).toBe(company.id);
    // The old name is free again.
    expect((await create({ name: company.name })).name).toBe(company.name);
  });

  it('changes its plan at once and its due date by an entry of the subscription', async () => {
    const company = await create();
    const other = await server.modules.companies.findOrCreatePlan({
      name: 'Rede',
      users: 20,
      connections: 12,
      queues: 20,
    });
    const answer = await owner.request('PUT', `/companies/${company.id}`, { planId: other.id, dueDate: '2031-05-10' });
    expect(answer.json()).toMatchObject({ plan: { name: 'Rede' }, allowed: { users: 20 } });
    expect(new Date(answer.json().dueDate).toISOString().slice(0, 10)).toMatch(/2031-05-1[01]/);
    const { rows } = await server.asOwner.query(
      "select day::text, user_id from subscription_entries where company_id = $1 and kind = 'set'",
      [company.id],
    );
    expect(rows).toEqual([{ day: '2031-05-10', user_id: owner.user.id }]);
  });

  it('with another e-mail gets its invoices there, also after its first payment', async () => {
    const { companyId, request } = await server.createAdmin();
    await server.asOwner.query(
      `update companies set buyer = jsonb_build_object('email', email, 'name', 'Ana') where company_id = $1`,
      [companyId],
    );
    const email = `novo${companyId}@example.com`;
    expect((await owner.request('PUT', `/companies/${companyId}`, { email })).statusCode).toBe(200);
    const { buyer, email: billingEmail } = (await request('GET', '/subscription')).json();
    expect([billingEmail, buyer.email, buyer.firstName]).toEqual([email, email, 'Ana']);
  });

  it('with another plan gets its open invoice again, with the price of that plan', async () => {
    const company = await create();
    const size = { users: 20, connections: 12, queues: 20 };
    const first = await server.modules.companies.findOrCreatePlan({ name: 'Bairro', ...size, amountCents: 14_900 });
    const other = await server.modules.companies.findOrCreatePlan({ name: 'Franquia', ...size, amountCents: 34_900 });
    const soon = new Date(+server.clock.now() + 4 * 86_400_000).toISOString().slice(0, 10);
    await owner.request('PUT', `/companies/${company.id}`, { planId: first.id, dueDate: soon });
    await owner.request('PUT', `/companies/${company.id}`, { planId: other.id });
    const { rows } = await server.asOwner.query("select cents from invoices where company_id = $1 and state = 'open'", [
      company.id,
    ]);
    expect(rows).toEqual([{ cents: 34_900 }]);
  });

  it('that is deactivated loses its sessions, refuses sign-ins and comes back [D-03]', async () => {
    const admin = await server.createAdmin();
    const screen = await openSocket(server, admin);
    expect((await owner.request('PUT', `/companies/${admin.companyId}`, { status: false })).json().status).toBe(false);
    await screen.closes();
    expect(errorOf(await admin.request('GET', '/auth/me'))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(errorOf(await server.anonymous('POST', '/auth/login', { email: admin.email, password: PASSWORD }))).toEqual([
      401,
      'ERR_COMPANY_INACTIVE',
    ]);
    await owner.request('PUT', `/companies/${admin.companyId}`, { status: true });
    expect((await server.signIn(admin.email)).companyId).toBe(admin.companyId);
  });

  it('cannot take the name of another', async () => {
    const [first, second] = [await create(), await create()];
    expect(errorOf(await owner.request('PUT', `/companies/${second.id}`, { name: first.name }))).toEqual([
      400,
      'ERR_COMPANY_NAME_TAKEN',
    ]);
  });
});

describe('the company of the platform', () => {
  it('is never deactivated, deleted or given a due date', async () => {
    const { name } = (await owner.request('GET', '/companies/1')).json();
    for (const answer of [
      await owner.request('PUT', '/companies/1', { status: false }),
      await owner.request('PUT', '/companies/1', { dueDate: '2031-01-01' }),
      await owner.request('DELETE', `/companies/1?name=${encodeURIComponent(name)}`),
    ])
      expect(errorOf(answer)).toEqual([400, 'ERR_PLATFORM_COMPANY']);
  });
});

describe('the use of a company', () => {
  it('is counted once a day for every company; a second run changes nothing', async () => {
    const admin = await server.createAdmin();
    await admin.request('POST', '/queue', { name: 'Fila', color: '#123123' });
    await server.asOwner.query(
      "insert into files (company_id, storage_key, purpose, mime, bytes, sha256) values ($1, $2, 'media', 'image/png', 2048, '\\x00')",
      [admin.companyId, `${admin.companyId}/media/x`],
    );
    const names = `select count(*)::int as n from directory where kind = 'company-name' and company_id = $1`;
    const countNames = async () => (await server.asOwner.query(names, [admin.companyId])).rows[0].n;
    // As for a company from before names were unique.
    await server.asOwner.query(`delete from directory where kind = 'company-name' and company_id = $1`, [
      admin.companyId,
    ]);
    await server.modules.platformAdmin.usage.countAll();
    expect(await countNames()).toBe(1);
    const { days } = (await owner.request('GET', `/companies/${admin.companyId}/usage`)).json();
    expect(days).toMatchObject([{ users: 1, queues: 1, fileBytes: 2048, fileCount: 1, tickets: 0, messages: 0 }]);
    expect((await owner.request('GET', `/companies/${admin.companyId}`)).json()).toMatchObject({
      folderSize: 2048,
      numberFileFolder: 1,
      updatedAtFolder: days[0].countedAt,
    });
    await server.modules.platformAdmin.usage.countAll();
    const again = (await owner.request('GET', `/companies/${admin.companyId}/usage`)).json();
    expect(again.days).toEqual(days);
    const { rows } = await server.asOwner.query(
      'select count(*)::int as missing from companies c where not exists (select from company_usage u where u.company_id = c.company_id)',
    );
    expect(rows).toEqual([{ missing: 0 }]);
    expect(errorOf(await owner.request('GET', '/companies/999999/usage'))).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
  });
});
