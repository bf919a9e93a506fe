import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD, type Caller } from '../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const MINUTE = 60_000;
const ownPage = { 'sec-fetch-site': 'same-origin' };
const refresh = (cookie: string) => server.anonymous('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie });
type Answer = Awaited<ReturnType<typeof refresh>>;
const cookieOf = ({ cookies }: Answer) => `${cookies[0]!.name}=${cookies[0]!.value}`;
const answered = (answer: Answer) => [answer.statusCode, answer.json().error];
const meOf = (caller: Caller) => caller.request('GET', '/auth/me');

const auditOf = async (companyId: number) =>
  (
    await server.asOwner.query<{ act: string; data: object }>(
      'select act, data from audit_log where company_id = $1 order by id',
      [companyId],
    )
  ).rows;

describe('refreshing a session', () => {
  it('replaces the cookie; the old one returns the same successor for ten seconds and then ends the token family [AU-08]', async () => {
    const admin = await server.createAdmin();
    const first = await refresh(admin.cookie);
    expect(cookieOf(first)).not.toBe(admin.cookie);
    server.clock.pass(9_000);
    const repeated = await refresh(admin.cookie);
    expect([repeated.statusCode, cookieOf(repeated)]).toEqual([200, cookieOf(first)]);
    const second = await refresh(cookieOf(first));
    expect(second.statusCode).toBe(200);

    server.clock.pass(2_000);
    const late = await refresh(admin.cookie);
    expect(answered(late)).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(late.cookies[0]).toMatchObject({ value: '', expires: new Date(0) });
    expect((await refresh(cookieOf(second))).statusCode).toBe(401);
    expect((await server.withToken(second.json().token)('GET', '/auth/me')).statusCode).toBe(401);
    expect((await auditOf(admin.companyId)).map(({ act }) => act)).toContain('session.token-reused');
  });

  it('with a stolen cookie ends the session of both clients in either order [AU-12]', async () => {
    const owner = await server.createAdmin();
    const thief = await refresh(owner.cookie);
    expect(thief.statusCode).toBe(200);
    server.clock.pass(11_000);
    expect((await refresh(owner.cookie)).statusCode).toBe(401);
    expect((await refresh(cookieOf(thief))).statusCode).toBe(401);
    for (const token of [owner.token, thief.json().token]) {
      expect((await server.withToken(token)('GET', '/auth/me')).statusCode).toBe(401);
    }
    expect((await auditOf(owner.companyId)).filter(({ act }) => act === 'session.token-reused')).toHaveLength(1);
  });

  it('a hundred times at once creates one successor and keeps the session [AU-11]', async () => {
    const admin = await server.createAdmin();
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(admin.cookie)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
    const { rows } = await server.asOwner.query('select used_at from refresh_tokens where company_id = $1', [
      admin.companyId,
    ]);
    expect([rows.length, rows.filter((row) => row.used_at === null).length]).toEqual([2, 1]);
    expect((await meOf(admin)).statusCode).toBe(200);
    expect((await refresh(cookieOf(answers[0]!))).statusCode).toBe(200);
  });

  it('with a token of the grace period returns the newest successor, not one that another tab used [F-L1]', async () => {
    const admin = await server.createAdmin();
    const first = await refresh(admin.cookie);
    const second = await refresh(cookieOf(first));
    server.clock.pass(9_000);
    const late = await refresh(admin.cookie);
    expect([late.statusCode, cookieOf(late)]).toEqual([200, cookieOf(second)]);
    server.clock.pass(11_000);
    expect((await refresh(cookieOf(late))).statusCode).toBe(200);
  });

  it('removes tokens that were used more than seven days ago, with their directory entries [F-L2]', async () => {
    const { email, companyId } = await server.createCompany();
    let cookie = (await server.signIn(email, PASSWORD, true)).cookie;
    for (let day = 0; day < 10; day++) {
      server.clock.pass(24 * 60 * MINUTE);
      cookie = cookieOf(await refresh(cookie));
    }
    const { rows } = await server.asOwner.query(
      `select (select count(*)::int from refresh_tokens where company_id = $1) as tokens,
              (select count(*)::int from directory where company_id = $1 and kind = 'refresh') as entries`,
      [companyId],
    );
    expect(rows).toEqual([{ tokens: 8, entries: 8 }]);
  });

  it('is possible for seven days with "remember me" and 16 hours without', async () => {
    const { email } = await server.createCompany();
    const remembered = await server.signIn(email, PASSWORD, true);
    server.clock.pass(6 * 24 * 60 * MINUTE);
    const next = await refresh(remembered.cookie);
    expect(next.statusCode).toBe(200);
    server.clock.pass(7 * 24 * 60 * MINUTE + 1_000);
    expect(answered(await refresh(cookieOf(next)))).toEqual([401, 'ERR_SESSION_EXPIRED']);

    const passing = await server.signIn(email);
    server.clock.pass(17 * 60 * MINUTE);
    expect(answered(await refresh(passing.cookie))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  });

  it.each(['', 'x', 'undefined', 'null', 'x'.repeat(4_000), '%00'])(
    'with the cookie %j is refused like without a cookie [AU-06]',
    async (value) => {
      const answer = await refresh(`jrt=${value}`);
      expect(answered(answer)).toEqual([401, 'ERR_SESSION_EXPIRED']);
      expect(answered(await server.anonymous('POST', '/auth/refresh_token', undefined, ownPage))).toEqual([
        401,
        'ERR_SESSION_EXPIRED',
      ]);
    },
  );

  it('is refused for users of a deactivated company [AU-06]', async () => {
    const admin = await server.createAdmin();
    await server.db.inCompany(admin.companyId, (tx) => server.modules.companies.change(tx, { isActive: false }));
    expect(answered(await refresh(admin.cookie))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(answered(await meOf(admin))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  });
});

describe('other sessions of a user', () => {
  const twoSessions = async () => {
    const admin = await server.createAdmin();
    return { admin, agent: await server.createAgent(admin.companyId) };
  };
  const isOver = async (caller: Caller) => {
    expect(answered(await meOf(caller))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(answered(await refresh(caller.cookie))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  };

  it('end when the user signs in elsewhere [AU-09] [AU-10]', async () => {
    const { agent } = await twoSessions();
    const elsewhere = await server.signIn(agent.email);
    await isOver(agent);
    expect((await meOf(elsewhere)).statusCode).toBe(200);
  });

  it('end when the user signs out, here or everywhere [AU-10]', async () => {
    const { agent } = await twoSessions();
    const answer = await agent.request('DELETE', '/auth/logout');
    expect([answer.statusCode, answer.body, answer.cookies[0]?.value]).toEqual([200, '', '']);
    await isOver(agent);
    const again = await server.signIn(agent.email);
    expect((await again.request('DELETE', '/auth/sessions')).statusCode).toBe(200);
    await isOver(again);
  });

  it('end when an admin changes password or profile or removes the user [AU-10]', async () => {
    for (const change of [{ password: 'Outra-senha-2' }, { profile: 'admin' }]) {
      const { admin, agent } = await twoSessions();
      expect((await admin.request('PUT', `/users/${agent.user.id}`, change)).statusCode).toBe(200);
      await isOver(agent);
      expect((await meOf(admin)).statusCode).toBe(200);
    }
    const { admin, agent } = await twoSessions();
    await admin.request('DELETE', `/users/${agent.user.id}`);
    await isOver(agent);
  });

  it('end without a deadlock when the user is removed during a refresh', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { admin, agent } = await twoSessions();
      const renewals = Array.from({ length: 8 }, () => refresh(agent.cookie));
      const [removal, ...answers] = await Promise.all([
        admin.request('DELETE', `/users/${agent.user.id}`),
        ...renewals,
      ]);
      expect(removal.statusCode).toBe(200);
      expect(answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 401)).toEqual([]);
    }
  });

  it('end when the user changes its password, except the session that changed it [AU-10]', async () => {
    const { agent } = await twoSessions();
    expect(
      (await agent.request('PUT', `/users/${agent.user.id}`, { password: 'Outra-senha-2', currentPassword: PASSWORD }))
        .statusCode,
    ).toBe(200);
    expect((await meOf(agent)).statusCode).toBe(200);
    expect((await server.anonymous('POST', '/auth/login', { email: agent.email, password: PASSWORD })).statusCode).toBe(
      401,
    );
    expect((await server.signIn(agent.email, 'Outra-senha-2')).user.id).toBe(agent.user.id);
  });
});
