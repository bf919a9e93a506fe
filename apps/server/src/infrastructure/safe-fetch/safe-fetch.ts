/** The only door to other people's servers. A tenant may name any URL; it never becomes a way into our own network. */
import type { IncomingMessage } from 'node:http';
import { createResolve, isAddress, isInsideName, isLoopbackAddress, isPublicAddress } from './address.ts';
import type { Resolve } from './address.ts';
import { EgressFailed, EgressRefused } from './egress.ts';
import { bareHost, exchange } from './exchange.ts';
import type { Outgoing } from './exchange.ts';
import { nextHop, withoutSecrets } from './redirect.ts';
import { limitedResponse } from './response.ts';
import type { SafeResponse } from './response.ts';

export { EgressFailed, EgressRefused } from './egress.ts';
export type { SafeResponse } from './response.ts';

export type SafeFetchOptions = {
  /** For tests and the built-in simulators: loopback, on any port. */
  allowLoopback?: boolean;
  resolve?: Resolve;
  ports?: readonly number[];
};

export type SafeInit = {
  method?: string;
  headers?: Record<string, string> | Headers;
  /** Held in memory while it is sent. */
  body?: ConstructorParameters<typeof Response>[0];
  signal?: AbortSignal;
  /** For everything together: names, redirects, the whole body. */
  timeoutMs?: number;
  maxBytes?: number;
};

/** Throws {@link EgressRefused} or {@link EgressFailed}, here or while the body is read. Any HTTP status is an answer. */
export type SafeFetch = (url: string | URL, init?: SafeInit) => Promise<SafeResponse>;

const LIMITS = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024, redirects: 3 };
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
// They frame the message or name the server; both are our business.
const OUR_HEADERS = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'proxy-authorization',
];

export function createSafeFetch({
  allowLoopback = false,
  resolve = createResolve(),
  ports = [80, 443, 8080, 8443],
}: SafeFetchOptions = {}): SafeFetch {
  const isFree = (address: string): boolean => allowLoopback && isLoopbackAddress(address);
  const canReach = (address: string): boolean => isPublicAddress(address) || isFree(address);

  /** All addresses of the name, if every one of them may be touched: one private among them is an attempt. */
  async function resolveAllowed(url: URL): Promise<string[]> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressRefused('scheme');
    if (url.username || url.password) throw new EgressRefused('credentials');
    const host = bareHost(url);
    const literal = isAddress(host);
    if (!literal && isInsideName(host, allowLoopback)) throw new EgressRefused('name');
    const addresses = literal ? [host] : await resolve(host);
    if (addresses.length === 0 || !addresses.every(canReach)) throw new EgressRefused('address');
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    if (!ports.includes(port) && !addresses.every(isFree)) throw new EgressRefused('port');
    return addresses;
  }

  return async (target, init = {}) => {
    const deadline = AbortSignal.timeout(init.timeoutMs ?? LIMITS.timeoutMs);
    const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
    let sent = false;
    const named = (cause: unknown): unknown => {
      if (cause instanceof EgressRefused) return new EgressRefused(cause.reason, sent);
      if (init.signal?.aborted) return init.signal.reason;
      return deadline.aborted ? new EgressRefused('too-slow', sent) : new EgressFailed(sent, cause);
    };

    try {
      let request = await prepared(target, init);
      for (let redirects = 0; ; redirects += 1) {
        const addresses = await unlessAborted(signal, resolveAllowed(request.url));
        const answer = await exchange({ ...request, addresses }, { signal, canReach, onSent: () => (sent = true) });
        const next = nextHop(request, answer);
        if (!next) return limitedResponse(answer, { request, maxBytes: init.maxBytes ?? LIMITS.maxBytes, named });
        discard(answer);
        if (redirects === LIMITS.redirects) throw new EgressRefused('redirect');
        request = withoutSecrets(request, next);
      }
    } catch (cause) {
      throw named(cause);
    }
  };
}

async function prepared(
  target: string | URL,
  { method = 'GET', headers: headerInit, body }: SafeInit,
): Promise<Outgoing> {
  if (!URL.canParse(String(target))) throw new EgressRefused('url');
  if (!METHODS.has(method)) throw new EgressRefused('method');
  const headers = readHeaders(headerInit);
  headers.set('accept-encoding', 'identity');
  if (!headers.has('user-agent')) headers.set('user-agent', 'Balcao/4.5');
  if (body === undefined || body === null) return { url: new URL(target), method, headers, body: undefined };
  const packed = new Response(body);
  const type = packed.headers.get('content-type');
  if (type && !headers.has('content-type')) headers.set('content-type', type);
  return { url: new URL(target), method, headers, body: Buffer.from(await packed.arrayBuffer()) };
}

function readHeaders(headerInit: SafeInit['headers']): Headers {
  try {
    // Throws on line breaks and on everything else that could begin a second header.
    const headers = new Headers(headerInit);
    if (OUR_HEADERS.every((name) => !headers.has(name))) return headers;
  } catch {
    // Refused below like the others.
  }
  throw new EgressRefused('header');
}

/** A name server may take its time; the caller's deadline does not wait for it. */
function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function discard(answer: IncomingMessage): void {
  answer.on('error', () => {});
  answer.destroy();
}
