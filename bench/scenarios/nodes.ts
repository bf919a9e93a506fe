import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { ReceivedMessages, SubscriberCommand } from '../clients/message-subscribers.ts';
import type { WebhookBatch } from '../clients/webhook-senders.ts';
import { createDatabaseMeter } from '../database-cpu.ts';
import { median, megabytes, ms, none, rate, ratio, type Figure } from '../figures.ts';
import { startHelper, type Measured } from '../processes.ts';
import { openBenchServer, type BenchServer } from '../server.ts';
import { createWebhook } from '../webhooks.ts';

const COMPANIES = 8;
const NODES = [1, 2, 4];
const ROUND_SIZE = 1500;
const ROUNDS = 3;
const WARM_UP = 1;
/** Requests at a time, over all nodes. */
const CONCURRENCY = 32;
const TIMEOUT_MS = 120_000;
const SETTLE_MS = 500;

interface Cost {
  perSecond: number;
  /** CPU time per message, in milliseconds. */
  servers: number;
  database: number;
}

/**
 * One, two and four nodes on one database: messages from the webhook to a socket of the last node, webhooks spread over all
 * of them. On a machine with as many cores as nodes the rate grows; on any machine the CPU time per message shows what the
 * nodes cost each other.
 */
export async function nodes(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: COMPANIES });
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  const databaseMicros = await createDatabaseMeter(owner);
  let sentCount = 0;
  const costs = new Map<number, Cost>();
  let wrong = 0;
  try {
    for (const count of NODES) {
      const measured = await measure(count);
      costs.set(count, measured.cost);
      wrong += measured.wrong;
      const { perSecond, servers, database } = measured.cost;
      log(
        `${count} nodes: ${rate(perSecond)}, CPU per message ${ms(servers)} of the servers and ${ms(database)} of the ` +
          `database; ${megabytes(measured.resident)} resident per node`,
      );
    }
  } finally {
    await owner.end();
    await bench.close();
  }
  const together = (count: number) => costs.get(count)!.servers + costs.get(count)!.database;
  return [
    ratio('nodes: CPU per message of two nodes', together(2), together(1), ms),
    ratio('nodes: CPU per message of four nodes', together(4), together(1), ms),
    none('nodes: messages not published, or published twice', wrong, `of ${sentCount}`),
  ];

  async function measure(count: number): Promise<{ cost: Cost; wrong: number; resident: number }> {
    const servers: Measured[] = [];
    const senders = Array.from({ length: count }, () => startHelper('webhook-senders.ts'));
    const subscribers = startHelper('message-subscribers.ts');
    const listen = (command: SubscriberCommand) => subscribers.request<ReceivedMessages>(command);
    let sent = 0;
    try {
      for (let n = 0; n < count; n += 1) servers.push(await bench.startServer());
      await listen({
        type: 'listen',
        url: servers.at(-1)!.url,
        subscribers: bench.companies.map((company) => ({ companyId: company.id, token: bench.tokensOf(company)[0]! })),
      });
      const round = async () => {
        const all = Array.from({ length: ROUND_SIZE }, () => createWebhook(bench, sentCount++));
        sent += ROUND_SIZE;
        const startedAt = performance.now();
        await Promise.all(
          senders.map((sender, at) =>
            sender.request({
              url: servers[at]!.url,
              webhooks: all
                .filter((_, n) => n % count === at)
                .map(({ path, body, signature }) => ({ path, body, signature })),
              concurrency: CONCURRENCY / count,
            } satisfies WebhookBatch),
          ),
        );
        await listen({ type: 'until', count: sent, timeoutMs: TIMEOUT_MS });
        return (ROUND_SIZE / (performance.now() - startedAt)) * 1000;
      };
      for (let n = 0; n < WARM_UP; n += 1) await round();
      const serverMicros = async () => (await Promise.all(servers.map((server) => server.cpuMicros()))).reduce(add);
      const before = { servers: await serverMicros(), database: databaseMicros() };
      const rates: number[] = [];
      for (let n = 0; n < ROUNDS; n += 1) rates.push(await round());
      const messages = ROUNDS * ROUND_SIZE;
      const cost = {
        perSecond: median(rates),
        servers: ((await serverMicros()) - before.servers) / 1000 / messages,
        database: (databaseMicros() - before.database) / 1000 / messages,
      };
      // A message that is published twice may arrive after the last one.
      await delay(SETTLE_MS);
      const { received, duplicated } = await listen({ type: 'until', count: sent, timeoutMs: 0 });
      const resident = (await Promise.all(servers.map((server) => server.resident()))).reduce(add) / count;
      return { cost, wrong: sent - received + duplicated, resident };
    } finally {
      for (const resource of [...servers, ...senders, subscribers]) await resource.stop();
    }
  }
}

const add = (a: number, b: number) => a + b;
