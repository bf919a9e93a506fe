/** Refresh token of a session: a random string in a cookie; the database stores only its digest. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../secrets/derive-key.ts';

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** No salt and no slow hash: the token is 256 random bits, so a stolen digest is useless. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The only token that may follow this one. A client that retries after a lost response receives the same successor,
 * so the database need not store it in clear during the ten-second grace period.
 */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', deriveKey(secret, 'refresh-successor')).update(token).digest('base64url');
