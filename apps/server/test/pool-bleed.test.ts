import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from './case-counts.ts';
import { startTestServer, type TestServer } from './server.ts';
import type { Caller } from './users.ts';
import { figure, times, timeLimitMs } from './fixtures/scale.ts';
import { freshToken } from './fixtures/tenants.ts';

const COMPANIES = 50;
const REQUESTS = 10_000;
const AT_ONCE = 40;
const CONNECTIONS = 5;

interface Company {
  admin: Caller;
  /** A text that only rows of this company contain. */
  canary: string;
}

let server: TestServer;
let companies: Company[];
beforeAll(async () => {
  server = await startTestServer({ open: true, env: { POOL_SIZE: String(CONNECTIONS) } });
  companies = [];
  for (let n = 0; n < COMPANIES; n++) {
    const admin = await server.createAdmin({ plan: { users: 1_000_000 } });
    const canary = `bico${n}fim`;
    await admin.request('POST', '/tags', { name: `${canary} tag` });
    await admin.request('POST', '/tags', { name: `${canary} coluna`, kanban: 1 });
    await admin.request('PUT', '/companySettings', { column: 'transferMessage', data: `${canary} mensagem` });
    await admin.request('PUT', `/users/${admin.user.id}`, { name: `${canary} pessoa` });
    companies.push({ admin, canary });
  }
}, 120_000);
afterAll(() => server.stop());

const reads = [
  '/tags?pageNumber=1',
  '/tags/list',
  '/tag/kanban',
  '/users',
  '/users/list',
  '/auth/me',
  '/companySettings/1',
];
const random = createRandom();
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const isExpected = (error: unknown) =>
  /aborted on purpose|statement timeout|terminating connection|Connection terminated|read-only/.test(
    String((error as Error).cause ?? error),
  );

describe(`${COMPANIES} companies on ${CONNECTIONS} pooled connections never receive each other's rows [TI-14]`, () => {
  it(
    'with a mix of requests, aborted transactions, timeouts and lost connections',
    { timeout: timeLimitMs(60), retry: 0 },
    async () => {
      const counts = { answered: 0, hungUp: 0, aborted: 0 };
      let remaining = times(REQUESTS);
      const worker = async () => {
        while (remaining-- > 0) await attempt(counts);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect(counts.answered).toBeGreaterThan(times(REQUESTS) / 2);
      expect(counts.aborted).toBeGreaterThan(0);
      await expectIdlePool();
      figure(
        'TI-14',
        'requests answered, hung up, transactions aborted, bleeds',
        `${counts.answered}, ${counts.hungUp}, ${counts.aborted}, 0`,
      );
    },
  );

  async function attempt(counts: { answered: number; hungUp: number; aborted: number }) {
    const company = pick(companies);
    const dice = random();
    if (dice < 0.1) {
      await disturb(company, pick(['throw', 'timeout', 'kill', 'write while reading'] as const));
      counts.aborted++;
      return;
    }
    const body = await sendRequest(company, pick(reads), dice < 0.2);
    if (body === undefined) return void counts.hungUp++;
    counts.answered++;
    expectOnlyOwnData(company, body);
  }

  function expectOnlyOwnData({ canary }: Company, body: string) {
    const found = new Set(body.match(/bico\d+fim/g) ?? []);
    expect([...found], body.slice(0, 200)).toEqual([canary]);
  }

  /** Over a real connection, which the client may close before the response. */
  function sendRequest({ admin }: Company, path: string, hangsUp: boolean): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const call = request(
        `${server.url}/api${path}`,
        { headers: { authorization: `Bearer ${freshToken(server, admin)}` } },
        (answer) => {
          let body = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => (body += part));
          // A request whose database connection was killed gets 503.
          answer.on('end', () =>
            answer.statusCode === 503
              ? resolve(undefined)
              : answer.statusCode === 200
                ? resolve(body)
                : reject(new Error(`${answer.statusCode} ${body}`)),
          );
        },
      );
      call.on('error', (error) => (hangsUp ? resolve(undefined) : reject(error)));
      call.end();
      if (hangsUp) setTimeout(() => call.destroy(), random() * 5);
    });
  }

  /** Aborts a transaction of this company in one of four ways. */
  async function disturb({ admin, canary }: Company, how: 'throw' | 'timeout' | 'kill' | 'write while reading') {
    const work = how === 'write while reading' ? server.db.readCompany : server.db.inCompany;
    const ended = work(admin.companyId, async (tx) => {
      const { rows } = await tx.orm.execute<{ name: string }>(sql`select name from tags`);
      expect(rows.every(({ name }) => name.startsWith(canary))).toBe(true);
      if (how === 'timeout') {
        await tx.orm.execute(sql`set local statement_timeout = 20`);
        await tx.orm.execute(sql`select pg_sleep(1)`);
      }
      if (how === 'kill') await tx.orm.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      if (how === 'write while reading') await tx.orm.execute(sql`update tags set color = color`);
      throw new Error('aborted on purpose');
    });
    await ended.then(
      () => expect.unreachable('the transaction went through'),
      (error: unknown) => {
        if (!isExpected(error)) throw error;
      },
    );
  }

  /** No pooled connection has a company set. */
  async function expectIdlePool() {
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => server.db.pool.connect()));
    try {
      for (const client of clients) {
        const { rows } = await client.query(
          "select coalesce(current_setting('app.company', true), '') as company, (select count(*)::int from tags) as tags",
        );
        expect(rows).toEqual([{ company: '', tags: 0 }]);
      }
    } finally {
      for (const client of clients) client.release();
    }
  }
});
