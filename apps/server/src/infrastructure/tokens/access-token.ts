/** Access token, valid for ten minutes: a JWT that only this server issues and reads, so its header is fixed. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { deriveKey, keyIdOf, keyRing } from '../secrets/derive-key.ts';
import { isSameSecret } from '../secrets/same-secret.ts';

export type AccessClaims = {
  id: number;
  profile: 'user' | 'admin';
  companyId: number;
  sid: string;
  ver: number;
  /** Support access: user and session belong to the company `home`; `companyId` is the company that was opened. */
  support?: { access: string; home: number };
};

export type AccessTokens = {
  /** Without a lifetime the token lasts ten minutes. */
  sign(claims: AccessClaims, lifetimeSeconds?: number): string;
  verify(token: string): AccessClaims | 'expired' | 'invalid';
};

export type AccessTokenOptions = {
  current: string;
  previous?: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  ttlSeconds?: number;
  /** Time after startup during which the previous key is accepted: enough for a rolling restart. */
  previousForSeconds?: number;
};

const PURPOSE = 'access-token';
// Nodes whose clocks differ by less than this accept each other's fresh tokens.
const SKEW_SECONDS = 60;
const MAX_TOKEN_LENGTH = 1024;

type Signer = { header: string; key: KeyObject; until: number };

export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const { now, ttlSeconds = 600, previousForSeconds = 3600 } = options;
  const seconds = () => Math.floor(now() / 1000);
  const signers: Signer[] = keyRing(options).map((secret, index) => ({
    header: base64({ alg: 'HS256', typ: 'at+jwt', kid: keyIdOf(secret, PURPOSE) }) + '.',
    key: createSecretKey(deriveKey(secret, PURPOSE)),
    until: index === 0 ? Infinity : seconds() + previousForSeconds,
  }));
  const newest = signers[0]!;

  return {
    sign({ id, profile, companyId, sid, ver, support }, lifetimeSeconds = ttlSeconds) {
      const iat = seconds();
      const claims = { id, profile, companyId, sid, ver, support, iat, exp: iat + lifetimeSeconds };
      const content = newest.header + base64(claims);
      return `${content}.${signature(newest.key, content)}`;
    },

    verify(token) {
      if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return 'invalid';
      // The header must match byte for byte: `alg` and `kid` are never read from the token.
      const signer = signers.find((candidate) => token.startsWith(candidate.header));
      if (!signer || seconds() > signer.until) return 'invalid';
      const end = token.lastIndexOf('.');
      const content = token.slice(0, end);
      // Compares the encoded text, so that base64 with the same decoding but another spelling is refused.
      if (!isSameSecret(token.slice(end + 1), signature(signer.key, content))) return 'invalid';
      const claims = read(content.slice(signer.header.length));
      if (!claims || claims.iat > seconds() + SKEW_SECONDS) return 'invalid';
      if (seconds() >= claims.exp) return 'expired';
      const { id, profile, companyId, sid, ver, support } = claims;
      return { id, profile, companyId, sid, ver, ...(support && { support }) };
    },
  };
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signature = (key: KeyObject, content: string): string =>
  createHmac('sha256', key).update(content).digest('base64url');

/** The signature proves the content; the shape is checked because an older or newer version may have issued the token. */
function read(payload: string): (AccessClaims & { iat: number; exp: number }) | undefined {
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const hasIntegers = [claims.id, claims.companyId, claims.ver, claims.iat, claims.exp].every(Number.isSafeInteger);
    const hasKnownProfile = claims.profile === 'user' || claims.profile === 'admin';
    const { support } = claims;
    const hasKnownSupport =
      support === undefined || (typeof support?.access === 'string' && Number.isSafeInteger(support.home));
    return hasIntegers && hasKnownProfile && hasKnownSupport && typeof claims.sid === 'string' ? claims : undefined;
  } catch {
    return undefined;
  }
}
