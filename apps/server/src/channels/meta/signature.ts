/** Webhook signatures and the verification challenge of Meta. */
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';

export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** Computed over the raw bytes: re-serialized JSON has other bytes. */
export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export function isSignedBy(body: Buffer, header: string | string[] | undefined, secret: string | undefined): boolean {
  // Repeated headers arrive as a list or joined by a comma; both are rejected.
  if (!secret || typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  return isSameSecret(header, signatureOf(body, secret));
}

/** Returns the challenge if the verify token is correct. */
export function answerChallenge(
  query: Readonly<Record<string, string | undefined>>,
  verifyToken: string | undefined,
): string | undefined {
  const token = query['hub.verify_token'];
  const challenge = query['hub.challenge'];
  if (!verifyToken || token === undefined || query['hub.mode'] !== 'subscribe') return undefined;
  if (!isSameSecret(token, verifyToken)) return undefined;
  // The challenge is echoed, so characters that could form HTML are rejected.
  return challenge !== undefined && /^[\w.~-]{1,200}$/.test(challenge) ? challenge : undefined;
}
