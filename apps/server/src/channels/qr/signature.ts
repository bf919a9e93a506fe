import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-balcao-signature';

/** Deliveries of this channel are laid by our own side; whoever should bring one by another way must know its key. */
export const signatureOf = (body: Buffer, key: string): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

export function isSignedWith(key: string | undefined, body: Buffer, header: string | string[] | undefined): boolean {
  if (!key || typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  return timingSafeEqual(Buffer.from(header), Buffer.from(signatureOf(body, key)));
}
