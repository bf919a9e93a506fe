import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { buildServer, type Server } from '../../apps/server/src/wiring/server.ts';
import { processConversations, type Side } from '../conversations.ts';
import { atMost, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const COMPANIES = 20;
/** As many as a company may call at the same time. */
const CUSTOMERS = 10;
const SLOW_MS = 10_000;
const DEBOUNCE_MS = 1600;
const RESPONSES = 600;
const CONCURRENT = 6;
const MAX_WAIT_MS = 60_000;

/** Calls to a model: what they add to a turn, and what many slow ones do to other requests. */
export async function calls(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: COMPANIES });
  const dir = mkdtempSync(join(tmpdir(), 'balcao-calls-'));
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  const model = { delayMs: 0 };
  const server = await buildServer({
    config: readConfig({ ...bench.env, DATA_DIR: dir }),
    appUrl: bench.appUrl,
    log: createLog({ level: 'silent' }),
    models: modelsOf(model),
  });
  try {
    const address = (await server.open(0, '127.0.0.1')) as AddressInfo;
    const sides = await attachPrompts(owner);
    for (const { companyId } of sides) server.modules.flowCatalog.invalidate(companyId);
    const ask = () => responses(`http://127.0.0.1:${address.port}/api/tickets`, bench);
    const own = await ownTimes(server, owner, sides);
    const alone = await ask();
    model.delayMs = SLOW_MS;
    await startCalls(server, owner, sides, 1);
    await until(() => server.modules.callWorker.underWay() === COMPANIES * CUSTOMERS);
    log(`${COMPANIES * CUSTOMERS} calls of ${SLOW_MS / 1000} s under way`);
    const held = server.db.pool.totalCount - server.db.pool.idleCount;
    const beside = await ask();
    return [
      atMost('calls: own time of a turn, p95', percentile(own, 95), ms, `${own.length} turns`),
      ratio('calls: other responses, p99', percentile(beside, 99), percentile(alone, 99), ms),
      none('calls: database connections held', held, `by ${COMPANIES * CUSTOMERS} calls`),
    ];
  } finally {
    await server.close();
    await owner.end();
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

const unused = () => Promise.reject(new Error('not used'));
const modelsOf = (model: { delayMs: number }): NonNullable<Parameters<typeof buildServer>[0]['models']> => ({
  textModel: {
    async complete() {
      await delay(model.delayMs);
      return { text: 'Temos sim!', usage: { inputTokens: 500, outputTokens: 20 }, finish: 'stop' };
    },
  },
  transcriber: { transcribe: unused },
  speech: { synthesize: unused },
  defaultModel: () => 'bench',
  hasSandbox: true,
});

/** Every connection answers with a prompt of its company. */
async function attachPrompts(owner: pg.Client): Promise<Side[]> {
  await owner.query(
    `with made as (insert into prompts (company_id, name, prompt, provider)
       select company_id, 'Prompt', 'Responda com gentileza e em poucas frases.', 'sandbox' from connections returning company_id, id)
     update connections c set prompt_id = made.id from made where made.company_id = c.company_id`,
  );
  const { rows } = await owner.query<Side>(
    'select company_id as "companyId", id as "connectionId" from connections order by company_id',
  );
  return rows;
}

/** Customers of all companies write, and their calls begin. */
async function startCalls(server: Server, owner: pg.Client, sides: Side[], round: number): Promise<void> {
  for (const side of sides)
    await processConversations(server, owner, side, { round, customers: CUSTOMERS, texts: ['Vocês abrem hoje?'] });
  await delay(DEBOUNCE_MS);
  await server.modules.flowTimers.sweep();
}

/** From the commit of a call to the commit of its answer, one company after the other; the model answers at once. */
async function ownTimes(server: Server, owner: pg.Client, sides: Side[]): Promise<number[]> {
  for (const side of sides) {
    await startCalls(server, owner, [side], 0);
    await until(() => server.modules.callWorker.isIdle());
  }
  const { rows } = await owner.query<{ ms: number }>(
    `select extract(epoch from finished_at - created_at)::float8 * 1000 as ms from flow_calls where state = 'done'`,
  );
  return rows.map((row) => row.ms);
}

async function responses(url: string, { companies, tokensOf }: BenchServer): Promise<number[]> {
  const tokens = companies.map((company) => tokensOf(company)[0]!);
  const took: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      while (next < RESPONSES) {
        const token = tokens[next++ % tokens.length]!;
        const startedAt = performance.now();
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        took.push(performance.now() - startedAt);
      }
    }),
  );
  return took;
}

async function until(isDone: () => boolean): Promise<void> {
  for (const end = Date.now() + MAX_WAIT_MS; !isDone();) {
    if (Date.now() > end) throw new Error('the calls did not begin or end in time');
    await delay(10);
  }
}
