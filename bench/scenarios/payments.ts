import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  configureProviders,
  countSettled,
  createCharges,
  providers,
  startProviders,
} from '../../tools/payment-charges.ts';
import { atMost, ms, none, percentile, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const CHARGES = 400;
/** Charges whose webhooks are all lost. */
const UNANNOUNCED = 200;
const PER_SECOND = 40;
const TIMEOUT_MS = 300_000;

/** Paid charges at four simulated providers: how fast a webhook is answered, and how soon the payment counts. */
export async function payments(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 1, durable: true });
  const dir = mkdtempSync(join(tmpdir(), 'balcao-payments-'));
  const simulator = await startProviders(1 / 1000);
  const owner = new pg.Pool({ connectionString: bench.ownerUrl, max: 2 });
  const env = { ...bench.env, ...simulator.env };
  await configureProviders(owner, bench.env['APP_SECRET']!);
  const setup = { owner, appUrl: bench.appUrl, env, dir };
  const { companyIds, charges } = await createCharges({ ...setup, count: CHARGES });
  const unannounced = await createCharges({ ...setup, count: UNANNOUNCED });
  const server = await bench.startServer(simulator.env);
  try {
    for (const provider of providers) simulator.sendWebhooksTo(provider, server.url);
    const paidAt = new Map<string, number>();
    for (const id of charges) {
      const { paymentId } = await simulator.control.pay(id);
      paidAt.set(paymentId, Date.now());
      await delay(1000 / PER_SECOND);
    }
    await simulator.control.idle();
    // While the charges are paid: each webhook is authenticated and looked up before it is answered.
    const webhooks = await simulator.control.webhooks();
    const answers = webhooks.flatMap(({ answerMs }) => answerMs);
    const settledOf = async (ids: number[]) => {
      const until = performance.now() + TIMEOUT_MS;
      while ((await countSettled(owner, ids)).paid < ids.length && performance.now() < until) await delay(250);
      return countSettled(owner, ids);
    };
    const settled = await settledOf(companyIds);
    const { rows } = await owner.query<{ provider: string; id: string; at: Date }>(
      `select provider, payment_id as id, created_at as at from payment_ledger where state = 'applied'`,
    );
    const lagsOf = (some: typeof rows) => some.map(({ id, at }) => +at - (paidAt.get(id) ?? +at));
    const lags = lagsOf(rows);
    for (const provider of providers) {
      const own = lagsOf(rows.filter((row) => row.provider === provider));
      log(
        `${provider}: payment to extended subscription, median ${percentile(own, 50)} ms, p95 ${percentile(own, 95)} ms`,
      );
      const answered = webhooks.flatMap((webhook) => (webhook.provider === provider ? webhook.answerMs : []));
      log(`${provider}: ${answered.length} webhooks, answered in ${Math.round(percentile(answered, 99))} ms (p99)`);
    }
    log(`${charges.length} charges, ${settled.paid} paid, ${settled.extensions} extensions`);
    for (const provider of providers) await simulator.control.faults(provider, { webhooks: { isLost: true } });
    for (const id of unannounced.charges) await simulator.control.pay(id);
    const found = await settledOf(unannounced.companyIds);
    log(`without webhooks: ${UNANNOUNCED} charges, ${found.paid} paid, ${found.extensions} extensions`);
    return [
      none(
        'payments: extensions lost or counted twice',
        Math.abs(charges.length - settled.extensions),
        `of ${charges.length}`,
      ),
      none(
        'payments: not found without webhooks, or counted twice',
        Math.abs(UNANNOUNCED - found.extensions),
        `of ${UNANNOUNCED}`,
      ),
      atMost('payments: webhook answered, p99', percentile(answers, 99), ms, `${answers.length} webhooks`),
      atMost('payments: payment to extended subscription, p95', percentile(lags, 95), ms, `${lags.length} payments`),
    ];
  } finally {
    await server.stop();
    await owner.end();
    await simulator.stop();
    await bench.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
