/** Derives every key of the server from APP_SECRET, one per purpose, so that no key serves two purposes. */
import { hkdfSync } from 'node:crypto';

/** A shorter secret can be guessed from a captured token; the server refuses to start with it. */
export const SHORTEST_SECRET = 32;

export function deriveKey(secret: string, purpose: string): Buffer {
  if (secret.length < SHORTEST_SECRET) throw new Error(`a secret needs at least ${SHORTEST_SECRET} characters`);
  return Buffer.from(hkdfSync('sha256', secret, 'balcao', purpose, 32));
}

/** Public id of a key: derived for its own purpose, so it reveals nothing about the key. */
export function keyIdOf(secret: string, purpose: string): string {
  return deriveKey(secret, `${purpose}/id`).toString('base64url').slice(0, 8);
}

/** The current secret, then the previous one. Equal secrets mean an incomplete rotation. */
export function keyRing(secrets: { current: string; previous?: string | undefined }): string[] {
  if (secrets.previous === undefined) return [secrets.current];
  if (secrets.previous === secrets.current) throw new Error('the previous secret must differ from the current one');
  return [secrets.current, secrets.previous];
}
