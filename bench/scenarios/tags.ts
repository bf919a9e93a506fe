import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Tx } from '../../apps/server/src/infrastructure/db/tx.ts';
import { tagStore } from '../../apps/server/src/modules/tags/tags.store.ts';
import type { Calls } from '../clients/callers.ts';
import { median, micros, ratio, type Figure } from '../figures.ts';
import type { BenchServer } from '../server.ts';
import { startHelper, startMeasured, type Measured } from '../processes.ts';

const CONCURRENCY = 16;
/** Many short rounds: other load on the machine affects both sides alike. */
const ROUNDS = 31;
const WARM_UP = 12_000;
const REQUESTS = 400;
const BENCH = resolve(import.meta.dirname, '..');

/** CPU of the server process per GET /api/tags of 20 rows, in rounds that alternate with the bare handler. */
export async function tags(open: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  await sameSql();
  const bench = await open();
  const company = bench.companies[1]!;
  const token = bench.tokensOf(company)[1]!;
  const callers = startHelper('callers.ts');
  const ours = await bench.startServer();
  const bare = await startMeasured(
    resolve(BENCH, 'bare/tags.ts'),
    { APP_URL: bench.appUrl, COMPANY: String(company.id) },
    /ready: (\S+)/,
  );
  const call = ({ url }: Measured, requests: number) =>
    callers.request({ url: `${url}/api/tags`, token, requests, concurrency: CONCURRENCY } satisfies Calls);
  const cost = async (server: Measured) => {
    const before = await server.cpuMicros();
    await call(server, REQUESTS);
    return ((await server.cpuMicros()) - before) / REQUESTS;
  };
  try {
    await sameAnswer(ours.url, bare.url, token);
    for (const server of [ours, bare]) await call(server, WARM_UP);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      rounds.push({ ours: await cost(ours), bare: await cost(bare) });
      if (round % 5 === 1)
        log(`round ${round}: ${micros(rounds.at(-1)!.ours)} against ${micros(rounds.at(-1)!.bare)} of CPU a request`);
    }
    const of = (side: 'ours' | 'bare') => median(rounds.map((round) => round[side]));
    return [ratio('tags: CPU per request', of('ours'), of('bare'), micros)];
  } finally {
    await Promise.all([ours.stop(), bare.stop(), callers.stop()]);
  }
}

/** The comparison is valid only while both run the same statement. */
async function sameSql(): Promise<void> {
  let ours = '';
  const run: Tx['query'] = async ({ text }) => {
    ours = text;
    return [];
  };
  await tagStore.page({ companyId: 1, query: run } as Tx, { search: '', page: 1, isLane: false });
  const bare = readFileSync(resolve(BENCH, 'bare/tags.sql'), 'utf8');
  const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
  if (flat(ours) !== flat(bare))
    throw new Error(`bench/bare/tags.sql differs from the statement of the product: ${ours}`);
}

async function sameAnswer(ours: string, bare: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const [ourAnswer, bareAnswer] = await Promise.all(
    [ours, bare].map(async (url) => (await fetch(`${url}/api/tags`, { headers })).json()),
  );
  deepStrictEqual(ourAnswer, bareAnswer);
  deepStrictEqual((ourAnswer as { tags: unknown[] }).tags.length, 20);
}
