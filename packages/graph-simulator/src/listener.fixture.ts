import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  body: string;
  signature: string;
  json: {
    object: string;
    entry: {
      id: string;
      changes?: { field: string; value: Record<string, unknown[]> }[];
      messaging?: Record<string, unknown>[];
    }[];
  };
}

/** A webhook server; `answers` holds the next statuses, the default is 200. */
export async function listen(verifyToken: string) {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://listener');
    if (request.method === 'GET') {
      const isRight = url.searchParams.get('hub.verify_token') === verifyToken;
      response.writeHead(isRight ? 200 : 403, { 'content-type': 'text/plain' });
      return void response.end(isRight ? url.searchParams.get('hub.challenge') : '');
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const status = answers.shift() ?? 200;
      if (status === 200) {
        received.push({
          body,
          signature: String(request.headers['x-hub-signature-256']),
          json: JSON.parse(body) as ReceivedWebhook['json'],
        });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answers,
    messages: () =>
      received
        .flatMap(({ json }) => json.entry)
        .flatMap((entry) => (entry.changes ?? []).flatMap(({ value }) => value['messages'] ?? [])),
    messaging: () => received.flatMap(({ json }) => json.entry).flatMap((entry) => entry.messaging ?? []),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
