import pg from 'pg';
import { median, ms, none, ratio, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';
import { openMetaEnvironment, type MetaEnvironment } from '../meta-environment.ts';
import { runMixedHour } from '../mixed-hour.ts';
import { setTimeout as delay } from 'node:timers/promises';

const A_BATCH = 1000;
const ROUNDS = 5;
const CUSTOMERS = 200;
const TIMEOUT_MS = 120_000;

/** Meta channels on a simulator: batches against single webhooks, and an hour of mixed traffic in a minute. */
export async function channels(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 2 });
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  let meta: MetaEnvironment | undefined;
  try {
    meta = await openMetaEnvironment(bench, [
      { numbers: 2, pages: 1 },
      { numbers: 2, pages: 2 },
    ]);
    const waitUntilProcessed = () => pollUntilProcessed(owner, meta!);
    return [
      ...(await batches(meta, owner, waitUntilProcessed, log)),
      ...(await runMixedHour({ bench, meta, owner, waitUntilProcessed, log })),
    ];
  } finally {
    await meta?.close();
    await owner.end();
    await bench.close();
  }
}

/** Waits until the simulator has sent every webhook and the server has processed all of them. */
async function pollUntilProcessed(owner: pg.Client, { control }: MetaEnvironment): Promise<void> {
  const late = performance.now() + TIMEOUT_MS;
  await control.idle();
  for (;;) {
    const { rows } = await owner.query<{ left: boolean }>(
      'select exists (select from inbox) or exists (select from signals) as left',
    );
    if (!rows[0]!.left) return;
    if (performance.now() > late) throw new Error('The webhooks were not processed in time.');
    await delay(5);
  }
}

async function batches(
  { control, linked }: MetaEnvironment,
  owner: pg.Client,
  waitUntilProcessed: () => Promise<void>,
  log: (line: string) => void,
): Promise<Figure[]> {
  const numbers = linked.flatMap(({ accounts }) => accounts.filter(({ kind }) => kind === 'whatsappapi'));
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => ({
    account: numbers[n % numbers.length]!.accountId,
    contact: { id: `5511970${String(n).padStart(6, '0')}`, name: `Pessoa ${n}` },
  }));
  const sentIds: string[] = [];
  async function round(items: number): Promise<number> {
    await control.hold();
    for (let n = 0; n < A_BATCH; n += 1) {
      const { account, contact } = customers[n % CUSTOMERS]!;
      sentIds.push(
        (await control.performAction(account, contact, { kind: 'text', text: `item ${sentIds.length}` })).id,
      );
    }
    const since = performance.now();
    await control.release({ items });
    await waitUntilProcessed();
    return (performance.now() - since) / A_BATCH;
  }
  // The first messages create contacts and tickets, which is not part of the measurement.
  for (const items of [A_BATCH, 1, A_BATCH]) await round(items);
  const times = { batch: [] as number[], single: [] as number[] };
  for (let n = 1; n <= ROUNDS; n += 1) {
    times.batch.push(await round(A_BATCH));
    times.single.push(await round(1));
    log(`round ${n}: an item of a batch ${ms(times.batch.at(-1)!)}, alone ${ms(times.single.at(-1)!)}`);
  }
  const { rows } = await owner.query<{ stored: number; names: number }>(
    'select count(*)::int as stored, count(distinct wid)::int as names from messages where wid = any($1)',
    [sentIds],
  );
  const { stored, names } = rows[0]!;
  return [
    ratio('channels: time per item of a batch', median(times.batch), median(times.single), ms),
    none('channels: items lost or duplicated', sentIds.length - names + (stored - names), `of ${sentIds.length}`),
  ];
}
