import { setTimeout as delay } from 'node:timers/promises';
import type { QuietCommand, QuietTimes } from './clients/quiet-companies.ts';
import { startHelper, type Measured } from './processes.ts';
import type { BenchServer } from './server.ts';
import { createWebhookFrom } from './webhooks.ts';

const INTERVAL_MS = 250;
const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

/** Counts over all parts of a run: a message with the id of an earlier one would be dropped as a duplicate. */
let sentCount = 0;

/** The companies after the first one: a customer of each writes at this interval, by default four times a second. */
export async function openQuietCompanies(bench: BenchServer, { url }: Measured, intervalMs = INTERVAL_MS) {
  const helper = startHelper('quiet-companies.ts');
  const request = (command: QuietCommand) => helper.request<QuietTimes>(command);
  const quiet = bench.companies.slice(1).map((company, index) => ({
    companyId: company.id,
    token: bench.tokensOf(company)[0]!,
    target: bench.webhookTargets[index + 1]!,
  }));
  const webhooksTo = (target: BenchServer['webhookTargets'][number], count: number) =>
    Array.from({ length: count }, () => {
      const chat = { phone: `5511960${String(sentCount % 50).padStart(6, '0')}`, name: `Pessoa ${sentCount % 50}` };
      return createWebhookFrom(target, chat, 10_000_000 + sentCount++);
    });
  await request({ type: 'connect', url, companies: quiet });
  return {
    measure: (seconds: number) =>
      request({
        type: 'measure',
        url,
        intervalMs,
        timeoutMs: TIMEOUT_MS,
        companies: quiet.map(({ companyId, token, target }) => ({
          companyId,
          token,
          webhooks: webhooksTo(target, Math.floor((seconds * 1000) / intervalMs)),
        })),
      }),
    stop: () => helper.stop(),
  };
}

/** Runs `work` while sampling a value; returns the maximum. */
export async function maximumDuring(work: Promise<unknown>, sample: () => Promise<number>): Promise<number> {
  let maximum = 0;
  let isRunning = true;
  const ended = work.finally(() => (isRunning = false));
  while (isRunning) {
    maximum = Math.max(maximum, await sample());
    await delay(POLL_INTERVAL_MS);
  }
  await ended;
  return maximum;
}
