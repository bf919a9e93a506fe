/** The long-lived half of a session: a random string in a cookie, of which the database knows only the digest. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../secrets/derive-key.ts';

export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** No salt and no slow hash: the token is 256 random bits, so a stolen digest leads nowhere. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The one token that may follow this one. Whoever repeats an answer that got lost receives the same successor,
 * so the database need not keep it in clear for the ten seconds of grace.
 */
export const successorOf = (token: string, secret: string): string =>
  createHmac('sha256', deriveKey(secret, 'refresh-successor')).update(token).digest('base64url');
