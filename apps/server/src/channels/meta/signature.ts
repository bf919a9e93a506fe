/** How Meta proves itself, and how we prove to it that an address is ours. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-hub-signature-256';

/** Over the raw bytes: whoever parses and prints JSON again gets other bytes. */
export const signatureOf = (body: Buffer, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

export function isSignedBy(body: Buffer, header: string | string[] | undefined, secret: string | undefined): boolean {
  // Two headers reach us as a list or joined by a comma; neither is one signature.
  if (!secret || typeof header !== 'string' || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  return timingSafeEqual(Buffer.from(header), Buffer.from(signatureOf(body, secret)));
}

/** The challenge to be said back, to whoever knows what was typed into the app's settings. */
export function answerChallenge(
  query: Readonly<Record<string, string | undefined>>,
  verifyToken: string | undefined,
): string | undefined {
  const token = query['hub.verify_token'];
  const challenge = query['hub.challenge'];
  if (!verifyToken || token === undefined || query['hub.mode'] !== 'subscribe') return undefined;
  if (!timingSafeEqual(digest(token), digest(verifyToken))) return undefined;
  // It is said back as it came: nothing that a browser could take for a page.
  return challenge !== undefined && /^[\w.~-]{1,200}$/.test(challenge) ? challenge : undefined;
}
const digest = (text: string) => createHmac('sha256', 'verify').update(text).digest();
