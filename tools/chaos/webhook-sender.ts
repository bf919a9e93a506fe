/** Sends webhooks as the network would, so that a scenario controls each byte and moment. */
import { randomBytes } from 'node:crypto';
import { SIGNATURE_HEADER, signatureOf } from '../../apps/server/src/channels/sandbox/signature.ts';
import type { SimulatedConnection } from './companies.ts';
import type { Node } from './nodes.ts';

export const message = (number: string, body: string, more: object = {}) => ({
  event: 'message' as const,
  id: `chaos.${randomBytes(10).toString('hex')}`,
  ts: Math.floor(Date.now() / 1000),
  chat: { phone: number, name: `Pessoa ${number.slice(-4)}` } as object,
  self: false,
  content: { kind: 'text', body },
  forwarded: false,
  ...more,
});
export interface WebhookResult {
  /** 0 without a response. */
  status: number;
  retryAfter: string | null;
  ms: number;
}

export const webhookBody = (connection: SimulatedConnection, items: unknown[]): Buffer =>
  Buffer.from(JSON.stringify({ delivery: randomBytes(8).toString('hex'), account: connection.account, items }));

/** Sends items, or arbitrary text or bytes; correctly signed unless another key or headers are given. */
export async function sendWebhook(
  at: Pick<Node, 'url'>,
  connection: SimulatedConnection,
  payload: unknown[] | string | Buffer,
  { headers, key = connection.webhookKey }: { headers?: Record<string, string>; key?: string } = {},
): Promise<WebhookResult> {
  const body = Array.isArray(payload) ? webhookBody(connection, payload) : Buffer.from(payload);
  const since = Date.now();
  try {
    const answer = await fetch(`${at.url}/webhooks/sandbox/${key}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(headers ?? { [SIGNATURE_HEADER]: signatureOf(body, connection.webhookSecret) }),
      },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(20_000),
    });
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms: Date.now() - since };
  } catch {
    return { status: 0, retryAfter: null, ms: Date.now() - since };
  }
}
