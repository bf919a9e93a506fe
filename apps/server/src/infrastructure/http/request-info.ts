import type { IncomingHttpHeaders } from 'node:http';
import { languages, type Language } from '@balcao/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../app-error.ts';
import type { RequestInfo } from './handle.ts';

/** Browsers send the cookie only to the URLs that renew and end sessions. */
const COOKIE_PATH = '/api/auth';
export const PERSISTENT_DAYS = 7;

export interface CookieSettings {
  name: string;
  secure: boolean;
}

export function requestInfo(request: FastifyRequest, reply: FastifyReply, cookie: CookieSettings): RequestInfo {
  const flags = { path: COOKIE_PATH, httpOnly: true, secure: cookie.secure, sameSite: 'strict' } as const;
  return {
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    language: languageOf(request),
    origin: originOf(request),
    idempotencyKey: idempotencyKeyOf(request),
    refreshToken() {
      if (!isSurelyOwnPage(request)) refuse('ERR_FOREIGN_ORIGIN');
      return request.cookies[cookie.name];
    },
    setRefreshToken: (token, isPersistent) =>
      void reply.setCookie(cookie.name, token, isPersistent ? { ...flags, maxAge: PERSISTENT_DAYS * 86_400 } : flags),
    dropRefreshToken: () => void reply.clearCookie(cookie.name, flags),
  };
}

export const originOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

const MAX_KEY = 200;
function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key.slice(0, MAX_KEY) : undefined;
}

/** The form of W3C Trace Context; anything else is a text of the caller and is not logged. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
export const traceparentOf = ({ traceparent }: IncomingHttpHeaders): { traceparent?: string } =>
  typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {};

/** The first supported language of `Accept-Language`; otherwise Portuguese. */
export function languageOf(request: FastifyRequest): Language {
  const header = String(request.headers['accept-language'] ?? '');
  for (const part of header.split(',', 10)) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if ((languages as readonly string[]).includes(language)) return language as Language;
  }
  return 'pt';
}

/** Whether a page of another site sent the request; browsers report it in one of these two headers. */
export function isForeignPage(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = request.headers;
  return origin !== undefined && hostOf(origin) !== request.host;
}

/** The cookie is accepted only with a header that pages of other sites cannot forge. */
const isSurelyOwnPage = (request: FastifyRequest): boolean =>
  !isForeignPage(request) &&
  (request.headers['sec-fetch-site'] === 'same-origin' || hostOf(request.headers.origin ?? '') === request.host);

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}
