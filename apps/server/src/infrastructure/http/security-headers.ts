/** Security headers of every response. A route with other needs sets its own. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { errorBody } from './error-handler.ts';
import { languageOf } from './request-info.ts';

interface Deps {
  /** Public URL of the product, if configured. */
  publicUrl?: string | undefined;
}

export function securityHeaders(app: FastifyInstance, deps: Deps): void {
  const headers = headersForHost(deps);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers(request));
    done();
  });
}

/** For Fastify's `frameworkErrors`: a malformed URL reaches no hook and no error handler. */
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
  // Nearly all requests have the same host, so one cached value is enough.
  let last = { host: '', headers: headersFor('', false) };
  return ({ host }) => {
    if (last.host !== host) last = { host, headers: headersFor(host, false) };
    return last.headers;
  };
}

/** Also for responses outside of routes, such as the socket handshake. */
export function headersFor(host: string, isHttps: boolean): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(host),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
    // Cacheable routes override this; API responses never do.
    'cache-control': 'no-store',
    // On an installation without HTTPS in a local network, HSTS would lock users out.
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

function contentPolicy(host: string): string {
  // The host is sent by the client: a value that could end a directive is left out.
  const sockets = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library sets inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // For older browsers a socket of the same host is not 'self'.
    `connect-src 'self'${sockets}`,
    "media-src 'self' blob:",
    // Previews of mails, in frames without any right, and the player of help videos.
    'frame-src blob: https://www.youtube-nocookie.com',
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
