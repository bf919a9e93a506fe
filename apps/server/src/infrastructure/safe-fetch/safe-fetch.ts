/** The only client for third-party servers. Companies may configure any URL; none of them can reach our own network. */
import type { IncomingMessage } from 'node:http';
import {
  createResolve,
  isAddress,
  isInsideName,
  isLinkLocalAddress,
  isLoopbackAddress,
  isPublicAddress,
} from './address.ts';
import type { Resolve } from './address.ts';
import { EgressFailed, EgressRefused } from './egress.ts';
import { bareHost, exchange } from './exchange.ts';
import type { ClientCertificate, Outgoing } from './exchange.ts';
import { findPrivateHost, type PrivateHost } from './private-hosts.ts';
import { nextHop, withoutSecrets } from './redirect.ts';
import { limitedResponse } from './response.ts';
import type { SafeResponse } from './response.ts';
import { StreamedBody } from './streamed-body.ts';
import { watchTransfer, type TransferRate } from '../transfer-rate.ts';

export { streamedForm, StreamedBody } from './streamed-body.ts';
export { EgressFailed, EgressRefused } from './egress.ts';
export type { ClientCertificate } from './exchange.ts';
export type { SafeResponse } from './response.ts';

export type SafeFetchOptions = {
  /** Allows loopback on any port, for tests and the built-in simulators. */
  allowLoopback?: boolean;
  resolve?: Resolve;
  ports?: readonly number[];
  /** True on a restored server before its confirmation: another one may use the same accounts. */
  isBlocked?: () => boolean;
  /** Hosts of the private network that the operator allows. A company can never add one. */
  privateHosts?: readonly PrivateHost[];
};

export type SafeInit = {
  method?: string;
  headers?: Record<string, string> | Headers;
  /** Buffered in memory while it is sent, except a {@link StreamedBody}. */
  body?: ConstructorParameters<typeof Response>[0] | StreamedBody;
  signal?: AbortSignal;
  /** Deadline of the whole request: DNS, redirects, the complete body. */
  timeoutMs?: number;
  /** For files: replaces the deadline by a least rate. Without flowing bytes each phase may take one window. */
  rate?: TransferRate;
  maxBytes?: number;
  /** Shown to this server only: such a request needs https and follows no redirect. */
  client?: ClientCertificate;
};

/** Throws {@link EgressRefused} or {@link EgressFailed}, here or while the body is read. Any HTTP status is a response, not an error. */
export type SafeFetch = (url: string | URL, init?: SafeInit) => Promise<SafeResponse>;

const LIMITS = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024, redirects: 3 };
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
// These headers frame the message or select the server; the caller must not set them.
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
  privateHosts = [],
  isBlocked = () => false,
}: SafeFetchOptions = {}): SafeFetch {
  const isFree = (address: string): boolean => allowLoopback && isLoopbackAddress(address);
  /** Metadata services have link-local addresses: those stay closed, whatever name leads to them. */
  const reachOf =
    (listed: PrivateHost | undefined) =>
    (address: string): boolean =>
      isPublicAddress(address) ||
      isFree(address) ||
      (listed !== undefined && isAddress(address) && !isLinkLocalAddress(address));

  /** All addresses of the name, if every one is allowed: a single private address refuses the request. */
  async function resolveAllowed(url: URL): Promise<{ addresses: string[]; canReach: (address: string) => boolean }> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressRefused('scheme');
    if (url.username || url.password) throw new EgressRefused('credentials');
    const host = bareHost(url);
    const literal = isAddress(host);
    const listed = findPrivateHost(privateHosts, url);
    if (!literal && !listed && isInsideName(host, allowLoopback)) throw new EgressRefused('name');
    const addresses = literal ? [host] : await resolve(host);
    const canReach = reachOf(listed);
    if (addresses.length === 0 || !addresses.every(canReach)) throw new EgressRefused('address');
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const isUsual = ports.includes(port) || listed?.port !== undefined;
    if (!isUsual && !addresses.every(isFree)) throw new EgressRefused('port');
    return { addresses, canReach };
  }

  return async (target, init = {}) => {
    if (isBlocked()) throw new EgressRefused('passive');
    const deadline = startDeadline(init);
    const signal = init.signal ? AbortSignal.any([deadline.signal, init.signal]) : deadline.signal;
    let sent = false;
    const named = (cause: unknown): unknown => {
      deadline.stop();
      if (cause instanceof EgressRefused) return new EgressRefused(cause.reason, sent);
      if (init.signal?.aborted) return init.signal.reason;
      return deadline.signal.aborted ? new EgressRefused('too-slow', sent) : new EgressFailed(sent, cause);
    };
    const watch = { signal, onSent: () => (sent = true), ...deadline.onBody };

    try {
      let request = await prepared(target, init);
      for (let redirects = 0; ; redirects += 1) {
        const { addresses, canReach } = await unlessAborted(signal, resolveAllowed(request.url));
        const answer = await exchange({ ...request, addresses }, { ...watch, canReach });
        deadline.onAnswer();
        const next = nextHop(request, answer);
        const limits = { request, maxBytes: init.maxBytes ?? LIMITS.maxBytes, named, ...deadline.onResponse };
        if (!next) return limitedResponse(answer, limits);
        discard(answer);
        if (redirects === LIMITS.redirects || init.client) throw new EgressRefused('redirect');
        request = withoutSecrets(request, next);
      }
    } catch (error) {
      if (init.body instanceof StreamedBody) init.body.stream.destroy();
      throw named(error);
    }
  };
}

/** What the system still holds of a body that was handed over; a slow link needs time for it. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/** A fixed deadline, or a least rate in both directions. */
function startDeadline({ timeoutMs, rate }: SafeInit) {
  if (!rate) {
    const signal = AbortSignal.timeout(timeoutMs ?? LIMITS.timeoutMs);
    return { signal, onBody: {}, onAnswer: () => {}, onResponse: {}, stop: () => {} };
  }
  const slow = new AbortController();
  const transfer = watchTransfer(rate, () => slow.abort());
  return {
    signal: slow.signal,
    onBody: {
      onProgress: transfer.add,
      onBodyEnd: (length: number) => transfer.restart(Math.min(length, MAX_BUFFERED_BYTES)),
    },
    onAnswer: () => transfer.restart(),
    onResponse: { onProgress: transfer.add, onEnd: transfer.stop },
    stop: transfer.stop,
  };
}

async function prepared(
  target: string | URL,
  { method = 'GET', headers: headerInit, body, client }: SafeInit,
): Promise<Outgoing> {
  if (!URL.canParse(String(target))) throw new EgressRefused('url');
  if (client && new URL(target).protocol !== 'https:') throw new EgressRefused('scheme');
  if (!METHODS.has(method)) throw new EgressRefused('method');
  const headers = readHeaders(headerInit);
  headers.set('accept-encoding', 'identity');
  if (!headers.has('user-agent')) headers.set('user-agent', 'Balcao/4.5');
  if (body instanceof StreamedBody) {
    headers.set('content-type', body.contentType);
    return { url: new URL(target), method, headers, body, client };
  }
  if (body === undefined || body === null) return { url: new URL(target), method, headers, body: undefined, client };
  const packed = new Response(body);
  const type = packed.headers.get('content-type');
  if (type && !headers.has('content-type')) headers.set('content-type', type);
  return { url: new URL(target), method, headers, body: Buffer.from(await packed.arrayBuffer()), client };
}

function readHeaders(headerInit: SafeInit['headers']): Headers {
  try {
    // Throws on line breaks and any other character that could start a second header.
    const headers = new Headers(headerInit);
    if (OUR_HEADERS.every((name) => !headers.has(name))) return headers;
  } catch {
    // Refused below, as other invalid headers are.
  }
  throw new EgressRefused('header');
}

/** A slow name server does not extend the caller's deadline. */
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
