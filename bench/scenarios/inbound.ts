import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Commits } from '../clients/committers.ts';
import type { ReceivedMessages, SubscriberCommand } from '../clients/message-subscribers.ts';
import type { WebhookBatch } from '../clients/webhook-senders.ts';
import { createWebhook } from '../webhooks.ts';
import { atLeast, median, none, rate, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';
import { startHelper, type Measured } from '../processes.ts';

const COMPANIES = 8;
const ROUND_SIZE = 2000;
const ROUNDS = 7;
/** Warm-up rounds are not counted: code that runs for the first time is not part of the measurement. */
const WARM_UP = 3;
const CONCURRENCY = 32;
const TIMEOUT_MS = 60_000;
const BARE = resolve(import.meta.dirname, '../bare/inbound.sql');

/**
 * Webhooks per second that are stored durably, and that become messages delivered to sockets, against bare clients that
 * commit the same bodies and the same seven statements. With fsync, because durability is promised.
 */
export async function inbound(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { durable: true, count: COMPANIES });
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  await owner.query(readFileSync(BARE, 'utf8'));
  const senders = startHelper('webhook-senders.ts');
  const committers = startHelper('committers.ts');
  const subscribers = startHelper('message-subscribers.ts');
  const listen = (command: SubscriberCommand) => subscribers.request<ReceivedMessages>(command);
  const resources: { stop(): Promise<unknown> }[] = [senders, committers, subscribers];
  async function startServer(env?: Record<string, string>): Promise<Measured> {
    const server = await bench.startServer(env);
    resources.unshift(server);
    return server;
  }
  let sentCount = 0;
  let refused = 0;
  const next = (count: number) => Array.from({ length: count }, () => createWebhook(bench, sentCount++));
  const storedCount = async () =>
    Number((await owner.query<{ n: string }>('select count(*) as n from messages')).rows[0]!.n);

  async function sendWebhooks({ url }: Measured, count: number): Promise<number> {
    const webhooks = next(count).map(({ path, body, signature }) => ({ path, body, signature }));
    const answer = await senders.request<{ ms: number; refused: number }>({
      url,
      webhooks,
      concurrency: CONCURRENCY,
    } satisfies WebhookBatch);
    refused += answer.refused;
    return (count / answer.ms) * 1000;
  }
  async function bare(mode: Commits['mode'], bodies: Commits['bodies']) {
    const { ms } = await committers.request<{ ms: number }>({
      databaseUrl: bench.ownerUrl,
      mode,
      bodies,
      concurrency: CONCURRENCY,
    } satisfies Commits);
    return (bodies.length / ms) * 1000;
  }

  /** Receiving alone: the stored webhooks are processed later. */
  async function measureStorage(): Promise<Figure> {
    const server = await startServer({
      ROLE: 'api',
      SANDBOX_URL: 'http://127.0.0.1:9',
      SANDBOX_TOKEN: 'unused-in-this-scenario',
    });
    const rounds = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < WARM_UP; round++) await sendWebhooks(server, ROUND_SIZE);
    for (let round = 1; round <= ROUNDS; round++) {
      rounds.ours.push(await sendWebhooks(server, ROUND_SIZE));
      rounds.bare.push(await bare('inbox', next(ROUND_SIZE)));
      sentCount -= ROUND_SIZE;
      log(`round ${round}: stored ${rate(rounds.ours.at(-1)!)} against ${rate(rounds.bare.at(-1)!)}`);
    }
    return atLeast('inbound: webhooks stored per second', median(rounds.ours), median(rounds.bare), rate);
  }

  /** The whole path, from the webhook to the socket. */
  async function measureProcessing(): Promise<Figure[]> {
    const server = await startServer();
    const late = performance.now() + TIMEOUT_MS;
    while ((await storedCount()) < sentCount && performance.now() < late) await delay(200);
    const before = sentCount;
    await listen({
      type: 'listen',
      url: server.url,
      subscribers: bench.companies.map((company) => ({ companyId: company.id, token: bench.tokensOf(company)[0]! })),
    });
    const done = async () => {
      const startedAt = performance.now();
      await sendWebhooks(server, ROUND_SIZE);
      await listen({ type: 'until', count: sentCount - before, timeoutMs: TIMEOUT_MS });
      return (ROUND_SIZE / (performance.now() - startedAt)) * 1000;
    };
    const rounds = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < WARM_UP; round++) await done();
    for (let round = 1; round <= ROUNDS; round++) {
      rounds.ours.push(await done());
      rounds.bare.push(await bare('message', next(ROUND_SIZE)));
      sentCount -= ROUND_SIZE;
      log(`round ${round}: processed ${rate(rounds.ours.at(-1)!)} against ${rate(rounds.bare.at(-1)!)}`);
    }
    const { received, duplicated } = await listen({ type: 'until', count: sentCount - before, timeoutMs: 0 });
    return [
      atLeast('inbound: messages handled per second', median(rounds.ours), median(rounds.bare), rate),
      none(
        'inbound: messages not published, or published twice',
        sentCount - before - received + duplicated,
        `of ${sentCount - before}`,
      ),
    ];
  }

  try {
    const figures = [await measureStorage(), ...(await measureProcessing())];
    return [
      ...figures,
      none(
        'inbound: messages lost or duplicated',
        Math.abs((await storedCount()) - sentCount) + refused,
        `of ${sentCount}`,
      ),
    ];
  } finally {
    for (const resource of resources) await resource.stop();
    await owner.end();
    await bench.close();
  }
}
