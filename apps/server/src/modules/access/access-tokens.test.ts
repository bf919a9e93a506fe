import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_SECRET } from '../../../test/database.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { users, type Caller } from '../../../test/users.ts';
import { readConfig } from '../../infrastructure/config.ts';
import { createLog } from '../../infrastructure/log/log.ts';
import { createAccessTokens } from '../../infrastructure/tokens/access-token.ts';
import { buildServer } from '../../wiring/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const MINUTE = 60_000;
const refresh = (cookie: string, of: Pick<TestServer, 'anonymous'> = server) =>
  of.anonymous('POST', '/auth/refresh_token', undefined, { 'sec-fetch-site': 'same-origin', cookie });
type Answer = Awaited<ReturnType<typeof refresh>>;
const answered = (answer: Answer) => [answer.statusCode, answer.json().error];
const meOf = (caller: Caller) => caller.request('GET', '/auth/me');

describe('access tokens', () => {
  it('expire after ten minutes with 403, and a refresh returns a valid one [AU-07] [AU-18]', async () => {
    const admin = await server.createAdmin();
    server.clock.pass(10 * MINUTE - 2_000);
    expect((await meOf(admin)).statusCode).toBe(200);
    server.clock.pass(3_000);
    expect(answered(await meOf(admin))).toEqual([403, 'ERR_TOKEN_EXPIRED']);
    const renewed = await refresh(admin.cookie);
    expect(renewed.json()).toMatchObject({
      sessionId: admin.sessionId,
      user: { id: admin.user.id, company: { id: admin.companyId } },
    });
    expect((await server.withToken(renewed.json().token)('GET', '/auth/me')).statusCode).toBe(200);
  });

  it('are refused with 401 if missing or of an ended session, and with 403 if invalid [AU-18]', async () => {
    const admin = await server.createAdmin();
    const [header, payload, signature] = admin.token.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const promoted = Buffer.from(JSON.stringify({ ...claims, companyId: 1 })).toString('base64url');
    const bad = [
      '',
      'x',
      'undefined',
      'null',
      `${none}.${payload}.`,
      `${header}.${promoted}.${signature}`,
      `${header}.${payload}.`,
      admin.cookie.split('=')[1]!,
    ];
    for (const token of bad)
      expect(answered(await server.withToken(token)('GET', '/auth/me')), token).toEqual([403, 'ERR_TOKEN_EXPIRED']);
    expect(answered(await server.anonymous('GET', '/auth/me'))).toEqual([401, 'ERR_SESSION_EXPIRED']);

    await admin.request('DELETE', '/auth/logout');
    expect(answered(await meOf(admin))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  });

  it('keep session and cookie when a permission is missing [AU-18]', async () => {
    const { companyId } = await server.createCompany();
    const agent = await server.createAgent(companyId);
    const refused = await agent.request('POST', '/queue', { name: 'Fila', color: '#123456' });
    expect(answered(refused)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await meOf(agent)).statusCode).toBe(200);
    expect((await refresh(agent.cookie)).statusCode).toBe(200);
  });

  it('signed with the former key stay valid for a while after a key change; the former key signs no new ones [AU-07]', async () => {
    const admin = await server.createAdmin();
    const changed = await buildServer({
      config: readConfig({
        NODE_ENV: 'test',
        APP_SECRET: 'another secret, also of more than thirty-two characters',
        OLD_APP_SECRET: TEST_SECRET,
        LOG_LEVEL: 'silent',
        DATA_DIR: server.config.dataDir,
      }),
      appUrl: server.appUrl,
      log: createLog({ level: 'silent' }),
      clock: server.clock,
    });
    const { withToken, anonymous } = users(changed);
    expect((await withToken(admin.token)('GET', '/auth/me')).statusCode).toBe(200);
    const renewed = (await refresh(admin.cookie, { anonymous })).json().token;
    expect(answered(await server.withToken(renewed)('GET', '/auth/me'))).toEqual([403, 'ERR_TOKEN_EXPIRED']);
    // A stolen old key does not work forever.
    const claims = {
      id: admin.user.id,
      profile: 'admin',
      companyId: admin.companyId,
      sid: admin.sessionId,
      ver: 0,
    } as const;
    server.clock.pass(61 * MINUTE);
    const forged = createAccessTokens({ current: TEST_SECRET, now: () => +server.clock.now() }).sign(claims);
    expect((await server.withToken(forged)('GET', '/auth/me')).statusCode).toBe(200);
    expect(answered(await withToken(forged)('GET', '/auth/me'))).toEqual([403, 'ERR_TOKEN_EXPIRED']);
    await changed.close();
  });

  it('of a removed user do not authenticate a new user with the same id [AU-13]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    await admin.request('DELETE', `/users/${agent.user.id}`);
    await server.asOwner.query(
      `insert into users (company_id, id, name, email, password_hash) select $1, $2, 'Nova pessoa', 'nova@example.com', password_hash from users where company_id = $1 limit 1`,
      [admin.companyId, agent.user.id],
    );
    expect(answered(await meOf(agent))).toEqual([401, 'ERR_SESSION_EXPIRED']);
    expect(answered(await refresh(agent.cookie))).toEqual([401, 'ERR_SESSION_EXPIRED']);
  });
});
