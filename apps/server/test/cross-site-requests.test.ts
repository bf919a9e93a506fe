import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writes, type AnySent, type CallName } from './fixtures/calls.ts';
import { changes, inGroups, namesOf } from './fixtures/rows.ts';
import { isForSuperUsers, supportCalls } from './fixtures/rights.ts';
import { figure, someOf, SWEEP_MS } from './fixtures/scale.ts';
import { createTenantFixture, endsSession, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

/** Headers that a browser adds to requests of another site's page. */
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'https://localhost:81' },
  { origin: 'not an address' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
];

describe('requests of pages of other sites [CK-02]', { timeout: SWEEP_MS }, () => {
  it('every write is rejected before anything else happens', async () => {
    const { rows, a } = fixture;
    let requestCount = 0;
    const samples = new Map<CallName, AnySent>();
    for (const { name } of writes) samples.set(name, await fixture.sample(name, a));
    const before = await rows.dump(a.companyId);
    for (const group of inGroups(samples)) {
      for (const [name, sent] of group) {
        for (const headers of foreign) {
          const answer = await fixture.send(name, { ...sent, headers: { ...sent.headers, ...headers } }, a.admin);
          expect([answer.statusCode, answer.json().error], `${name} ${JSON.stringify(headers)}`).toEqual([
            403,
            'ERR_FOREIGN_ORIGIN',
          ]);
          expect(answer.headers['set-cookie']).toBeUndefined();
          requestCount++;
        }
      }
      expect(changes(before, await rows.dump(a.companyId)), namesOf(group)).toEqual([]);
    }
    figure('CK-02', 'writes from foreign pages, accepted', `${requestCount}, 0`);
  });

  it('requests of the own page and of clients that are not browsers are accepted', async () => {
    const { a, server } = fixture;
    const ownPage = { host: 'balcao.example', origin: 'http://balcao.example', 'sec-fetch-site': 'same-origin' };
    const accepted: Record<string, string>[] = [ownPage, { 'sec-fetch-site': 'none' }, {}];
    const own = writes.filter((call) => !isForSuperUsers(call.name) && !supportCalls.includes(call.name));
    for (const [index, { name }] of own.entries()) {
      for (const headers of name === 'access.refresh' ? [ownPage] : someOf(accepted, 1, index)) {
        await resetRateLimits(server);
        const caller = endsSession(name) ? await server.createAgent(a.companyId) : a.admin;
        const sent = await fixture.sample(name, a);
        const answer = await fixture.send(name, { ...sent, headers: { ...sent.headers, ...headers } }, caller);
        expect(answer.statusCode, `${name} ${JSON.stringify(headers)}: ${answer.body}`).toBeLessThan(300);
      }
    }
  });

  it('the cookie counts only with a header that pages of other sites cannot forge', async () => {
    const { rows, a } = fixture;
    const sent = await fixture.sample('access.refresh' satisfies CallName, a);
    const before = await rows.hash(a.companyId);
    const bare = await fixture.send('access.refresh', { headers: { cookie: sent.headers!['cookie']! } });
    expect([bare.statusCode, bare.json().error]).toEqual([403, 'ERR_FOREIGN_ORIGIN']);
    expect(await rows.hash(a.companyId)).toBe(before);
    expect((await fixture.send('access.refresh', sent)).statusCode).toBe(200);
  });
});
