import { signatureOf } from '../apps/server/src/channels/sandbox/signature.ts';
import type { WebhookLoad } from './clients/webhook-senders.ts';
import type { BenchServer } from './server.ts';

export const CONTACTS = 2000;

/** One webhook with one message, identified by its number; companies and contacts alternate. */
export function createWebhook(
  { webhookTargets }: BenchServer,
  n: number,
): WebhookLoad & { contact: number; text: string } {
  const contact = n % CONTACTS;
  const chat = { phone: `55119${String(80_000_000 + contact)}`, name: `Pessoa ${contact}` };
  return { ...createWebhookFrom(webhookTargets[n % webhookTargets.length]!, chat, n), contact };
}

/** One webhook with one message of the given contact. */
export function createWebhookFrom(
  { path, account, secret }: BenchServer['webhookTargets'][number],
  chat: { phone: string; name: string },
  n: number,
): WebhookLoad & { text: string } {
  const text = `Mensagem ${n}`;
  const item = { event: 'message', id: `wid-${n}`, ts: Math.floor(Date.now() / 1000), chat };
  const body = JSON.stringify({
    delivery: `d-${n}`,
    account,
    items: [{ ...item, content: { kind: 'text', body: text } }],
  });
  return { path, body, signature: signatureOf(Buffer.from(body), secret), text };
}
