import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../src/infrastructure/tokens/access-token.ts';
import type { Caller } from './users.ts';
import { addressOf, calls, type CallName } from './fixtures/calls.ts';
import { publicCalls, tokenCalls } from './fixtures/rights.ts';
import { sampleOfExisting } from './fixtures/samples.ts';
import { figure, SWEEP_MS } from './fixtures/scale.ts';
import { createTenantFixture, type TenantFixture } from './fixtures/tenant-fixture.ts';

const TOKEN_TTL_MS = 600_000;

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

const protectedCalls = calls.filter(({ name }) => !publicCalls.includes(name) && !tokenCalls.includes(name));
const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('every door but the public ones asks who is there [RB-01]', { timeout: SWEEP_MS }, () => {
  it('the public calls are the reviewed ones', () => {
    expect(calls.flatMap(({ name, endpoint }) => (endpoint.access === 'public' ? name : [])).sort()).toEqual(
      [...publicCalls].sort(),
    );
  });

  it('the calls for other programs are the reviewed ones, and no session opens them', async () => {
    expect(calls.flatMap(({ name, endpoint }) => (endpoint.access === 'api-token' ? name : [])).sort()).toEqual(
      [...tokenCalls].sort(),
    );
    const { a } = fixture;
    const before = await fixture.rows.hash(a.companyId);
    for (const name of tokenCalls) {
      for (const authorization of [undefined, 'Bearer ', 'Bearer nonsense', `Bearer ${a.admin.token}`]) {
        const { headers: _, ...sent } = await fixture.sample(name, fixture.b);
        const answer = await fixture.send(name, sent, {
          headers: { ...(authorization !== undefined && { authorization }) },
        });
        expect([answer.statusCode, answer.json().error], `${name} with ${authorization}`).toEqual(
          authorization === undefined ? [401, 'ERR_SESSION_EXPIRED'] : [403, 'ERR_API_TOKEN'],
        );
      }
    }
    expect(await fixture.rows.hash(a.companyId)).toBe(before);
  });

  /** Reviewed: a page load of a browser that comes back from signing in at Meta. What it brings was signed by us. */
  const pageLoads = ['/api/facebook/callback'];
  it('what is mounted below /api is the contract, and nothing else', () => {
    const contractPaths = calls.flatMap(({ endpoint }) =>
      [endpoint.path, endpoint.alias].flatMap((path) => (path === undefined ? [] : `/api${path}`)),
    );
    const mounted = mountedPaths(fixture.server.app.printRoutes({ commonPrefix: false })).filter(
      (path) => path.startsWith('/api') && path !== '/api/*',
    );
    // Where several calls share an address, each has its own word for what stands in it.
    const shapes = (paths: string[]) => [...new Set(paths.map((path) => path.replace(/:\w+(\|:\w+)*/g, ':')))].sort();
    expect(shapes(mounted)).toEqual(shapes([...contractPaths, ...pageLoads]));
  });

  /** Each way of holding no good token, and what it is answered. */
  const holders: Record<string, (admin: Caller) => Promise<{ authorization?: string; status: number }>> = {
    nobody: async () => ({ status: 401 }),
    'somebody with an empty token': async () => ({ authorization: 'Bearer ', status: 403 }),
    'somebody with nonsense': async () => ({ authorization: 'Bearer nonsense', status: 403 }),
    'somebody with half a token': async ({ token }) => ({
      authorization: `Bearer ${token.slice(0, -10)}`,
      status: 403,
    }),
    'somebody with basic credentials': async () => ({ authorization: 'Basic YWRtaW46YWRtaW4=', status: 403 }),
    'an admin of ten minutes ago': async ({ user, companyId, sessionId }) => {
      const before = createAccessTokens({
        current: fixture.server.config.secret,
        now: () => Date.now() - TOKEN_TTL_MS - 1000,
      });
      const token = before.sign({ id: user.id, profile: 'admin', companyId, sid: sessionId, ver: 0 });
      return { authorization: `Bearer ${token}`, status: 403 };
    },
    'somebody with a key of their own': async ({ user, companyId, sessionId }) => {
      const forged = createAccessTokens({ current: 'another secret of more than thirty-two letters', now: Date.now });
      const token = forged.sign({ id: user.id, profile: 'admin', companyId, sid: sessionId, ver: 0 });
      return { authorization: `Bearer ${token}`, status: 403 };
    },
    'somebody who signs with nothing': async ({ token }) => {
      const unsigned = `${b64({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`;
      return { authorization: `Bearer ${unsigned}`, status: 403 };
    },
    'somebody who took our header and signed with a guess': async ({ token }) => {
      const content = token.split('.').slice(0, 2).join('.');
      return {
        authorization: `Bearer ${content}.${createHmac('sha256', '').update(content).digest('base64url')}`,
        status: 403,
      };
    },
    'somebody who raised their rights': async ({ token }) => {
      const [header, payload, signature] = token.split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return {
        authorization: `Bearer ${header}.${b64({ ...claims, companyId: fixture.b.companyId })}.${signature}`,
        status: 403,
      };
    },
    'somebody with a refresh token': async ({ cookie }) => ({
      authorization: `Bearer ${cookie.split('=')[1]}`,
      status: 403,
    }),
    'somebody who has signed out': async () => {
      const removedUser = await fixture.server.createAgent(fixture.a.companyId);
      await removedUser.request('DELETE', '/auth/logout');
      return { authorization: `Bearer ${removedUser.token}`, status: 401 };
    },
    'somebody who was taken over': async () => {
      const first = await fixture.server.createAgent(fixture.a.companyId);
      await fixture.server.signIn(first.email);
      return { authorization: `Bearer ${first.token}`, status: 401 };
    },
    'somebody who was removed': async () => {
      const removedUser = await fixture.server.createAgent(fixture.a.companyId);
      await fixture.a.admin.request('DELETE', `/users/${removedUser.user.id}`);
      return { authorization: `Bearer ${removedUser.token}`, status: 401 };
    },
    'a session whose tokens were called back': async () => {
      const { user, companyId, sessionId } = await fixture.server.createAgent(fixture.a.companyId);
      const token = fixture.server.modules.tokens.sign({
        id: user.id,
        profile: 'user',
        companyId,
        sid: sessionId,
        ver: 1,
      });
      return { authorization: `Bearer ${token}`, status: 401 };
    },
    "a session under a stranger's company": async ({ user, sessionId }) => {
      const token = fixture.server.modules.tokens.sign({
        id: user.id,
        profile: 'admin',
        companyId: fixture.b.companyId,
        sid: sessionId,
        ver: 0,
      });
      return { authorization: `Bearer ${token}`, status: 401 };
    },
  };
  let requestCount = 0;
  afterAll(() => figure('RB-01', 'calls without a good token, let in', `${requestCount}, 0`));

  it.each(Object.keys(holders))('%s gets in nowhere', async (holder) => {
    const { authorization, status } = await holders[holder]!(fixture.a.admin);
    const before = await fixture.rows.hash(fixture.a.companyId);
    const sampleOf = await sampleIds();
    for (const { name } of protectedCalls) {
      const answer = await fixture.send(name, sampleOf(name), {
        headers: { ...(authorization !== undefined && { authorization }) },
      });
      const error = status === 401 ? 'ERR_SESSION_EXPIRED' : 'ERR_TOKEN_EXPIRED';
      expect([answer.statusCode, answer.json().error], `${name} for ${holder}`).toEqual([status, error]);
      requestCount++;
    }
    expect(await fixture.rows.hash(fixture.a.companyId)).toBe(before);
  });

  it('a token in the address, a cookie or a body opens nothing', async () => {
    const { token } = fixture.a.admin;
    for (const { name, endpoint } of protectedCalls) {
      const sent = { ...(await sampleIds())(name) };
      const answer = await fixture.server.app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, { ...sent, query: { ...sent.query, token, access_token: token } }),
        headers: { cookie: `token=${token}; jrt=${token}; authorization=Bearer ${token}` },
        ...(endpoint.method !== 'GET' && { payload: { token, access_token: token } }),
      });
      expect([answer.statusCode, answer.json().error], name).toEqual([401, 'ERR_SESSION_EXPIRED']);
    }
  });
});

/** Samples whose things were there before: nothing is made while rows are compared. */
async function sampleIds(of = fixture.a) {
  return (name: CallName) => sampleOfExisting(name, of);
}

/** Fastify prints its routes as a tree of four columns a step; a branch ends in its methods when it answers. */
function mountedPaths(tree: string): string[] {
  const trail: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^(.*?)[├└]── (\S*)( \(.+\))?/.exec(line);
    if (!match) return [];
    trail.length = match[1]!.length / 4;
    trail.push(match[2]!);
    return match[3] === undefined ? [] : [trail.join('')];
  });
}
