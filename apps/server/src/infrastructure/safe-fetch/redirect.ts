/** Decides which parts of a request follow a redirect. Credentials are meant for the first origin only. */
import type { IncomingMessage } from 'node:http';
import { EgressRefused } from './egress.ts';
import type { Outgoing } from './exchange.ts';
import { StreamedBody } from './streamed-body.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HARMLESS_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent', 'content-type']);

/** Redirect target, or undefined when the response is final. */
export function nextHop({ url, method }: Outgoing, answer: IncomingMessage): { url: URL; asGet: boolean } | undefined {
  const status = answer.statusCode ?? 0;
  const { location } = answer.headers;
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, url.href)) throw new EgressRefused('redirect');
  const asGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  return { url: new URL(location, url), asGet };
}

/** Custom headers of a company (`apikey`, `x-token`) are as secret as Authorization, so only harmless headers are forwarded. */
export function withoutSecrets(request: Outgoing, next: { url: URL; asGet: boolean }): Outgoing {
  const method = next.asGet ? 'GET' : request.method;
  const body = next.asGet ? undefined : request.body;
  const trusted = isSameParty(request.url, next.url);
  // A body may contain credentials too, and a stream is read only once.
  if (body && (!trusted || body instanceof StreamedBody)) throw new EgressRefused('redirect');
  const headers = new Headers();
  for (const [name, value] of request.headers) {
    if (next.asGet && name.startsWith('content-')) continue;
    if (trusted || HARMLESS_HEADERS.has(name)) headers.set(name, value);
  }
  return { url: next.url, method, headers, body };
}

/** Same origin, or an upgrade of the same host from http to https on the default ports. */
function isSameParty(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  return (
    from.hostname === to.hostname &&
    from.protocol === 'http:' &&
    to.protocol === 'https:' &&
    from.port === '' &&
    to.port === ''
  );
}
