import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD } from '../../../test/users.ts';
import { hashPassword } from '../../infrastructure/tokens/passwords.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const tryIn = (body: object) => server.anonymous('POST', '/auth/login', body);
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const hoursFromNow = (hours: number) => clock.format(new Date(+server.clock.now() + hours * 3_600_000));

describe('signing in', () => {
  it('returns a token and the user with company, plan and settings [M-001]', async () => {
    const { email, companyId } = await server.createCompany({
      plan: { useKanban: false, amountCents: 9990 },
      name: 'Padaria Aurora',
    });
    const answer = await tryIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD, rememberMe: true });
    expect(answer.statusCode).toBe(200);
    const { token, user, sessionId } = answer.json();
    expect(user).toMatchObject({ email, companyId, profile: 'admin', super: false, online: true, queues: [] });
    expect(user.company).toMatchObject({
      id: companyId,
      name: 'Padaria Aurora',
      expired: false,
      timeZone: 'America/Sao_Paulo',
    });
    expect(user.company.plan).toMatchObject({ useKanban: false, useCampaigns: true, amount: '99.90' });
    expect(user.company.companieSettings).toContainEqual({ key: 'userRating', value: 'disabled' });
    expect(answer.body).not.toMatch(/password|argon2/i);
    const me = await server.withToken(token)('GET', '/auth/me');
    expect([me.statusCode, me.json().user.id]).toEqual([200, user.id]);
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('records the last sign-in of the company', async () => {
    const admin = await server.createAdmin();
    const { lastLogin } = (await admin.request('GET', `/companies/listPlan/${admin.companyId}`)).json();
    expect(Math.abs(Date.now() - Date.parse(lastLogin))).toBeLessThan(30_000);
  });

  it('returns every field of the session user that the screens need [M-008]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId, {
      showDashboard: 'enabled',
      allowRealTime: 'enabled',
      allowConnections: 'enabled',
    });
    const { user } = (await agent.request('GET', '/auth/me')).json();
    expect(user).toMatchObject({
      id: agent.user.id,
      companyId: admin.companyId,
      profile: 'user',
      super: false,
      showDashboard: 'enabled',
      allowRealTime: 'enabled',
      allowConnections: 'enabled',
      profileImage: null,
      company: { id: admin.companyId, dueDate: expect.stringMatching(/^\d{4}-/) },
    });
    expect(
      new Map(user.company.companieSettings.map((row: { key: string; value: unknown }) => [row.key, row.value])).get(
        'requiredTag',
      ),
    ).toBe('enabled');
  });

  it('accepts only the exact password [AU-01]', async () => {
    const { email } = await server.createCompany();
    const passwords = [
      undefined,
      null,
      '',
      [],
      [PASSWORD],
      {},
      { $ne: 1 },
      true,
      0,
      `${PASSWORD}\0`,
      `${PASSWORD}\0x`,
      'x'.repeat(1_000_000),
      `${PASSWORD} `,
      PASSWORD.toLowerCase(),
    ];
    for (const password of passwords) {
      const { email: another } = await server.createCompany();
      const answer = await tryIn({ email: another, password });
      expect([400, 401], JSON.stringify(password)?.slice(0, 40)).toContain(answer.statusCode);
      expect(answer.body).not.toContain('token');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    for (const address of [undefined, null, '', [email], { email }, `${email}\0`, `%`, `' or 1=1 --`]) {
      expect([400, 401]).toContain((await tryIn({ email: address, password: PASSWORD })).statusCode);
    }
    expect(
      (await server.anonymous('POST', '/auth/login', 'x', { 'content-type': 'application/json' })).statusCode,
    ).toBe(400);
    expect((await tryIn({ email, password: PASSWORD })).statusCode).toBe(200);
  });

  it('compares passwords byte by byte, without normalization and beyond 72 bytes [AU-01] [AU-19]', async () => {
    const { companyId } = await server.createCompany();
    const composed = 'senha-é-ção-Å';
    const accents = await server.createUser(companyId, { password: composed });
    expect((await tryIn({ email: accents.email, password: composed.normalize('NFD') })).statusCode).toBe(401);
    expect((await tryIn({ email: accents.email, password: composed })).statusCode).toBe(200);

    const long = '😀'.repeat(24);
    const longPasswordUser = await server.createUser(companyId, { password: `${long}ab` });
    expect(Buffer.byteLength(long)).toBeGreaterThan(72);
    expect((await tryIn({ email: longPasswordUser.email, password: `${long}aB` })).statusCode).toBe(401);
    expect((await tryIn({ email: longPasswordUser.email, password: `${long}ab` })).statusCode).toBe(200);
  });

  it('hashes passwords with argon2id, 19 MiB and two passes [AU-19]', async () => {
    const { companyId } = await server.createCompany();
    // Not the password of the other test users, whose hash is computed once.
    const password = 'Outra-senha-de-teste';
    const { userId } = await server.createUser(companyId, { password });
    const { rows } = await server.asOwner.query('select password_hash from users where company_id = $1 and id = $2', [
      companyId,
      userId,
    ]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword(password)).not.toBe(rows[0].password_hash);
  });

  it.each([
    ['1234', 'tooShort'],
    ['', 'required'],
    ['x'.repeat(51), 'tooLong'],
  ])('refuses the new password %j as %s [AU-19] [M-193]', async (password, rule) => {
    const admin = await server.createAdmin();
    const answer = await admin.request('POST', '/users', { name: 'Alguém', email: 'alguem@example.com', password });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      [expect.objectContaining({ field: 'password', rule })],
    ]);
  });

  it('refuses users of an inactive company and accepts those of an overdue one [AU-04] [M-029]', async () => {
    const inactive = await server.createCompany();
    await server.db.inCompany(inactive.companyId, (tx) => server.modules.companies.change(tx, { isActive: false }));
    const refused = await tryIn({ email: inactive.email, password: PASSWORD });
    expect([refused.statusCode, refused.json().error]).toEqual([401, 'ERR_COMPANY_INACTIVE']);
    // The state of the company is reported only after a correct password.
    expect((await tryIn({ email: inactive.email, password: 'errada-errada' })).json().error).toBe(
      'ERR_INVALID_CREDENTIALS',
    );

    const overdue = await server.createAdmin({ dueDate: new Date(Date.now() - 86_400_000) });
    expect(overdue.user.company.expired).toBe(true);
    expect((await overdue.request('GET', '/users')).statusCode).toBe(402);
  });

  it('refuses a removed user like an unknown one [AU-04]', async () => {
    const admin = await server.createAdmin();
    const { email, userId } = await server.createUser(admin.companyId);
    await admin.request('DELETE', `/users/${userId}`);
    const answer = await tryIn({ email, password: PASSWORD });
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'ERR_INVALID_CREDENTIALS']);
  });

  it('reports work hours only after a correct password and never locks an admin out [AU-05] [RB-11]', async () => {
    const admin = await server.createAdmin();
    const away = { startWork: hoursFromNow(2), endWork: hoursFromNow(4) };
    const late = await server.createUser(admin.companyId, away);
    const right = await tryIn({ email: late.email, password: PASSWORD });
    expect([right.statusCode, right.json().error]).toEqual([401, 'ERR_OUT_OF_HOURS']);
    expect((await tryIn({ email: late.email, password: 'errada-errada' })).json().error).toBe(
      'ERR_INVALID_CREDENTIALS',
    );

    const works = [
      { ...away, profile: 'admin' as const },
      { startWork: hoursFromNow(2), endWork: hoursFromNow(2) },
      { startWork: hoursFromNow(-1), endWork: hoursFromNow(1) },
    ];
    for (const hours of works) {
      const { email } = await server.createUser(admin.companyId, hours);
      expect((await tryIn({ email, password: PASSWORD })).statusCode).toBe(200);
    }
  });

  it('within work hours opens a session that goes on after them, but no new one [RB-11]', async () => {
    const admin = await server.createAdmin();
    const { email } = await server.createUser(admin.companyId, {
      startWork: hoursFromNow(-1),
      endWork: hoursFromNow(1),
    });
    const agent = await server.signIn(email);
    server.clock.pass(2 * 3_600_000);
    try {
      expect((await tryIn({ email, password: PASSWORD })).json().error).toBe('ERR_OUT_OF_HOURS');
      const headers = { cookie: agent.cookie, 'sec-fetch-site': 'same-origin' };
      const renewed = await server.anonymous('POST', '/auth/refresh_token', undefined, headers);
      expect(renewed.statusCode, renewed.body).toBe(200);
      const me = await server.withToken(renewed.json<{ token: string }>().token)('GET', '/auth/me');
      expect([me.statusCode, me.json().user.id]).toEqual([200, agent.user.id]);
    } finally {
      server.clock.set(new Date());
    }
  });
});
