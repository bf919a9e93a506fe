import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { PASSWORD, type Caller } from '../../../test/people.ts';

let house: TestHouse;
let secureHouse: TestHouse;
beforeAll(async () => {
  house = await aHouse();
  secureHouse = await aHouse({ ownerUrl: house.ownerUrl, env: { PUBLIC_URL: 'https://desk.example.com' } });
});
afterAll(async () => {
  await secureHouse.stop();
  await house.stop();
});

const ownPage = { 'sec-fetch-site': 'same-origin' };
const setCookies = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat() as string[];
const flagsOf = (line: string) => line.split('; ').slice(1).toSorted();

describe('the refresh cookie', () => {
  it.each([
    ['http', () => house, 'jrt', []],
    ['https', () => secureHouse, '__Secure-jrt', ['Secure']],
  ] as const)(
    'on %s is for this host and for /api/auth only, and no script reads it [CK-01]',
    async (_, where, name, more) => {
      const { email } = await where().aCompany();
      const flags = ['HttpOnly', 'Path=/api/auth', 'SameSite=Strict', ...more].toSorted();
      const login = (rememberMe: boolean) =>
        where().stranger('POST', '/auth/login', { email, password: PASSWORD, rememberMe });

      const passing = setCookies(await login(false));
      expect(passing.map((line) => [line.split('=')[0], flagsOf(line)])).toEqual([[name, flags]]);
      const remembered = setCookies(await login(true));
      expect(flagsOf(remembered[0]!)).toEqual([...flags, 'Max-Age=604800'].toSorted());

      const cookie = remembered[0]!.split(';')[0]!;
      const renewed = setCookies(
        await where().stranger('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie }),
      );
      expect(renewed.map((line) => [line.split('=')[0], flagsOf(line)])).toEqual([
        [name, [...flags, 'Max-Age=604800'].toSorted()],
      ]);

      const caller = await where().signIn(email);
      for (const dropped of [
        await where().stranger('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie: `${name}=x` }),
        await caller.ask('DELETE', '/auth/logout'),
      ]) {
        const [line, ...others] = setCookies(dropped);
        expect(others).toEqual([]);
        expect(line).toMatch(new RegExp(`^${name}=;`));
        expect(flagsOf(line!)).toEqual(expect.arrayContaining(flags));
        expect(line).not.toMatch(/domain/i);
      }
    },
  );

  it('is set by no other call, and renewing and signing in are the only ways to get one [CK-01]', async () => {
    const admin = await house.anAdmin();
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
      expect(setCookies(await admin.ask('GET', path)), path).toEqual([]);
    }
  });
});

describe('another site', () => {
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
  const isUntouched = async ({ cookie, ask }: Caller) => {
    expect((await ask('GET', '/auth/me')).statusCode).toBe(200);
    const own = await house.stranger('POST', '/auth/refresh_token', undefined, { ...ownPage, cookie });
    expect(own.statusCode).toBe(200);
  };

  it('cannot renew a session, whatever kind of request it makes [CK-02]', async () => {
    const admin = await house.anAdmin();
    const kinds: Record<string, string>[] = [
      {},
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ];
    // Without either header nobody can tell where a request comes from: the cookie is not used then.
    for (const headers of [...foreign, {}]) {
      for (const kind of kinds) {
        const answer = await house.app.inject({
          method: 'POST',
          url: '/api/auth/refresh_token',
          headers: { ...headers, ...kind, cookie: admin.cookie },
        });
        expect(answer.statusCode, JSON.stringify({ ...headers, ...kind })).toBeGreaterThanOrEqual(400);
        expect(answer.body).not.toContain(admin.user.email);
        expect(setCookies(answer)).toEqual([]);
      }
      const plain = await house.stranger('POST', '/auth/refresh_token', undefined, {
        ...headers,
        cookie: admin.cookie,
      });
      expect([plain.statusCode, plain.json().error]).toEqual([403, 'ERR_FOREIGN_ORIGIN']);
    }
    // An image or a link is a GET.
    expect((await house.stranger('GET', '/auth/refresh_token', undefined, { cookie: admin.cookie })).statusCode).toBe(
      404,
    );
    const { rows } = await house.asOwner.query('select used_at from refresh_tokens where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows).toEqual([{ used_at: null }]);
    await isUntouched(admin);
  });

  it('cannot sign anybody out, nor do anything else with a borrowed token [CK-02]', async () => {
    const admin = await house.anAdmin();
    for (const headers of foreign) {
      for (const [method, path] of [
        ['DELETE', '/auth/logout'],
        ['DELETE', '/auth/sessions'],
        ['POST', '/tags'],
      ] as const) {
        const answer = await admin.ask(method, path, method === 'POST' ? { name: 'De fora' } : undefined, headers);
        expect([answer.statusCode, answer.json().error], JSON.stringify(headers)).toEqual([403, 'ERR_FOREIGN_ORIGIN']);
      }
    }
    expect(
      (await house.stranger('DELETE', '/auth/logout', undefined, { ...ownPage, cookie: admin.cookie })).statusCode,
    ).toBe(401);
    await isUntouched(admin);
  });

  it('is never told that it may read our answers [CK-03]', async () => {
    const admin = await house.anAdmin();
    for (const origin of [
      'https://evil.example',
      'null',
      'https://desk.example.com.evil.example',
      'http://localhost',
      'http://localhost:80',
    ]) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const answer = await admin.ask(method, '/auth/me', undefined, {
          origin,
          'access-control-request-method': 'POST',
        });
        const allowing = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect(allowing, `${method} ${origin}`).toEqual([]);
      }
    }
  });
});
