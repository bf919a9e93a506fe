import { userFlags } from '@balcao/domain/policy/actor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonSchemaOf } from '../src/infrastructure/http/json-schema.ts';
import { calls, callNamed, writes, type AnySent, type CallName } from './fixtures/calls.ts';
import { changes, columnsOf, newRows, valuesOf, writtenRows, type Column, type Dump } from './fixtures/rows.ts';
import { isForSuperUsers, supportCalls } from './fixtures/rights.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { createTenantFixture, endsSession, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';
import { writable } from './fixtures/writable.ts';

let fixture: TenantFixture;
let tenantColumns: Column[];
beforeAll(async () => {
  fixture = await createTenantFixture();
  tenantColumns = await columnsOf(fixture.server.asOwner, fixture.rows.tenant);
});
afterAll(() => fixture.stop());

/** Values that no row contains otherwise. */
const HOSTILE = {
  text: 'hostilvalor',
  number: 987_654_321,
  date: '1999-12-31T23:59:59.000Z',
  uuid: '00000000-dead-4bad-8bad-000000000000',
};
/** As they are in a row: the database has no fractions of the date's seconds. */
const HOSTILE_TEXTS = [...Object.values(HOSTILE).map(String), '1999-12-31T23:59:59'];
function hostileFor(type: string): unknown {
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'bigint' || type.startsWith('numeric')) return HOSTILE.number;
  if (type.startsWith('timestamp')) return HOSTILE.date;
  return type === 'uuid' ? HOSTILE.uuid : HOSTILE.text;
}
/** A company id among the extra fields is audited. */
const AUDITED = 'audit_log +';
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('extra fields in a request are never written [MA-05]', { timeout: SWEEP_MS }, () => {
  it.each(writes.map(({ name }) => name))('%s', async (name) => {
    const { rows, a } = fixture;
    const caller = isForSuperUsers(name) ? fixture.super : undefined;
    // Super users name the company in the path.
    const isOfPlatform = caller && !callNamed(name).endpoint.path.includes(':companyId');
    const home = isOfPlatform ? fixture.super.companyId : a.companyId;
    const extras = extraFieldsFor(name);
    const plain = await sendAndDump(name, (sent) => sent);
    const hostile = await sendAndDump(name, (sent) =>
      callNamed(name).endpoint.files === undefined && sent.file === undefined ? withExtras(sent, extras) : sent,
    );

    expect(plain.status, plain.body).toBeLessThan(supportCalls.includes(name) ? 401 : 300);
    expect([200, 201, 204, 400], hostile.body).toContain(hostile.status);
    expect(writable[name], `${name} needs a row in fixtures/writable.ts`).toBeDefined();
    const allowed = writable[name]!;
    for (const { before, after } of [plain, hostile]) {
      expect(changes(before, after).filter((change) => change !== AUDITED && !allowed.includes(change))).toEqual([]);
    }
    expect(hostileTables(hostile)).toEqual([]);
    expect(newBooleans(plain)).toEqual(newBooleans(hostile));
    expect(
      newRows(hostile.before, hostile.after).every(
        (row) => valuesOf(row)['company_id'] === undefined || valuesOf(row)['company_id'] === home,
      ),
    ).toBe(true);
    columns += Object.keys(extras).length;

    async function sendAndDump(call: CallName, change: (sent: AnySent) => AnySent) {
      await resetRateLimits(fixture.server);
      const sent = change(await fixture.sample(call, a));
      const sender =
        caller ?? (endsSession(call) ? await fixture.server.createAgent(a.companyId, { profile: 'admin' }) : a.admin);
      const before = await rows.dump(home);
      const answer = await fixture.send(call, sent, sender);
      return { status: answer.statusCode, body: answer.body, before, after: await rows.dump(home) };
    }
  });
  let columns = 0;
  afterAll(() =>
    figure('MA-05', 'endpoints, extra columns sent, extra columns written', `${writes.length}, ${columns}, 0`),
  );
});

/** Tables with an extra value in a row that was written; the audit log may contain the company id. */
const hostileTables = ({ before, after }: { before: Dump; after: Dump }): string[] =>
  writtenRows(before, after).flatMap(({ table, text }) =>
    table !== 'audit_log' && HOSTILE_TEXTS.some((value) => text.includes(value)) ? table : [],
  );

/** The boolean columns of new rows: equal with and without the extra fields. */
const newBooleans = ({ before, after }: { before: Dump; after: Dump }) =>
  newRows(before, after).flatMap((row) => {
    const booleans = Object.entries(valuesOf(row)).filter(([, value]) => typeof value === 'boolean');
    return booleans.length === 0 ? [] : [[row.table, ...booleans]];
  });

/** Every column of every table, in snake case and camel case, that is not a field of the endpoint. */
function extraFieldsFor(name: CallName): Record<string, unknown> {
  const { body } = callNamed(name).endpoint;
  const contractFields = new Set(body ? Object.keys(jsonSchemaOf(body, 'input').properties ?? {}) : []);
  const all = tenantColumns.flatMap((column) =>
    [column.name, camel(column.name)].map((key) => [key, hostileFor(column.type)] as const),
  );
  return Object.fromEntries(
    [...all, ['super', true], ['status', false]].filter(([key]) => !contractFields.has(key as string)),
  );
}

/** Without `__proto__`, which no endpoint accepts: hostile-json.test.ts. */
const withExtras = (sent: AnySent, extras: Record<string, unknown>): AnySent => ({
  ...sent,
  body: {
    ...extras,
    constructor: extras,
    prototype: extras,
    ...(sent.body as object),
    company: extras,
    user: extras,
  },
});

describe('users cannot raise their own permissions [MA-01] [MA-02] [M-202]', () => {
  /** Columns that users may change on themselves. */
  const own = [
    'users.name',
    'users.email',
    'users.password_hash',
    'users.farewell_message',
    'users.default_theme',
    'users.default_menu',
    'users.updated_at',
  ];
  const rightsOf = (queueId: number): Record<string, unknown> => ({
    profile: 'admin',
    queueIds: [queueId],
    startWork: '01:00',
    endWork: '02:00',
    ...Object.fromEntries(userFlags.map((flag) => [flag, flag === 'allowGroup' ? true : 'enabled'])),
    userClosePendingTicket: 'disabled',
  });
  const ignored = {
    super: true,
    isSuper: true,
    companyId: 1,
    tokenVersion: 7,
    passwordHash: 'x',
    password_hash: 'x',
    id: 1,
    createdAt: HOSTILE.date,
  };

  it('an agent who sends rights for themselves is rejected, field by field and all together', async () => {
    const { rows, a } = fixture;
    const agent = await fixture.server.createAgent(a.companyId);
    const itself = `/users/${agent.user.id}`;
    const before = await rows.dump(a.companyId);
    const expectedRights = rightsOf(a.ids.queue);
    for (const body of [
      ...Object.entries(expectedRights).map(([key, value]) => ({ [key]: value })),
      expectedRights,
      { ...expectedRights, ...ignored },
    ]) {
      const answer = await agent.request('PUT', itself, body);
      expect([answer.statusCode, answer.json().error], JSON.stringify(body)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect(changes(before, await rows.dump(a.companyId))).toEqual([AUDITED]);
    figure(
      'MA-01',
      'permissions sent for oneself, accepted',
      `${Object.keys(expectedRights).length + Object.keys(ignored).length}, 0`,
    );
  });

  it('unknown fields are ignored; only allowed fields change', async () => {
    const { rows, a } = fixture;
    const agent = await fixture.server.createAgent(a.companyId);
    const before = await rows.dump(a.companyId);
    const answer = await agent.request('PUT', `/users/${agent.user.id}`, {
      ...ignored,
      name: 'Novo nome',
      defaultTheme: 'dark',
      farewellMessage: 'Até!',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const found = changes(before, await rows.dump(a.companyId));
    expect(found.filter((change) => ![...own, AUDITED, 'event_log +'].includes(change))).toEqual([]);
    expect(found).toContain('users.name');
    expect(answer.json()).toMatchObject({ id: agent.user.id, super: false, companyId: a.companyId, profile: 'user' });
  });

  it('only an admin changes another user, and an admin cannot create a super user', async () => {
    const { rows, a } = fixture;
    const [first, second] = [
      await fixture.server.createAgent(a.companyId),
      await fixture.server.createAgent(a.companyId),
    ];
    const before = await rows.dump(a.companyId);
    for (const body of [
      { name: 'Roubado' },
      { password: 'outra-senha' },
      { email: 'outro@example.com' },
      { ...ignored },
      {},
    ]) {
      const answer = await first.request('PUT', `/users/${second.user.id}`, body);
      expect([answer.statusCode, answer.json().error]).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect(changes(before, await rows.dump(a.companyId))).toEqual([AUDITED]);
    for (const [method, path, body] of [
      ['PUT', `/users/${second.user.id}`, ignored],
      ['PUT', `/users/${a.admin.user.id}`, ignored],
      ['POST', '/users', { ...ignored, name: 'Super?', email: 'super@example.com', password: 'senha-qualquer' }],
    ] as const) {
      const answer = await a.admin.request(method, path, body);
      expect([answer.statusCode, answer.json().super], answer.body).toEqual([200, false]);
    }
    const { rows: supers } = await fixture.server.asOwner.query(
      'select from users where company_id = $1 and is_super',
      [a.companyId],
    );
    expect(supers).toEqual([]);
  });
});

describe('admins change only allowed fields of their company [MA-03] [MA-04]', () => {
  const changing = /^(PUT|POST|DELETE) (\/companies|.*signup)/;
  const allowed = [
    'PUT /companies/:companyId/schedules',
    'PUT /companies/:companyId/time-zone',
    // Creates a company; modules/access/sign-up.test.ts shows what it ignores.
    'POST /auth/signup',
  ];

  it('through two endpoints; a new endpoint needs a test here', () => {
    const paths = calls
      .filter(({ name }) => !isForSuperUsers(name))
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(paths.filter((path) => changing.test(path))).toEqual(allowed);
  });

  it('fields of the platform owner stay unchanged', async () => {
    const { server, a } = fixture;
    const snapshot = async () =>
      (
        await server.asOwner.query(
          `select name, plan_id, (due_date at time zone time_zone)::date as due_day, is_active from companies
            where company_id = $1`,
          [a.companyId],
        )
      ).rows;
    const before = await snapshot();
    const more = { planId: 999, dueDate: '2999-12-31', status: false, is_active: false, name: 'Outra', companyId: 1 };
    for (const [path, body] of [
      [`/companies/${a.companyId}/schedules`, { schedules: [] }],
      [`/companies/${a.companyId}/time-zone`, { timeZone: 'America/Manaus' }],
    ] as const) {
      const answer = await a.admin.request('PUT', path, { ...more, ...body });
      expect([200, 400], answer.body).toContain(answer.statusCode);
    }
    expect(await snapshot()).toEqual(before);
  });
});
