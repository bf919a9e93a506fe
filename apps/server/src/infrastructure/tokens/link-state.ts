/** OAuth state that passes through the channel's sign-in page: signed, short-lived and opaque. */
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { deriveKey, keyRing } from '../secrets/derive-key.ts';
import { isSameSecret } from '../secrets/same-secret.ts';

export interface LinkClaims {
  companyId: number;
  userId: number;
  sessionId: string;
}
export interface LinkStates {
  sign(claims: LinkClaims): string;
  /** Undefined for an invalid signature or an expired state. */
  verify(state: string): LinkClaims | undefined;
}

const PURPOSE = 'link-state';
const MAX_LENGTH = 1024;
const Content = z.object({
  c: z.number().int().positive(),
  u: z.number().int().positive(),
  s: z.string(),
  e: z.number(),
});

export function createLinkStates({
  now,
  ttlMs,
  ...secrets
}: {
  current: string;
  previous?: string | undefined;
  now(): number;
  ttlMs: number;
}): LinkStates {
  const keys = keyRing(secrets).map((secret) => deriveKey(secret, PURPOSE));
  const signature = (key: Buffer, content: string) => createHmac('sha256', key).update(content).digest('base64url');

  return {
    sign({ companyId, userId, sessionId }) {
      const n = randomBytes(12).toString('base64url');
      const claims = { c: companyId, u: userId, s: sessionId, e: now() + ttlMs, n };
      const content = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${content}.${signature(keys[0]!, content)}`;
    },
    verify(state) {
      if (state.length > MAX_LENGTH) return undefined;
      const [content = '', signed = '', ...more] = state.split('.');
      if (more.length > 0 || !keys.some((key) => isSameSecret(signed, signature(key, content)))) return undefined;
      const { c, u, s, e } = Content.parse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')));
      return now() >= e ? undefined : { companyId: c, userId: u, sessionId: s };
    },
  };
}
