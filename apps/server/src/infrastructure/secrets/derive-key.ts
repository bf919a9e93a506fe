/** Every key of the server comes out of APP_SECRET here, one per purpose, so that no key can be used for another's work. */
import { hkdfSync } from 'node:crypto';

/** Below this a secret can be guessed from a captured token; the server refuses to start with it. */
export const SHORTEST_SECRET = 32;

export function deriveKey(secret: string, purpose: string): Buffer {
  if (secret.length < SHORTEST_SECRET) throw new Error(`a secret needs at least ${SHORTEST_SECRET} characters`);
  return Buffer.from(hkdfSync('sha256', secret, 'balcao', purpose, 32));
}

/** A name for a key that says nothing about it; derived on its own branch, so it may be published. */
export function keyIdOf(secret: string, purpose: string): string {
  return deriveKey(secret, `${purpose}/id`).toString('base64url').slice(0, 8);
}

/** The current secret first, then the one it replaced. Equal ones mean that a rotation was only half done. */
export function keyRing(secrets: { current: string; previous?: string | undefined }): string[] {
  if (secrets.previous === undefined) return [secrets.current];
  if (secrets.previous === secrets.current) throw new Error('the previous secret must differ from the current one');
  return [secrets.current, secrets.previous];
}
