import { signatureOf } from '../apps/server/src/channels/sandbox/signature.ts';
import type { Ring } from './clients/ringers.ts';
import type { World } from './house.ts';

export const CONTACTS = 2000;

/** One delivery of one message, told apart by its number; the companies and their people take turns. */
export function delivery({ doors }: World, n: number): Ring & { contact: number; text: string } {
  const contact = n % CONTACTS;
  const chat = { phone: `55119${String(80_000_000 + contact)}`, name: `Pessoa ${contact}` };
  return { ...deliveryFrom(doors[n % doors.length]!, chat, n), contact };
}

/** The same from somebody in particular. */
export function deliveryFrom(
  { path, account, secret }: World['doors'][number],
  chat: { phone: string; name: string },
  n: number,
): Ring & { text: string } {
  const text = `Mensagem ${n}`;
  const item = { event: 'message', id: `wid-${n}`, ts: Math.floor(Date.now() / 1000), chat };
  const body = JSON.stringify({ delivery: `d-${n}`, account, items: [{ ...item, say: { kind: 'text', body: text } }] });
  return { path, body, signature: signatureOf(Buffer.from(body), secret), text };
}
