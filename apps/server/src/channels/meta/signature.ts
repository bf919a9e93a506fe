/** Webhook signatures and the verification challenge of Meta. */
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';

export { isSignedBy, signatureOf } from '../body-signature.ts';

export const SIGNATURE_HEADER = 'x-hub-signature-256';

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
