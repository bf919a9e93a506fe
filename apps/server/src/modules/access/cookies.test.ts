import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD, type Caller } from '../../../test/users.ts';

let server: TestServer;
let secureServer: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  secureServer = await startTestServer({ ownerUrl: server.ownerUrl, env: { PUBLIC_URL: 'https://desk.example.com' } });
});
afterAll(async () => {
  await secureServer.stop();
  await server.stop();
});

const ownPage = { 'sec-fetch-site': 'same-origin' };
const setCookies = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat() as string[];
const flagsOf = (line: string) => line.split('; ').slice(1).toSorted();

describe('the refresh cookie', () => {
  it.each([
    ['http', () => server, 'jrt', []],
    ['https', () => secureServer, '__Secure-jrt', ['Secure']],
  ] as const)(
    'on %s is limited to the host and /api/auth and hidden from scripts [CK-01]',
    async (_, where, name, more) => {
      const { email } = await where().createCompany();
      const flags = ['HttpOnly', 'Path=/api/auth', 'SameSite=Strict', ...more].toSorted();
      const login = (rememberMe: boolean) =>
        where().anonymous('POST', '/auth/login', { email, password: PASSWORD, rememberMe });

      const sessionCookies = setCookies(await login(false));
      expect(sessionCookies.map((line) => [line.split('=')[0], flagsOf(line)])).toEqual([[name, flags]]);
      const rememberedCookies = setCookies(await login(true));
      expect(flagsOf(rememberedCookies[0]!)).toEqual([...flags, 'Max-Age=604800'].toSorted());

      const cookie = rememberedCookies[0]!.split(';')[0]!;
      const renewed = setCookies(
        await where().anonymous('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie }),
      );
      expect(renewed.map((line) => [line.split('=')[0], flagsOf(line)])).toEqual([
        [name, [...flags, 'Max-Age=604800'].toSorted()],
      ]);

      const caller = await where().signIn(email);
      for (const dropped of [
        await where().anonymous('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie: `${name}=x` }),
        await caller.request('DELETE', '/auth/logout'),
      ]) {
        const [line, ...others] = setCookies(dropped);
        expect(others).toEqual([]);
        expect(line).toMatch(new RegExp(`^${name}=;`));
        expect(flagsOf(line!)).toEqual(expect.arrayContaining(flags));
        expect(line).not.toMatch(/domain/i);
      }
    },
  );

  it('is set only by sign-in and refresh [CK-01]', async () => {
    const admin = await server.createAdmin();
    for (const path of [
      '/auth/me',
      '/users',
      '/queue',
      '/tags',
      '/settings',
      '/version',
      '/public-settings/appName',
      '/nowhere',
    ]) {
      expect(setCookies(await admin.request('GET', path)), path).toEqual([]);
    }
  });
});

describe('requests from another site', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:80.evil.example' },
    { origin: 'http://localhost:81' },
    { origin: 'not an address' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ];
  const isUntouched = async ({ cookie, request }: Caller) => {
    expect((await request('GET', '/auth/me')).statusCode).toBe(200);
    const own = await server.anonymous('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie });
    expect(own.statusCode).toBe(200);
  };

  it('cannot refresh a session with any kind of request [CK-02]', async () => {
    const admin = await server.createAdmin();
    const kinds: Record<string, string>[] = [
      {},
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ];
    // Without either header the origin of a request is unknown, so the cookie is ignored.
    for (const headers of [...foreign, {}]) {
      for (const kind of kinds) {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/auth/refresh_token',
          headers: { ...headers, ...kind, cookie: admin.cookie },
        });
        expect(answer.statusCode, JSON.stringify({ ...headers, ...kind })).toBeGreaterThanOrEqual(400);
        expect(answer.body).not.toContain(admin.user.email);
        expect(setCookies(answer)).toEqual([]);
      }
      const plain = await server.anonymous('POST', '/auth/refresh_token', undefined, {
        ...headers,
        cookie: admin.cookie,
      });
      expect([plain.statusCode, plain.json().error]).toEqual([403, 'ERR_FOREIGN_ORIGIN']);
    }
    // An image or a link is a GET.
    expect((await server.anonymous('GET', '/auth/refresh_token', undefined, { cookie: admin.cookie })).statusCode).toBe(
      404,
    );
    const { rows } = await server.asOwner.query('select used_at from refresh_tokens where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows).toEqual([{ used_at: null }]);
    await isUntouched(admin);
  });

  it('cannot sign a user out or do anything else with a borrowed token [CK-02]', async () => {
    const admin = await server.createAdmin();
    for (const headers of foreign) {
      for (const [method, path] of [
        ['DELETE', '/auth/logout'],
        ['DELETE', '/auth/sessions'],
        ['POST', '/tags'],
      ] as const) {
        const answer = await admin.request(method, path, method === 'POST' ? { name: 'De fora' } : undefined, headers);
        expect([answer.statusCode, answer.json().error], JSON.stringify(headers)).toEqual([403, 'ERR_FOREIGN_ORIGIN']);
      }
    }
    expect(
      (await server.anonymous('DELETE', '/auth/logout', undefined, { ...ownPage, cookie: admin.cookie })).statusCode,
    ).toBe(401);
    await isUntouched(admin);
  });

  it('get no CORS header that allows reading responses [CK-03]', async () => {
    const admin = await server.createAdmin();
    for (const origin of [
      'https://evil.example',
      'null',
      'https://desk.example.com.evil.example',
      'http://localhost',
      'http://localhost:80',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const answer = await admin.request(method, '/auth/me', undefined, {
          origin,
          'access-control-request-method': 'POST',
        });
        const allowing = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect(allowing, `${method} ${origin}`).toEqual([]);
      }
    }
  });
});
