/** What every answer tells the browser to refuse on our behalf. A route that needs less or more sets its own. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { errorBody } from './error-handler.ts';
import { languageOf } from './request-info.ts';

interface Deps {
  /** Where people reach the product, when that is configured. */
  publicUrl?: string | undefined;
}

export function securityHeaders(app: FastifyInstance, deps: Deps): void {
  const headers = headersForHost(deps);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers(request));
    done();
  });
}

/** For Fastify's `frameworkErrors`: an address that cannot be read meets no hook and no error handler. */
export function refuseBadAddress(deps: Deps) {
  const headers = headersForHost(deps);
  return (_: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const appError = new AppError('ERR_BAD_REQUEST');
    void reply
      .status(appError.status)
      .headers(headers(request))
      .send(errorBody(appError, languageOf(request)));
  };
}

function headersForHost({ publicUrl }: Deps): (request: FastifyRequest) => Record<string, string> {
  if (publicUrl !== undefined) {
    const { host, protocol } = new URL(publicUrl);
    const fixed = headersFor(host, protocol === 'https:');
    return () => fixed;
  }
  // Nearly always the same host: one remembered answer is enough.
  let last = { host: '', headers: headersFor('', false) };
  return ({ host }) => {
    if (last.host !== host) last = { host, headers: headersFor(host, false) };
    return last.headers;
  };
}

/** For answers that do not come from a route, as those of the socket's handshake. */
export function headersFor(host: string, isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(host),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
    // What may be kept says so itself; answers of the API never do.
    'cache-control': 'no-store',
    // On a plain-http installation in a local network it would lock people out.
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

function contentPolicy(host: string): string {
  // The host is the caller's word: whatever could end a directive keeps it out.
  const sockets = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component kit sets styles on elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Older browsers do not count a socket of the same host as 'self'.
    `connect-src 'self'${sockets}`,
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}
