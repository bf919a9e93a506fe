import { setTimeout as delay } from 'node:timers/promises';
import type { WebhookBatch } from '../clients/webhook-senders.ts';
import { createSocketClients, clientsOf } from '../socket-clients.ts';
import { createWebhook } from '../webhooks.ts';
import { atMost, megabytes, type Figure } from '../figures.ts';
import type { BenchServer } from '../server.ts';
import { startHelper } from '../processes.ts';

const PER_SECOND = 100;
const SECONDS = 20;
const POLL_INTERVAL_MS = 250;

/** Memory of a server while 2,000 users are signed in and customers send 100 messages per second. */
export async function busy(open: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await open();
  const clients = clientsOf(bench);
  const server = await bench.startServer();
  const socketClients = createSocketClients(server, 'resumed');
  const senders = startHelper('webhook-senders.ts');
  try {
    await socketClients.connect(clients);
    const webhooks = Array.from({ length: PER_SECOND * SECONDS }, (_, n) => {
      const { path, body, signature } = createWebhook(bench, n);
      return { path, body, signature };
    });
    let isSending = true;
    const sending = senders
      .request<{ refused: number }>({
        url: server.url,
        webhooks,
        concurrency: 32,
        perSecond: PER_SECOND,
      } satisfies WebhookBatch)
      .finally(() => (isSending = false));
    let peakBytes = 0;
    while (isSending) {
      peakBytes = Math.max(peakBytes, await server.resident());
      await delay(POLL_INTERVAL_MS);
    }
    const { refused } = await sending;
    log(`${clients.length} sockets, ${webhooks.length} messages in ${SECONDS} s, ${refused} refused`);
    return [
      atMost(
        'busy: resident memory',
        peakBytes,
        megabytes,
        `${clients.length} sockets, ${PER_SECOND} messages a second`,
      ),
    ];
  } finally {
    await Promise.all([server.stop(), socketClients.stop(), senders.stop()]);
  }
}
