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
import { atMost, median, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const COMPANIES = 20;
/** As many as a company may call at the same time. */
const CUSTOMERS = 10;
const CALLS = COMPANIES * CUSTOMERS;
const SLOW_MS = 10_000;
const ANSWER = 'Temos sim!';
const DEBOUNCE_MS = 1600;
const TURN_EVERY_MS = 100;
const ROUNDS = 3;
const RESPONSES = 600;
const CONCURRENT = 6;
const SAMPLES = 20;
const SAMPLE_MS = 25;
const MAX_WAIT_MS = 60_000;

/** Calls to a model: what they add to a turn, and what many slow ones do to other requests. */
export async function calls(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: COMPANIES });
  const dir = mkdtempSync(join(tmpdir(), 'balcao-calls-'));
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  const model: SlowModel = { delayMs: SLOW_MS, underWay: 0, held: Promise.resolve() };
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
    const url = `http://127.0.0.1:${address.port}/api/tickets`;
    const rounds = { alone: [] as number[], beside: [] as number[], held: [] as number[] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      model.held = promise;
      await startCalls(server, owner, sides, round);
      await until(() => model.underWay === CALLS);
      rounds.held.push(await connectionsHeld(server));
      const beside = percentile(await responses(url, bench), 99);
      release();
      await ended(owner);
      // Afterwards, with the same tickets.
      const alone = percentile(await responses(url, bench), 99);
      log(`round ${round}: ${CALLS} calls of ${SLOW_MS / 1000} s, other requests ${ms(beside)}, alone ${ms(alone)}`);
      rounds.beside.push(beside);
      rounds.alone.push(alone);
    }
    model.delayMs = 0;
    const own = await ownTimes(server, owner, sides);
    const missing = CALLS * (ROUNDS + 1) - (await answers(owner));
    return [
      atMost(
        'calls: own time per answer, p95',
        percentile(own, 95),
        ms,
        `p50 ${ms(median(own))} of ${own.length} turns`,
      ),
      ratio('calls: other requests, p99', median(rounds.beside), median(rounds.alone), ms),
      none('calls: database connections held', Math.max(...rounds.held), `by ${CALLS} calls`),
      none('calls: answers missing or duplicated', Math.abs(missing), `of ${CALLS * (ROUNDS + 1)}`),
    ];
  } finally {
    await server.close();
    await owner.end();
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

const unused = () => Promise.reject(new Error('not used'));
/** A call takes `delayMs`, and longer while it is held: a slow machine may need long to start them all. */
interface SlowModel {
  delayMs: number;
  underWay: number;
  held: Promise<void>;
}
const modelsOf = (model: SlowModel): NonNullable<Parameters<typeof buildServer>[0]['models']> => ({
  textModel: {
    async complete() {
      model.underWay += 1;
      await Promise.all([delay(model.delayMs), model.held]);
      model.underWay -= 1;
      return { text: ANSWER, usage: { inputTokens: 500, outputTokens: 20 }, finish: 'stop' };
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

/** Customers of all companies write. */
async function write(server: Server, owner: pg.Client, sides: Side[], round: number): Promise<void> {
  for (const side of sides)
    await processConversations(server, owner, side, { round, customers: CUSTOMERS, texts: ['Vocês abrem hoje?'] });
}
/** All calls begin at the same time. */
async function startCalls(server: Server, owner: pg.Client, sides: Side[], round: number): Promise<void> {
  await write(server, owner, sides, round);
  await delay(DEBOUNCE_MS);
  await server.modules.flowTimers.sweep();
}

/**
 * From the begin of the transaction that stores a call to the commit of its answer, ten turns a second; the model answers at
 * once.
 */
async function ownTimes(server: Server, owner: pg.Client, sides: Side[]): Promise<number[]> {
  await owner.query(`
    create table bench_turns (began_at timestamptz, at timestamptz);
    create function bench_turn() returns trigger language plpgsql security definer as $$
    begin
      insert into bench_turns values (new.created_at, clock_timestamp());
      return null;
    end $$;
    create constraint trigger bench_turn after update on flow_calls deferrable initially deferred
      for each row when (new.state = 'done') execute function bench_turn()`);
  await write(server, owner, sides, 0);
  await owner.query(
    `with due as (
       select company_id, id, now() + interval '2 seconds' + make_interval(secs => $1::float8 * row_number() over (order by id)) as at
         from flow_runs where wait = 'debounce')
     update flow_runs r set wake_at = due.at, state = jsonb_set(r.state, '{wait,until}', to_jsonb(to_char(
            due.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       from due where r.company_id = due.company_id and r.id = due.id`,
    [TURN_EVERY_MS / 1000],
  );
  server.modules.flowTimers.start();
  await until(async () => {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from flow_runs where wait <> 'answer'`,
    );
    return rows[0]!.n === 0;
  });
  const { rows } = await owner.query<{ ms: number }>(
    'select extract(epoch from at - began_at)::float8 * 1000 as ms from bench_turns',
  );
  await owner.query('drop trigger bench_turn on flow_calls; drop function bench_turn(); drop table bench_turns');
  if (rows.length !== CALLS) throw new Error(`${rows.length} of ${CALLS} turns were answered`);
  return rows.map((row) => row.ms);
}

/** A call that held a connection would hold it in every sample; other work holds one for a moment. */
async function connectionsHeld({ db: { pool } }: Server): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < SAMPLES; n += 1) {
    least = Math.min(least, pool.totalCount - pool.idleCount);
    await delay(SAMPLE_MS);
  }
  return least;
}

async function answers(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from messages where from_me and body = $1',
    [ANSWER],
  );
  return rows[0]!.n;
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

const ended = (owner: pg.Client) =>
  until(async () => {
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from flow_calls where finished_at is null',
    );
    return rows[0]!.n === 0;
  });

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + MAX_WAIT_MS; !(await isDone());) {
    if (Date.now() > end) throw new Error('the calls did not begin or end in time');
    await delay(10);
  }
}
