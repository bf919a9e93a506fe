/** What of a request follows a redirect. The first address was given our credentials; the next one was only mentioned by it. */
import type { IncomingMessage } from 'node:http';
import { EgressRefused } from './egress.ts';
import type { Outgoing } from './exchange.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HARMLESS_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent', 'content-type']);

/** Where the answer points to, or undefined when it is the answer itself. */
export function nextHop({ url, method }: Outgoing, answer: IncomingMessage): { url: URL; asGet: boolean } | undefined {
  const status = answer.statusCode ?? 0;
  const { location } = answer.headers;
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, url.href)) throw new EgressRefused('redirect');
  const asGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  return { url: new URL(location, url), asGet };
}

/** Headers that a tenant invented (`apikey`, `x-token`) are as secret as Authorization, so only harmless ones cross over. */
export function withoutSecrets(request: Outgoing, next: { url: URL; asGet: boolean }): Outgoing {
  const method = next.asGet ? 'GET' : request.method;
  const body = next.asGet ? undefined : request.body;
  const trusted = isSameParty(request.url, next.url);
  // A body may hold keys as well as a header does.
  if (body && !trusted) throw new EgressRefused('redirect');
  const headers = new Headers();
  for (const [name, value] of request.headers) {
    if (next.asGet && name.startsWith('content-')) continue;
    if (trusted || HARMLESS_HEADERS.has(name)) headers.set(name, value);
  }
  return { url: next.url, method, headers, body };
}

/** The same origin, or the same host going from plain http to https on their usual ports. */
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
