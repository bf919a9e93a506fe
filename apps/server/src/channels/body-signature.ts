/** The signature of a webhook body with a shared secret, as Meta and the simulator send it. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../infrastructure/secrets/same-secret.ts';

/** Computed over the raw bytes: re-serialized JSON has other bytes. */
export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export function isSignedBy(body: Buffer, header: string | string[] | undefined, secret: string | undefined): boolean {
  // Repeated headers arrive as a list or joined by a comma; both are rejected.
  if (!secret || typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  return isSameSecret(header, signatureOf(body, secret));
}
