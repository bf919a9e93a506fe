/** Rings at the street door as the network would, so that a play decides on each byte and moment. */
import { randomBytes } from 'node:crypto';
import { SIGNATURE_HEADER, signatureOf } from '../../apps/server/src/channels/sandbox/signature.ts';
import type { Line, Node } from './stage.ts';

export const message = (number: string, body: string, more: object = {}) => ({
  event: 'message' as const,
  id: `chaos.${randomBytes(10).toString('hex')}`,
  ts: Math.floor(Date.now() / 1000),
  chat: { phone: number, name: `Pessoa ${number.slice(-4)}` } as object,
  self: false,
  say: { kind: 'text', body },
  forwarded: false,
  ...more,
});
export interface Rung {
  /** 0 when nobody answered. */
  status: number;
  retryAfter: string | null;
  ms: number;
}

export const envelope = (line: Line, items: unknown[]): Buffer =>
  Buffer.from(JSON.stringify({ delivery: randomBytes(8).toString('hex'), account: line.account, items }));

/** Items, or any text or bytes at all; rightly signed unless told otherwise. */
export async function ring(
  at: Pick<Node, 'url'>,
  line: Line,
  what: unknown[] | string | Buffer,
  { headers, key = line.webhookKey }: { headers?: Record<string, string>; key?: string } = {},
): Promise<Rung> {
  const body = Array.isArray(what) ? envelope(line, what) : Buffer.from(what);
  const since = Date.now();
  try {
    const answer = await fetch(`${at.url}/webhooks/sandbox/${key}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(headers ?? { [SIGNATURE_HEADER]: signatureOf(body, line.webhookSecret) }),
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
