/** Classifies host names and addresses. Everything that is not clearly public counts as private. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Accepts the address format of sockets and resolvers; the URL parser has normalized spellings such as 0x7f.1 or 2130706433. */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (!parsed || parsed.range() !== 'unicast') return false;
  // Only 2000::/3 is allocated. The rest contains IPv4 spellings such as ::127.0.0.1 and reserved ranges.
  return parsed.kind() === 'ipv4' || parsed.toByteArray()[0]! >> 5 === 1;
}

export const isLoopbackAddress = (address: string): boolean => parse(address)?.range() === 'loopback';

/** An IPv6 address that contains an IPv4 address counts too, because that one may be link-local. */
export const isLinkLocalAddress = (address: string): boolean => {
  const parsed = parse(address);
  const isHidden = parsed?.kind() === 'ipv6' && /^(ipv4Mapped|rfc6145|rfc6052|6to4|teredo)$/.test(parsed.range());
  return isHidden || parsed?.range() === 'linkLocal';
};

export const isAddress = (host: string): boolean => parse(host) !== undefined;

const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** Names that only resolve in private networks: refused without a DNS query. */
export function isInsideName(host: string, allowLoopback: boolean): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (isLocalhost(name)) return !allowLoopback;
  return !name.includes('.') || METADATA_NAMES.has(name) || INSIDE_ENDINGS.some((ending) => name.endsWith(ending));
}

const INSIDE_ENDINGS = [
  '.local',
  '.internal',
  '.intranet',
  '.private',
  '.corp',
  '.home',
  '.lan',
  '.localdomain',
  '.home.arpa',
  '.in-addr.arpa',
  '.ip6.arpa',
];
const METADATA_NAMES = new Set([
  'metadata.goog',
  'metadata.azure.com',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
]);

export type Resolve = (name: string) => Promise<string[]>;

/**
 * Queries the name servers directly. `dns.lookup` would occupy one of the few threads that files and passwords need,
 * for as long as an untrusted, slow name server takes.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (name) => {
    if (isLocalhost(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (addresses.length === 0) throw failed?.reason ?? new Error('the name has no address');
    return addresses;
  };
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Four decimal parts or IPv6; any other form is a name, not an address.
  return ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
    ? ipaddr.parse(address)
    : undefined;
}

/** An address, or a range like 10.0.0.0/8. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
