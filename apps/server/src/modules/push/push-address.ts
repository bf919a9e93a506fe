import {
  isAddress,
  isInsideName,
  isLoopbackAddress,
  isPublicAddress,
} from '../../infrastructure/safe-fetch/address.ts';
import { bareHost } from '../../infrastructure/safe-fetch/exchange.ts';

/** An address that a browser's maker could have given: https, out in the world. What its name leads to is asked at each send. */
export function isPushAddress(endpoint: string, reachesLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const host = bareHost(url);
  if (url.username !== '' || url.password !== '') return false;
  if (reachesLoopback && isLoopbackAddress(host)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return isAddress(host) ? isPublicAddress(host) : !isInsideName(host, false);
}

/** An uncompressed point of P-256, and sixteen bytes, both in base64url: anything else cannot be written to. */
export const isPushKey = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean => {
  const point = Buffer.from(p256dh, 'base64url');
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16;
};
