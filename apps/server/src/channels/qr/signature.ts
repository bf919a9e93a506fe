import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';

export const SIGNATURE_HEADER = 'x-balcao-signature';

/** The server enqueues these deliveries itself. A delivery over the webhook must be signed with the connection's key. */
export const signatureOf = (body: Buffer, key: string): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

export function isSignedWith(key: string | undefined, body: Buffer, header: string | string[] | undefined): boolean {
  if (!key || typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  return isSameSecret(header, signatureOf(body, key));
}
