/** Signed, expiring URLs of conversation files: the browser needs no token, the link is the permission. */
import { createHmac } from 'node:crypto';
import { SHORTEST_SECRET } from '../secrets/derive-key.ts';
import { isSameSecret } from '../secrets/same-secret.ts';
import { isStorageKey, requireKey } from './storage.ts';

const HOUR_SECONDS = 3600;

/** The expiry is rounded up to the hour, so that repeated lists contain the same link and the browser cache is used. */
export function signMedia(key: string, options: { secret: string; expiresAt: Date }): string {
  const end = Math.ceil(options.expiresAt.getTime() / 1000 / HOUR_SECONDS) * HOUR_SECONDS;
  return `/media/${requireKey(key)}?e=${end}&s=${signature(key, String(end), options.secret)}`;
}

/** Unvalidated query: a repeated parameter arrives as a list. */
export type MediaQuery = { e?: unknown; s?: unknown };

export type MediaLinkStatus = 'good' | 'expired' | 'forged';

/** `secrets`: the current one and, while it is being changed, the previous one. */
export function verifyMedia(
  key: string,
  { e, s }: MediaQuery,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): MediaLinkStatus {
  if (!isStorageKey(key) || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) return 'forged';
  // Every secret is compared, so the duration does not reveal which one signed.
  const matches = secrets.map((secret) => isSameSecret(s, signature(key, e, secret)));
  if (!matches.includes(true)) return 'forged';
  return now.getTime() >= Number(e) * 1000 ? 'expired' : 'good';
}

/** The label separates these signatures from all others of the same secret. */
function signature(key: string, end: string, secret: string): string {
  if (secret.length < SHORTEST_SECRET) throw new Error('the media secret is too short');
  return createHmac('sha256', secret).update(`balcao media 1\n${key}\n${end}`).digest('base64url');
}
