import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNamed, calls, type Answer, type AnySent, type CallName } from './fixtures/calls.ts';
import { isForSuperUsers, supportCalls, tokenCalls } from './fixtures/rights.ts';
import { figure, isFull, SWEEP_MS } from './fixtures/scale.ts';
import { freshToken } from './fixtures/tenants.ts';
import {
  createTenantFixture,
  endsSession,
  leaksIn,
  resetRateLimits,
  type TenantFixture,
} from './fixtures/tenant-fixture.ts';

/** The audit log takes one entry per minute and caller: the clock advances, so that each request can have its own. */
const AUDIT_INTERVAL_MS = 60_000;

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());

interface Way {
  name: string;
  /** Recorded in the audit log. */
  audited: boolean;
  nameCompany: (sent: AnySent, call: CallName) => AnySent;
}
/** Every way to name another company in a request. */
const ways: Way[] = [
  {
    name: 'body',
    audited: true,
    nameCompany: (sent, call) =>
      hasJsonBody(call, sent) ? { ...sent, body: { ...(sent.body as object), companyId: fixture.b.companyId } } : sent,
  },
  {
    name: 'query',
    audited: true,
    nameCompany: (sent) => ({ ...sent, query: { ...sent.query, companyId: fixture.b.companyId } }),
  },
  {
    name: 'header',
    audited: true,
    nameCompany: (sent) => withHeaders(sent, { 'x-company-id': String(fixture.b.companyId) }),
  },
  {
    name: 'tenant headers',
    audited: false,
    nameCompany: (sent) =>
      withHeaders(sent, { 'x-tenant-id': String(fixture.b.companyId), companyid: String(fixture.b.companyId) }),
  },
  {
    name: 'headers with a token of the other company',
    audited: false,
    nameCompany: (sent) =>
      withHeaders(sent, {
        'x-access-token': fixture.b.admin.token,
        'x-authorization': `Bearer ${fixture.b.admin.token}`,
        'proxy-authorization': `Bearer ${fixture.b.admin.token}`,
      }),
  },
];
/** All ways in one request; the whole count also tries each of them alone. */
const together: Way = {
  name: 'body, query and headers',
  audited: true,
  nameCompany: (sent, call) => ways.reduce((changed, { nameCompany }) => nameCompany(changed, call), sent),
};

let requestCount = 0;
afterAll(() => figure('TI-06', 'requests that name another company, differences', `${requestCount}, 0`));

describe('a company id in a request has no effect [TI-06]', { timeout: SWEEP_MS }, () => {
  it.each(isFull ? [together, ...ways] : [together])(
    'in the $name: the response is the same as without it, and the other company is unchanged',
    async ({ nameCompany, audited }) => {
      const { server, rows, a, b } = fixture;
      const otherCompanyHash = await rows.hash(b.companyId);
      for (const { name, endpoint } of calls) {
        const caller = isForSuperUsers(name) ? fixture.super : a.admin;
        const home = caller === fixture.super ? fixture.super.companyId : a.companyId;
        server.clock.pass(AUDIT_INTERVAL_MS + 1000);
        const auditCount = await auditCountOf(home);
        let isNamed = false;
        const named = await sendSample(name, caller, (sent) => {
          const changed = nameCompany(sent, name);
          isNamed = changed !== sent;
          return changed;
        });

        const outcome = outcomeOf(named);
        // The state of the company has changed since an earlier response; a new one decides.
        if (plainOutcomes.get(name) !== outcome) {
          const plain = await sendSample(name, caller, (sent) => sent);
          expect(plain.statusCode, `${name}: ${plain.body}`).toBeLessThan(supportCalls.includes(name) ? 401 : 300);
          plainOutcomes.set(name, outcomeOf(plain));
        }
        expect(outcome, name).toBe(plainOutcomes.get(name));
        requestCount++;
        if (showsAllCompanies(name, endpoint)) continue;
        expect(leaksIn(fixture, named), name).toEqual([]);
        // Rows of the platform carry the owner's company id.
        const companyIds = companiesIn(named.body).filter((id) => id !== OWNER_COMPANY_ID);
        // Super users name a company in the path.
        const shown = isForSuperUsers(name) ? a.companyId : home;
        expect(
          companyIds.every((id) => id === shown),
          `${name} returns rows of its own company only`,
        ).toBe(true);
        // Reads are covered by get-requests-do-not-write.test.ts.
        if (endpoint.method !== 'GET')
          expect(await rows.hash(b.companyId), `${name} changed the other company`).toBe(otherCompanyHash);
        // Requests with an API token are not audited.
        const isAudited = isNamed && audited && !tokenCalls.includes(name);
        if (endpoint.access !== 'public')
          expect((await auditCountOf(home)) - auditCount, `${name} is audited`).toBe(isAudited ? 1 : 0);
      }
    },
  );

  it.each([[{ toString: 1, valueOf: 1 }], [[1, 2]], [{}], [true], ['x'.repeat(1000)], [{ companyId: 1 }]])(
    'of any type: %j',
    async (companyId) => {
      const answer = await fixture.send('tags.create', { body: { name: 'Nome qualquer', companyId } }, fixture.a.admin);
      expect(answer.statusCode, answer.body).toBe(200);
    },
  );

  it('in the path is audited too, except for super users', async () => {
    const { server, a, b } = fixture;
    for (const path of ['/companySettings/', '/companies/listPlan/']) {
      server.clock.pass(AUDIT_INTERVAL_MS + 1000);
      const [own, supers] = [await auditCountOf(a.companyId), await auditCountOf(fixture.super.companyId)];
      await server.withToken(freshToken(server, a.admin))('GET', path + b.companyId);
      await server.withToken(freshToken(server, fixture.super))('GET', path + b.companyId);
      expect((await auditCountOf(a.companyId)) - own, path).toBe(1);
      expect((await auditCountOf(fixture.super.companyId)) - supers, path).toBe(0);
    }
  });
});

/** Lists for super users show every company, whether one is named or not. */
const showsAllCompanies = (name: CallName, { method, path }: { method: string; path: string }): boolean =>
  isForSuperUsers(name) && method === 'GET' && !path.includes(':companyId');

/** Status and shape of the last response to each endpoint without a company id in the request. */
const plainOutcomes = new Map<CallName, string>();
const outcomeOf = ({ statusCode, body }: Answer): string => `${statusCode} ${shapeOf(body)}`;

/** A read changes nothing, so one sample is enough for all of its requests. A link of a sign-in at Meta expires. */
const readSamples = new Map<CallName, Promise<AnySent>>();
function sampleOf(name: CallName): Promise<AnySent> {
  if (callNamed(name).endpoint.method !== 'GET' || name === 'linkings.pages') return fixture.sample(name, fixture.a);
  if (!readSamples.has(name)) readSamples.set(name, fixture.sample(name, fixture.a));
  return readSamples.get(name)!;
}

/** Reads and uploads have none. */
function hasJsonBody(name: CallName, { file }: AnySent): boolean {
  const { method, files } = callNamed(name).endpoint;
  return method !== 'GET' && files === undefined && file === undefined;
}

async function sendSample(name: CallName, caller: TenantFixture['super'], nameCompany: (sent: AnySent) => AnySent) {
  await resetRateLimits(fixture.server);
  const sent = nameCompany(await sampleOf(name));
  if (!endsSession(name)) return fixture.send(name, sent, caller);
  const { email } = await fixture.a.factory.newUser({ profile: 'admin' });
  return fixture.send(name, sent, await fixture.server.signIn(email));
}

const withHeaders = (sent: AnySent, headers: Record<string, string>): AnySent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});

async function auditCountOf(companyId: number): Promise<number> {
  const { rowCount } = await fixture.server.asOwner.query(
    "select from audit_log where company_id = $1 and act = 'foreign-company-named'",
    [companyId],
  );
  return rowCount ?? 0;
}

/** Removes what differs between two requests: ids, colors, tokens and times. */
const shapeOf = (body: string): string =>
  body
    .replace(
      /"(token|tokenLast4|signingSecret|signingSecretLast4|qrTicket|sessionId|profileImage|urlPicture|uuid|wid|url|link|clientKey|now|timeZone|\w+At)":"[^"]*"/g,
      '"$1":""',
    )
    .replace(/#[0-9a-f]{6}/gi, '#')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
    // Random names of files, and puzzles.
    .replace(/[0-9a-f]{32,}/g, '')
    .replace(/[0-9a-f]{12}(?=_)/g, '')
    // Ids of nodes.
    .replace(/\b[A-Za-z]{30}\b/g, '')
    .replace(/\[[^\]]*\{.*\}[^\]]*\]/gs, '[…]')
    .replace(/\d+/g, '0');

/** Every company id in a response. */
const companiesIn = (body: string): number[] =>
  [...body.matchAll(/"companyId":(\d+)/g)].map((match) => Number(match[1]));
