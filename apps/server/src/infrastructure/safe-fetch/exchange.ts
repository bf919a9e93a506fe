/** One request to addresses that were checked before: no name is looked up again, no redirect followed, no proxy used. */
import http from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import { EgressRefused } from './egress.ts';

export type Outgoing = { url: URL; method: string; headers: Headers; body: Buffer | undefined };
export type Hop = Outgoing & { addresses: string[] };

export type Watch = {
  signal: AbortSignal;
  /** Asked again about the address that the socket really reached. */
  canReach: (address: string) => boolean;
  /** From now on the other side may have read something. */
  onSent: () => void;
};

// No kept-alive sockets: one that dies as it is reused leaves open whether the message was read, and that costs a person's time.
const agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) };

export function exchange(hop: Hop, watch: Watch): Promise<IncomingMessage> {
  const { url, method, headers, body } = hop;
  const secure = url.protocol === 'https:';
  const options: RequestOptions = {
    method,
    hostname: bareHost(url),
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), ...(body && { 'content-length': body.length }) },
    lookup: pinned(hop.addresses),
    agent: secure ? agents.https : agents.http,
  };
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(options);
    request.on('error', reject);
    request.on('response', resolve);
    guardSocket(request, secure, watch);
    cutOffWith(watch.signal, request);
    request.end(body);
  });
}

/** The host as an address or a name; a URL writes IPv6 in brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Listens before the request is flushed, so a wrong address is left without a byte. */
function guardSocket(request: ClientRequest, secure: boolean, { canReach, onSent }: Watch): void {
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      if (!canReach(socket.remoteAddress ?? '')) request.destroy(new EgressRefused('address'));
      else if (!secure) onSent();
    });
    if (secure) socket.once('secureConnect', onSent);
  });
}

/** Also while the body flows: the request closes only with its answer. */
function cutOffWith(signal: AbortSignal, request: ClientRequest): void {
  const cut = () => request.destroy(signal.reason);
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  request.once('close', () => signal.removeEventListener('abort', cut));
}

const pinned =
  (addresses: string[]): LookupFunction =>
  (_name, { all }, answer) => {
    const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    if (all) answer(null, records);
    else answer(null, records[0]!.address, records[0]!.family);
  };
