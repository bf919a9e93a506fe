import {
  isAddress,
  isInsideName,
  isLoopbackAddress,
  isPublicAddress,
} from '../../infrastructure/safe-fetch/address.ts';
import { bareHost } from '../../infrastructure/safe-fetch/exchange.ts';

/** A URL that a push service could have: HTTPS on a public host. The host is resolved and checked again for each send. */
export function isPushAddress(endpoint: string, reachesLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const host = bareHost(url);
  if (url.username !== '' || url.password !== '') return false;
  if (reachesLoopback && isLoopbackAddress(host)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return isAddress(host) ? isPublicAddress(host) : !isInsideName(host, false);
}

/** An uncompressed P-256 point and sixteen bytes, both in base64url: other keys cannot be used for encryption. */
export const isPushKey = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean => {
  const point = Buffer.from(p256dh, 'base64url');
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16;
};
