import { Agent, request } from 'node:http';

export interface WebhookResponse {
  /** 0 without a response. */
  status: number;
  body: string;
  contentType: string;
}

/** HTTP client for webhooks. Plain HTTP only: the simulator never leaves its machine. */
export function createWebhookClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    request(
      method: 'GET' | 'POST',
      url: string,
      how: { body?: Buffer; headers?: Record<string, string>; timeoutMs: number },
    ): Promise<WebhookResponse> {
      return new Promise((resolve) => {
        const none = { status: 0, body: '', contentType: '' };
        const sent = request(
          url,
          {
            method,
            agent,
            headers: { ...how.headers, ...(how.body && { 'content-length': how.body.length }) },
            signal: AbortSignal.timeout(how.timeoutMs),
          },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('error', () => resolve(none));
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                body: Buffer.concat(chunks).toString(),
                contentType: answer.headers['content-type'] ?? '',
              }),
            );
          },
        );
        sent.on('error', () => resolve(none));
        sent.end(how.body);
      });
    },
    close(): void {
      agent.destroy();
    },
  };
}
export type WebhookClient = ReturnType<typeof createWebhookClient>;
