import { signatureOf } from '../apps/server/src/channels/sandbox/signature.ts';
import type { Ring } from './clients/ringers.ts';
import type { World } from './house.ts';

export const CONTACTS = 2000;

/** One delivery of one message, told apart by its number; the companies and their people take turns. */
export function delivery({ doors }: World, n: number): Ring & { contact: number; text: string } {
  const { path, account, secret } = doors[n % doors.length]!;
  const contact = n % CONTACTS;
  const text = `Mensagem ${n}`;
  const chat = { phone: `55119${String(80_000_000 + contact)}`, name: `Pessoa ${contact}` };
  const item = { event: 'message', id: `wid-${n}`, ts: Math.floor(Date.now() / 1000), chat };
  const body = JSON.stringify({ delivery: `d-${n}`, account, items: [{ ...item, say: { kind: 'text', body: text } }] });
  return { path, body, signature: signatureOf(Buffer.from(body), secret), contact, text };
}
