/** The calls of an agent's hour and their costs, for the scenario `hour`. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createDatabaseMeter } from './database-cpu.ts';
import { median, type atMost } from './figures.ts';
import type { Seeded } from './inbox-seed.ts';
import type { BenchServer } from './server.ts';
import { openStatementCounter } from './statement-counter.ts';
import { createWebhookFrom } from './webhooks.ts';

const CALLS = 200;
/** Callers at once of a busy server; an idle one spends more CPU time per call, because it sleeps between two. */
const CALLERS = 16;
const WARM_UP = 40;
/** Calls whose statements are counted; the least count is the one without statements of scheduled jobs. */
const COUNTED = 15;
/** After each counted call, so that the delivery of its events is counted with it. */
const SETTLE_MS = 60;
const IDLE_MS = 5000;
const TIMEOUT_MS = 30_000;
/** A phone sends the answers of a round at its own pace. */
const IDLE_TIMEOUT_MS = 300_000;
const NAME = 'maria conceicao';

interface Request {
  path: string;
  method?: string;
  body?: object;
}
interface Call {
  name: string;
  budget?: Parameters<typeof atMost>[0];
  request(n: number): Request | { webhook: ReturnType<typeof createWebhookFrom> };
}

export interface HourSetup {
  bench: BenchServer;
  owner: pg.Client;
  calls: Call[];
  /** Tokens last ten minutes. */
  token(): string;
}

export function callsOf(
  { longUuid, openIds, pendingIds, callers }: Seeded,
  userId: number,
  bench: BenchServer,
): Call[] {
  const get = (path: string) => () => ({ path });
  const put = (path: string, body: object) => ({ path, method: 'PUT', body });
  const openId = (n: number) => openIds[n % openIds.length]!;
  const pendingId = (n: number) => pendingIds[n % pendingIds.length]!;
  const run = Date.now();
  let sent = 0;
  return [
    {
      name: 'list',
      budget: 'hour: CPU of the open list',
      request: get('/api/tickets?status=open&showAll=true'),
    },
    { name: 'counts', request: get('/api/tickets-counts?showAll=true') },
    { name: 'open', request: (n) => ({ path: `/api/tickets/${openId(n)}` }) },
    { name: 'seen', request: (n) => ({ path: `/api/tickets/${openId(n)}/seen`, method: 'POST', body: {} }) },
    { name: 'thread', request: get(`/api/messages/${longUuid}`) },
    {
      name: 'send',
      request: (n) => ({ path: `/api/messages/${openId(n)}`, method: 'POST', body: { body: `Resposta ${n}` } }),
    },
    {
      name: 'receive',
      request: (n) => ({
        webhook: createWebhookFrom(bench.webhookTargets[0]!, callers[n % callers.length]!, run + (sent += 1)),
      }),
    },
    {
      // Every ticket is accepted and then returned.
      name: 'update',
      budget: 'hour: CPU of a ticket update',
      request: (n) =>
        put(
          `/api/tickets/${pendingId(Math.floor(n / 2))}`,
          n % 2 === 0 ? { status: 'open', userId } : { status: 'pending' },
        ),
    },
    {
      name: 'name search',
      budget: 'hour: CPU of a name search',
      request: get(`/api/tickets?status=search&showAll=true&searchParam=${NAME}`),
    },
    {
      name: 'contact search',
      budget: 'hour: CPU of a contact search',
      request: get(`/api/contacts?searchParam=${NAME}`),
    },
  ];
}

/** Links the simulated phone: only a connected channel sends messages and read receipts. */
async function link(url: string, owner: pg.Client, token: string): Promise<void> {
  const { rows } = await owner.query<{ id: number }>('select min(id) as id from connections');
  const { id } = rows[0]!;
  await make(url, token, { path: `/api/whatsappsession/${id}`, method: 'POST', body: {} });
  await make(url, token, { path: `/api/sandbox/${id}/act`, method: 'POST', body: { act: 'scan' } });
  const late = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await owner.query(`select from connections where id = $1 and status = 'CONNECTED'`, [id]);
    if (found.rowCount === 1) return;
    if (performance.now() > late) throw new Error('The connection was not linked in time.');
    await delay(50);
  }
}

/** The bytes of the response. */
async function make(url: string, token: string, call: ReturnType<Call['request']>): Promise<number> {
  const answer = await ('webhook' in call
    ? fetch(url + call.webhook.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox-signature': call.webhook.signature },
        body: call.webhook.body,
      })
    : fetch(url + call.path, {
        method: call.method ?? 'GET',
        headers: { authorization: `Bearer ${token}`, ...(call.body && { 'content-type': 'application/json' }) },
        ...(call.body && { body: JSON.stringify(call.body) }),
      }));
  const { byteLength } = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${'path' in call ? call.path : 'The webhook'} answered ${answer.status}`);
  return byteLength;
}

/** On a server of its own, because the relay in front of the database would slow down the measured one. */
export async function countStatements({ bench, owner, calls, token }: HourSetup, log: (line: string) => void) {
  const counter = await openStatementCounter(bench.ownerUrl);
  const server = await bench.startServer({ DATABASE_URL: counter.url });
  const counts = new Map<string, { statements: number; roundTrips: number }>();
  try {
    await link(server.url, owner, token());
    for (const { name, request } of calls) {
      const taken: ReturnType<typeof counter.take>[] = [];
      for (let n = 0; n < COUNTED; n += 1) {
        counter.take();
        await make(server.url, token(), request(n));
        await delay(SETTLE_MS);
        // The phone confirms a message after it was sent.
        await waitUntilIdle(owner);
        await delay(SETTLE_MS);
        taken.push(counter.take());
      }
      const statements = Math.min(...taken.map((one) => one.statements.length));
      counts.set(name, { statements, roundTrips: Math.min(...taken.map((one) => one.roundTrips)) });
      if (process.env['BENCH_STATEMENTS'] !== undefined)
        for (const one of taken.filter((some) => some.statements.length === statements).slice(-2))
          log(`${name}: ${one.statements.map((text) => text.slice(0, 60)).join(', ')}`);
    }
  } finally {
    await server.stop();
    await counter.close();
  }
  return counts;
}

/** Per call: rows read, bytes of the response, CPU time in milliseconds with all callers, and with one (`alone`). */
type Cost = Record<'rows' | 'bytes' | 'server' | 'database' | 'alone', number>;

/** Calls in pairs, because an update is undone by the call that follows it. Returns the sum of the bytes. */
async function inPairs(count: number, callers: number, call: (n: number) => Promise<number>): Promise<number> {
  let next = 0;
  let bytes = 0;
  const caller = async () => {
    while (next < count) {
      const first = next;
      next += 2;
      const sizes = [await call(first), await call(first + 1)];
      bytes += sizes[0]! + sizes[1]!;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return bytes;
}

export async function measureCosts({ bench, owner, calls, token }: HourSetup, roundCount: number) {
  const server = await bench.startServer();
  try {
    await link(server.url, owner, token());
    const databaseCpu = await createDatabaseMeter(owner);
    const meter = async () => ({
      server: await server.cpuMicros(),
      database: databaseCpu(),
      at: performance.now(),
    });
    // The scheduled jobs of an idle server are not part of a call, however long it takes on a busy machine.
    const idleBefore = await meter();
    await delay(IDLE_MS);
    const idleAfter = await meter();
    const idleRate = (of: 'server' | 'database') => (idleAfter[of] - idleBefore[of]) / (idleAfter.at - idleBefore.at);
    const idle = { server: idleRate('server'), database: idleRate('database') };
    const costs = new Map<string, Cost>();
    for (const { name, request } of calls) {
      const makeAll = (count: number, callers: number) =>
        inPairs(count, callers, (n) => make(server.url, token(), request(n)));
      await makeAll(WARM_UP, CALLERS);
      await waitUntilIdle(owner);
      const rowsBefore = await rowsRead(owner);
      const rounds: Omit<Cost, 'rows'>[] = [];
      for (let round = 0; round < roundCount; round += 1) {
        const measure = async (callers: number) => {
          const before = await meter();
          const bytes = await makeAll(CALLS, callers);
          await waitUntilIdle(owner);
          const after = await meter();
          const cost = (of: 'server' | 'database') =>
            (after[of] - before[of] - (after.at - before.at) * idle[of]) / 1000 / CALLS;
          return { server: cost('server'), database: cost('database'), bytes: bytes / CALLS };
        };
        const alone = await measure(1);
        rounds.push({ ...(await measure(CALLERS)), alone: alone.server + alone.database });
      }
      const rows = ((await rowsRead(owner)) - rowsBefore) / CALLS / roundCount / 2;
      const of = (field: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[field]));
      costs.set(name, {
        rows,
        bytes: of('bytes'),
        server: of('server'),
        database: of('database'),
        alone: of('alone'),
      });
    }
    return costs;
  } finally {
    await server.stop();
  }
}

/** Waits until received messages are processed and answers are sent. */
async function waitUntilIdle(owner: pg.Client): Promise<void> {
  const late = performance.now() + IDLE_TIMEOUT_MS;
  for (;;) {
    if (performance.now() > late) throw new Error('Messages were not processed or sent in time.');
    await delay(50);
    const { rows } = await owner.query<{ n: number }>(
      `select ((select count(*) from inbox) + (select count(*) from signals)
             + (select count(*) from outbox where state in ('queued', 'sending')))::int as n`,
    );
    if (rows[0]!.n === 0) return;
  }
}

/** Rows that indexes fetched or scans returned, of all sessions. */
async function rowsRead(owner: pg.Client): Promise<number> {
  // A session reports its counts once per second.
  await delay(1100);
  const { rows } = await owner.query<{ n: number }>(
    `select (tup_returned + tup_fetched)::float8 as n from pg_stat_database where datname = current_database()`,
  );
  return rows[0]!.n;
}
