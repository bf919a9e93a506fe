import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, calls, type CallName } from './fixtures/calls.ts';
import { publicCalls } from './fixtures/rights.ts';
import { sampleOfExisting } from './fixtures/samples.ts';
import { figure, someOf, SWEEP_MS } from './fixtures/scale.ts';
import { createTenantFixture, endsSession, leaksIn, type TenantFixture } from './fixtures/tenant-fixture.ts';

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

const protectedCalls = calls.filter(({ name }) => !publicCalls.includes(name));

describe('URL variants and methods [RB-03]', { timeout: SWEEP_MS }, () => {
  /** Variants of a URL that some servers treat as the same URL. */
  const spellings = (url: string): string[] => {
    const [path, query = ''] = url.split('?') as [string, string?];
    const tail = query === '' ? '' : `?${query}`;
    const first = path.split('/')[2]!;
    return [
      `${path}/${tail}`,
      `${path}//${tail}`,
      `/${path}${tail}`,
      path.replace('/api/', '/api//') + tail,
      path.replace('/api/', '/api/./') + tail,
      path.replace('/api/', '/api/x/../') + tail,
      path.replace('/api/', '/api%2f') + tail,
      path.replace('/api/', '/%61pi/') + tail,
      path.replace('/api/', '/API/') + tail,
      path.replace(first, first.toUpperCase()) + tail,
      `${path};x${tail}`,
      `${path};jsessionid=1${tail}`,
      `${path}.json${tail}`,
      `${path}%20${tail}`,
      `${path}%00${tail}`,
      `${path}%2e${tail}`,
      `${path}\\${tail}`,
      `${path}?_method=GET`,
      `${path}#${tail}`,
    ];
  };
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

  it('no variant and no method of a protected URL bypasses the authorization', async () => {
    const { server, rows, a, b } = fixture;
    let requestCount = 0;
    for (const tenant of [a, b]) {
      // Without a token, and as an agent of the other company: neither may read or change anything here.
      const other = tenant === a ? b : a;
      const before = await rows.hash(tenant.companyId);
      const sampleOf = await sampleIds(tenant);
      for (const [index, { name, endpoint }] of protectedCalls.entries()) {
        const address = addressOf(endpoint, sampleOf(name));
        for (const url of [address, ...someOf(spellings(address), 5, index)]) {
          for (const method of url === address ? methods : [endpoint.method]) {
            for (const token of [undefined, other.agent.token]) {
              // A sign-out would end the session for the rest of the test.
              if (token !== undefined && (endsSession(name) || actsOnOwnCompany(name))) continue;
              const isRead = (method === 'GET' || method === 'HEAD') && token !== undefined;
              const answer = await server.app.inject({
                method: method as 'GET',
                url,
                headers: {
                  ...(token !== undefined && { authorization: `Bearer ${token}` }),
                  'x-http-method-override': 'GET',
                },
              });
              requestCount++;
              const label = `${method} ${url} ${token === undefined ? 'without a token' : 'as another company'}: ${answer.body.slice(0, 100)}`;
              // The page of the web app is public and contains no data.
              const isPage = /^(text\/(html|plain))/.test(String(answer.headers['content-type']));
              if (!isPage && !isRead) expect([400, 401, 403, 404, 405], label).toContain(answer.statusCode);
              if (tenant === b) expect(leaksIn(fixture, answer), label).toEqual([]);
            }
          }
        }
      }
      expect(await rows.hash(tenant.companyId)).toBe(before);
    }
    figure('RB-03', 'URL variants and methods, bypasses', `${requestCount}, 0`);
  });
});

/** Endpoints without parameters that act on the caller's own company. */
const actsOnOwnCompany = (name: CallName): boolean =>
  name === 'contactSheets.fromPhone' || name === 'contactSheets.fromChats' || name === 'announcements.readAll';

/** Samples of existing rows: nothing is created while rows are compared. */
async function sampleIds(of = fixture.a) {
  return (name: CallName) => sampleOfExisting(name, of);
}
