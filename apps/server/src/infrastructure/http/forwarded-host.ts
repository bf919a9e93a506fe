import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** The host that the browser asked for, as Fastify's `request.host` reads it: forwarded ones only from trusted proxies. */
export function createHostReader(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address, bits] = proxy.split('/') as [string, string?];
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined => {
    const forwarded = String(headers['x-forwarded-host'] ?? '');
    const remote = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    if (forwarded === '' || remote === '' || !isTrusted(remote)) return headers.host;
    // With several proxies, the last one is the nearest.
    return forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  };
}
