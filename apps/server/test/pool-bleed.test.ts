import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from './house.ts';
import type { Caller } from './people.ts';
import { figure, times, within } from './world/scale.ts';
import { freshToken } from './world/tenants.ts';

const COMPANIES = 50;
const REQUESTS = 10_000;
const AT_ONCE = 40;
const CONNECTIONS = 5;

interface Company {
  admin: Caller;
  /** A word that is only in this company's rows. */
  canary: string;
}

let house: TestHouse;
let companies: Company[];
beforeAll(async () => {
  house = await aHouse({ open: true, env: { POOL_SIZE: String(CONNECTIONS) } });
  companies = [];
  for (let n = 0; n < COMPANIES; n++) {
    const admin = await house.anAdmin({ plan: { users: 1_000_000 } });
    const canary = `bico${n}fim`;
    await admin.ask('POST', '/tags', { name: `${canary} tag` });
    await admin.ask('POST', '/tags', { name: `${canary} coluna`, kanban: 1 });
    await admin.ask('PUT', '/companySettings', { column: 'transferMessage', data: `${canary} mensagem` });
    await admin.ask('PUT', `/users/${admin.user.id}`, { name: `${canary} pessoa` });
    companies.push({ admin, canary });
  }
}, 120_000);
afterAll(() => house.stop());

const reads = [
  '/tags?pageNumber=1',
  '/tags/list',
  '/tag/kanban',
  '/users',
  '/users/list',
  '/auth/me',
  '/companySettings/1',
];
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const isOurs = (fault: unknown) =>
  /aborted on purpose|statement timeout|terminating connection|Connection terminated|read-only/.test(
    String((fault as Error).cause ?? fault),
  );

describe(`${COMPANIES} companies over ${CONNECTIONS} connections never get each other's rows [TI-14]`, () => {
  it(
    'however requests, aborted transactions, timeouts and lost connections mix',
    async () => {
      const counts = { answered: 0, hungUp: 0, aborted: 0 };
      let left = times(REQUESTS);
      const worker = async () => {
        while (left-- > 0) await oneTry(counts);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      expect(counts.answered).toBeGreaterThan(times(REQUESTS) / 2);
      expect(counts.aborted).toBeGreaterThan(0);
      await noneLeftBehind();
      figure(
        'TI-14',
        'requests answered, hung up, transactions aborted, bleeds',
        `${counts.answered}, ${counts.hungUp}, ${counts.aborted}, 0`,
      );
    },
    within(60),
  );

  async function oneTry(counts: { answered: number; hungUp: number; aborted: number }) {
    const company = pick(companies);
    const dice = Math.random();
    if (dice < 0.1) {
      await disturb(company, pick(['throw', 'timeout', 'kill', 'write while reading'] as const));
      counts.aborted++;
      return;
    }
    const body = await ask(company, pick(reads), dice < 0.2);
    if (body === undefined) return void counts.hungUp++;
    counts.answered++;
    holdsOnly(company, body);
  }

  function holdsOnly({ canary }: Company, body: string) {
    const found = new Set(body.match(/bico\d+fim/g) ?? []);
    expect([...found], body.slice(0, 200)).toEqual([canary]);
  }

  /** Over a real connection, which the caller may drop before the answer is there. */
  function ask({ admin }: Company, path: string, hangsUp: boolean): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      const call = request(
        `${house.url}/api${path}`,
        { headers: { authorization: `Bearer ${freshToken(house, admin)}` } },
        (answer) => {
          let body = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => (body += part));
          // A connection that was killed under a request is answered with "try again", which is an answer too.
          answer.on('end', () =>
            answer.statusCode === 503
              ? resolve(undefined)
              : answer.statusCode === 200
                ? resolve(body)
                : reject(new Error(`${answer.statusCode} ${body}`)),
          );
        },
      );
      call.on('error', (fault) => (hangsUp ? resolve(undefined) : reject(fault)));
      call.end();
      if (hangsUp) setTimeout(() => call.destroy(), Math.random() * 5);
    });
  }

  /** Ends a transaction of this company in the middle, in one of the ways in which they end. */
  async function disturb({ admin, canary }: Company, how: 'throw' | 'timeout' | 'kill' | 'write while reading') {
    const work = how === 'write while reading' ? house.db.readCompany : house.db.inCompany;
    const ended = work(admin.companyId, async (tx) => {
      const { rows } = await tx.sql.execute<{ name: string }>(sql`select name from tags`);
      expect(rows.every(({ name }) => name.startsWith(canary))).toBe(true);
      if (how === 'timeout') {
        await tx.sql.execute(sql`set local statement_timeout = 20`);
        await tx.sql.execute(sql`select pg_sleep(1)`);
      }
      if (how === 'kill') await tx.sql.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      if (how === 'write while reading') await tx.sql.execute(sql`update tags set color = color`);
      throw new Error('aborted on purpose');
    });
    await ended.then(
      () => expect.unreachable('the transaction went through'),
      (fault: unknown) => {
        if (!isOurs(fault)) throw fault;
      },
    );
  }

  /** Whatever connection is taken from the pool now belongs to nobody. */
  async function noneLeftBehind() {
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => house.db.pool.connect()));
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
