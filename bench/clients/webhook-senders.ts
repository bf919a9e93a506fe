/** Sends signed webhooks as a channel does: a fixed number in parallel, each answered before the next is sent. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface WebhookLoad {
  path: string;
  signature: string;
  body: string;
}
export interface WebhookBatch {
  url: string;
  webhooks: WebhookLoad[];
  concurrency: number;
  /** Maximum rate; without it, as fast as the server answers. */
  perSecond?: number;
}

process.on('message', (batch: WebhookBatch) => {
  void sendAll(batch).then((answer) => process.send?.(answer));
});

async function sendAll({
  url,
  webhooks,
  concurrency,
  perSecond,
}: WebhookBatch): Promise<{ ms: number; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const waiting = webhooks.values();
  let refused = 0;
  let sent = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const webhook of waiting) {
        if (perSecond) await delay(Math.max(0, startedAt + (sent++ * 1000) / perSecond - performance.now()));
        if ((await post(url, webhook, agent)) !== 200) refused++;
      }
    }),
  );
  const ms = performance.now() - startedAt;
  agent.destroy();
  return { ms, refused };
}

function post(url: string, { path, signature, body }: WebhookLoad, agent: Agent): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-sandbox-signature': signature,
  };
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body);
  });
}
