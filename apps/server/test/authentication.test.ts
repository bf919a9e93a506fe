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

describe('every endpoint except the public ones requires authentication [RB-01]', { timeout: SWEEP_MS }, () => {
  it('the public endpoints are the reviewed ones', () => {
    expect(calls.flatMap(({ name, endpoint }) => (endpoint.access === 'public' ? name : [])).sort()).toEqual(
      [...publicCalls].sort(),
    );
  });

  it('the endpoints with an API token are the reviewed ones, and reject session tokens [SE-09]', async () => {
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

  /** Reviewed: the page load after a sign-in at Meta. Its `state` parameter was signed by this server. */
  const pageLoads = ['/api/facebook/callback'];
  it('only endpoints of the contract are registered below /api', () => {
    const contractPaths = calls.flatMap(({ endpoint }) =>
      [endpoint.path, endpoint.alias].flatMap((path) => (path === undefined ? [] : `/api${path}`)),
    );
    const mounted = mountedPaths(fixture.server.app.printRoutes({ commonPrefix: false })).filter(
      (path) => path.startsWith('/api') && path !== '/api/*',
    );
    // Endpoints that share a URL may use different parameter names.
    const shapes = (paths: string[]) => [...new Set(paths.map((path) => path.replace(/:\w+(\|:\w+)*/g, ':')))].sort();
    expect(shapes(mounted)).toEqual(shapes([...contractPaths, ...pageLoads]));
  });

  /** Every kind of invalid token and the status of the response. */
  const invalidTokens: Record<string, (admin: Caller) => Promise<{ authorization?: string; status: number }>> = {
    'no token': async () => ({ status: 401 }),
    'an empty token': async () => ({ authorization: 'Bearer ', status: 403 }),
    'a malformed token': async () => ({ authorization: 'Bearer nonsense', status: 403 }),
    'a truncated token': async ({ token }) => ({
      authorization: `Bearer ${token.slice(0, -10)}`,
      status: 403,
    }),
    'basic credentials': async () => ({ authorization: 'Basic YWRtaW46YWRtaW4=', status: 403 }),
    'an expired token': async ({ user, companyId, sessionId }) => {
      const earlier = createAccessTokens({
        current: fixture.server.config.secret,
        now: () => Date.now() - TOKEN_TTL_MS - 1000,
      });
      const token = earlier.sign({ id: user.id, profile: 'admin', companyId, sid: sessionId, ver: 0 });
      return { authorization: `Bearer ${token}`, status: 403 };
    },
    'a token signed with another key': async ({ user, companyId, sessionId }) => {
      const forged = createAccessTokens({ current: 'another secret of more than thirty-two letters', now: Date.now });
      const token = forged.sign({ id: user.id, profile: 'admin', companyId, sid: sessionId, ver: 0 });
      return { authorization: `Bearer ${token}`, status: 403 };
    },
    'an unsigned token': async ({ token }) => {
      const unsigned = `${b64({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`;
      return { authorization: `Bearer ${unsigned}`, status: 403 };
    },
    'a token with a guessed signature': async ({ token }) => {
      const content = token.split('.').slice(0, 2).join('.');
      return {
        authorization: `Bearer ${content}.${createHmac('sha256', '').update(content).digest('base64url')}`,
        status: 403,
      };
    },
    'a token with changed claims': async ({ token }) => {
      const [header, payload, signature] = token.split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return {
        authorization: `Bearer ${header}.${b64({ ...claims, companyId: fixture.b.companyId })}.${signature}`,
        status: 403,
      };
    },
    'a refresh token': async ({ cookie }) => ({
      authorization: `Bearer ${cookie.split('=')[1]}`,
      status: 403,
    }),
    'a token of an ended session': async () => {
      const agent = await fixture.server.createAgent(fixture.a.companyId);
      await agent.request('DELETE', '/auth/logout');
      return { authorization: `Bearer ${agent.token}`, status: 401 };
    },
    'a token of a session replaced by a new sign-in': async () => {
      const first = await fixture.server.createAgent(fixture.a.companyId);
      await fixture.server.signIn(first.email);
      return { authorization: `Bearer ${first.token}`, status: 401 };
    },
    'a token of a removed user': async () => {
      const removedUser = await fixture.server.createAgent(fixture.a.companyId);
      await fixture.a.admin.request('DELETE', `/users/${removedUser.user.id}`);
      return { authorization: `Bearer ${removedUser.token}`, status: 401 };
    },
    'a token with a revoked version': async () => {
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
    'an API token of a connection [MA-08] [SE-09]': async (admin) => {
      const connection = await admin.request('POST', '/whatsapp', {
        name: 'Chave de fora',
        channel: 'whatsapp',
        provider: 'sandbox',
      });
      return { authorization: `Bearer ${connection.json<{ token: string }>().token}`, status: 403 };
    },
    'a token that combines a session with another company': async ({ user, sessionId }) => {
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
  afterAll(() => figure('RB-01', 'requests without a valid token, accepted', `${requestCount}, 0`));

  it.each(Object.keys(invalidTokens))('%s is rejected by every protected endpoint', async (kind) => {
    const { authorization, status } = await invalidTokens[kind]!(fixture.a.admin);
    const before = await fixture.rows.hash(fixture.a.companyId);
    const sampleOf = await sampleIds();
    for (const { name } of protectedCalls) {
      const answer = await fixture.send(name, sampleOf(name), {
        headers: { ...(authorization !== undefined && { authorization }) },
      });
      const error = status === 401 ? 'ERR_SESSION_EXPIRED' : 'ERR_TOKEN_EXPIRED';
      expect([answer.statusCode, answer.json().error], `${name} with ${kind}`).toEqual([status, error]);
      requestCount++;
    }
    expect(await fixture.rows.hash(fixture.a.companyId)).toBe(before);
  });

  it('a token in the URL, a cookie or the body is ignored', async () => {
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

/** Samples of existing rows: nothing is created while rows are compared. */
async function sampleIds(of = fixture.a) {
  return (name: CallName) => sampleOfExisting(name, of);
}

/** The URLs in the tree that Fastify prints: four columns per level; a route ends with its methods. */
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
