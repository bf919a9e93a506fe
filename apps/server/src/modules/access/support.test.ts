import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { connect } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const REASON = 'Filas sem atendente';
type Answer = Awaited<ReturnType<Caller['request']>>;
const errorOf = (answer: Answer) => [answer.statusCode, answer.json().error];
const start = (owner: Caller, companyId: number, reason: unknown = REASON) =>
  owner.request('POST', `/companies/${companyId}/support`, { reason });

/** A super user who has opened the company of a new admin. */
async function opened() {
  const admin = await server.createAdmin();
  const owner = await server.createSuperUser();
  const answer = await start(owner, admin.companyId);
  expect(answer.statusCode, answer.body).toBe(201);
  const access = answer.json<{ id: string; token: string; company: string; expiresAt: string; endsAt: string }>();
  return { admin, owner, access, request: server.withToken(access.token) };
}
const listed = async (admin: Caller) =>
  (await admin.request('GET', '/support-accesses')).json().accesses as { id: string; endedAt: string | null }[];
const auditOf = async (companyId: number) =>
  (
    await server.asOwner.query(
      "select act, user_id, subject, data from audit_log where company_id = $1 and act like 'support.%' order by id",
      [companyId],
    )
  ).rows;
const isRefused = async (request: Caller['request']) => errorOf(await request('GET', '/queue'));

describe('support access to a company [AL-04]', () => {
  it('reads as an admin, names the company and is recorded in both companies', async () => {
    const { admin, owner, access, request } = await opened();
    expect(access.company).toBe(admin.user.company.name);
    expect(+new Date(access.expiresAt) - +server.clock.now()).toBeLessThanOrEqual(15 * MINUTE_MS);
    expect(+new Date(access.endsAt) - +server.clock.now()).toBeLessThanOrEqual(60 * MINUTE_MS);
    expect((await request('GET', '/queue')).statusCode).toBe(200);
    expect((await request('GET', '/users')).json().users).toHaveLength(1);
    const { user } = (await request('GET', '/auth/me')).json();
    const { companyId } = admin;
    expect(user).toMatchObject({ companyId, profile: 'admin', super: false, email: '', online: false });

    expect(await listed(admin)).toEqual([
      { id: access.id, userName: owner.user.name, reason: REASON, startedAt: expect.any(String), endedAt: null },
    ]);
    expect(await auditOf(admin.companyId)).toEqual([
      { act: 'support.started', user_id: owner.user.id, subject: `support ${access.id}`, data: { reason: REASON } },
    ]);
    expect(await auditOf(owner.companyId)).toContainEqual({
      act: 'support.started',
      user_id: owner.user.id,
      subject: `company ${admin.companyId}`,
      data: { accessId: access.id, reason: REASON },
    });
  });

  it('is no user: it has no socket, does not appear online, and the admin stays signed in', async () => {
    const { admin, access } = await opened();
    expect(await connect(server, admin.companyId, { auth: { token: access.token } })).toBe('ERR_SUPPORT_REFUSED');
    const { rows } = await server.asOwner.query(
      'select count(*)::int as sessions from sessions where company_id = $1 and ended_at is null',
      [admin.companyId],
    );
    expect(rows).toEqual([{ sessions: 1 }]);
    expect((await admin.request('GET', '/auth/me')).statusCode).toBe(200);
  });

  it('writes settings, queues and hours, recorded in both companies, in the name of no user of the company', async () => {
    const { admin, owner, access, request } = await opened();
    const saved = await request('PUT', '/companySettings', { column: 'userRating', data: 'enabled' });
    expect(saved.statusCode, saved.body).toBe(200);
    const created = await request('POST', '/queue', { name: 'Vendas', color: '#123456' });
    expect(created.statusCode, created.body).toBe(200);
    const changes = (await admin.request('GET', '/companySettingChanges')).json().changes;
    expect(changes[0]).toMatchObject({ key: 'userRating', to: 'enabled', user: null });
    expect((await admin.request('GET', '/users')).json().users[0].queues).toEqual([]);
    for (const companyId of [admin.companyId, owner.companyId]) {
      const written = (await auditOf(companyId)).filter(
        ({ act, data }) => act === 'support.written' && data.accessId === access.id,
      );
      expect(written.map(({ user_id, data }) => [user_id, data.call])).toEqual([
        [owner.user.id, 'PUT /companySettings'],
        [owner.user.id, 'POST /queue'],
      ]);
    }
  });

  it('that is refused a write records none', async () => {
    const { admin, request } = await opened();
    expect(errorOf(await request('POST', '/contacts', { name: 'Ana', number: '5511999990000' }))).toEqual([
      403,
      'ERR_SUPPORT_REFUSED',
    ]);
    expect((await auditOf(admin.companyId)).map(({ act }) => act)).toEqual(['support.started']);
  });

  it.each(['supportAccess', 'enableLGPD', 'lgpdHideNumber', 'lgpdDeleteMessage'])(
    'does not change %s, which decides what it sees, not even by undoing',
    async (column) => {
      const { admin, request } = await opened();
      const data = column === 'supportAccess' ? 'disabled' : 'enabled';
      expect(errorOf(await request('PUT', '/companySettings', { column, data }))).toEqual([403, 'ERR_SUPPORT_REFUSED']);
      if (column === 'supportAccess') return;
      const { changeId } = (await admin.request('PUT', '/companySettings', { column, data })).json();
      expect(errorOf(await request('POST', `/companySettingChanges/${changeId}/undo`))).toEqual([
        403,
        'ERR_SUPPORT_REFUSED',
      ]);
    },
  );

  it.each([
    ['no reason', undefined],
    ['an empty reason', '   '],
    ['a short reason', 'oi'],
    ['a long reason', 'a'.repeat(301)],
  ])('needs a reason: %s', async (_, reason) => {
    const owner = await server.createSuperUser();
    const { companyId } = await server.createCompany();
    const answer = await owner.request('POST', `/companies/${companyId}/support`, { reason });
    expect(errorOf(answer)).toEqual([400, 'ERR_VALIDATION']);
  });

  it('is for super users, for other companies, and cannot start from within itself', async () => {
    const { admin, owner, request } = await opened();
    const { companyId } = await server.createCompany();
    expect(errorOf(await start(admin, companyId))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(errorOf(await start(owner, owner.companyId))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(errorOf(await request('POST', `/companies/${companyId}/support`, { reason: REASON }))).toEqual([
      403,
      'ERR_SUPPORT_REFUSED',
    ]);
    expect((await start(owner, 2_147_483_647)).statusCode).toBe(404);
  });

  it('is refused where the company does not allow it or is inactive', async () => {
    const owner = await server.createSuperUser();
    const admin = await server.createAdmin();
    await admin.request('PUT', '/companySettings', { column: 'supportAccess', data: 'disabled' });
    expect(errorOf(await start(owner, admin.companyId))).toEqual([403, 'ERR_SUPPORT_OFF']);
    expect((await owner.request('GET', `/companies/${admin.companyId}/support`)).json()).toEqual({
      allowed: false,
      accesses: [],
    });
    const { companyId } = await server.createCompany();
    await server.db.inCompany(companyId, (tx) => server.modules.companies.change(tx, { isActive: false }));
    expect((await start(owner, companyId)).statusCode).toBe(404);
  });
});

describe('the end of a support access', () => {
  it('by the super user or by an admin, once, recorded in both companies', async () => {
    for (const by of ['super user', 'admin'] as const) {
      const { admin, owner, access, request } = await opened();
      const end = by === 'admin' ? admin.request : request;
      expect((await end('POST', `/support-accesses/${access.id}/end`)).statusCode).toBe(200);
      expect(await isRefused(request)).toEqual([401, 'ERR_SUPPORT_ENDED']);
      expect((await admin.request('POST', `/support-accesses/${access.id}/end`)).statusCode).toBe(200);
      expect((await listed(admin))[0]!.endedAt).not.toBeNull();
      for (const companyId of [admin.companyId, owner.companyId])
        expect((await auditOf(companyId)).filter(({ act }) => act === 'support.ended')).toHaveLength(1);
    }
  });

  it('cannot be caused for another access or by another company', async () => {
    const [first, second] = [await opened(), await opened()];
    const path = `/support-accesses/${second.access.id}/end`;
    for (const { request } of [first, first.admin])
      expect(errorOf(await request('POST', path))).toEqual([404, 'ERR_NO_SUPPORT_ACCESS_FOUND']);
    expect((await second.request('GET', '/queue')).statusCode).toBe(200);
  });

  it('comes with the super user’s session', async () => {
    const { admin, owner, request } = await opened();
    await owner.request('DELETE', '/auth/logout');
    expect((await request('GET', '/queue')).statusCode).toBe(401);
    await vi.waitFor(async () => expect((await listed(admin))[0]!.endedAt).not.toBeNull(), { timeout: 8_000 });
  });

  it('comes with the permission', async () => {
    const { owner, request } = await opened();
    await server.asOwner.query('update users set is_super = false where id = $1', [owner.user.id]);
    server.modules.access.authenticator.invalidateUser(owner.companyId, owner.user.id);
    expect(await isRefused(request)).toEqual([401, 'ERR_SUPPORT_ENDED']);
  });

  it('comes with the setting, and allowing it again does not bring it back', async () => {
    const { admin, request } = await opened();
    await admin.request('PUT', '/companySettings', { column: 'supportAccess', data: 'disabled' });
    expect(await isRefused(request)).toEqual([401, 'ERR_SUPPORT_ENDED']);
    await vi.waitFor(async () => expect((await listed(admin))[0]!.endedAt).not.toBeNull(), { timeout: 8_000 });
    await admin.request('PUT', '/companySettings', { column: 'supportAccess', data: 'enabled' });
    expect(await isRefused(request)).toEqual([401, 'ERR_SUPPORT_ENDED']);
  });

  it('comes after 15 minutes without renewal, and after an hour with it', async () => {
    const { owner, access, request } = await opened();
    const renewed = async (token: string) => {
      const answer = await server.withToken(token)('POST', '/support-accesses/renew');
      return answer.statusCode === 200 ? (answer.json().token as string) : answer.json().error;
    };
    let token = access.token;
    try {
      for (let minutes = 14; minutes < 60; minutes += 14) {
        server.clock.pass(14 * MINUTE_MS);
        token = await renewed(token);
        expect((await server.withToken(token)('GET', '/queue')).statusCode).toBe(200);
      }
      expect(errorOf(await request('GET', '/queue'))).toEqual([403, 'ERR_TOKEN_EXPIRED']);
      server.clock.pass(5 * MINUTE_MS);
      expect(await renewed(token)).toBe('ERR_TOKEN_EXPIRED');
    } finally {
      server.clock.set(new Date());
    }
    expect(errorOf(await owner.request('POST', '/support-accesses/renew'))).toEqual([400, 'ERR_NOT_IN_SUPPORT']);
  });
});

describe('a support token', () => {
  it('works with its own session and its own access only', async () => {
    const [first, second] = [await opened(), await opened()];
    const claims = {
      id: first.owner.user.id,
      profile: 'admin',
      companyId: first.admin.companyId,
      sid: first.owner.sessionId,
      ver: 0,
    } as const;
    const support = { access: first.access.id, home: first.owner.companyId };
    const statusWith = async (changed: object) => {
      const token = server.modules.tokens.sign({ ...claims, support, ...changed });
      return (await server.withToken(token)('GET', '/queue')).statusCode;
    };
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ support: undefined })).toBe(401);
    expect(await statusWith({ companyId: second.admin.companyId })).toBe(401);
    expect(await statusWith({ support: { ...support, access: second.access.id } })).toBe(401);
    expect(await statusWith({ sid: second.owner.sessionId })).toBe(401);
    expect(await statusWith({ support: { ...support, home: second.owner.companyId } })).toBe(401);
    expect(await statusWith({ ver: 1 })).toBe(401);
  });
});
