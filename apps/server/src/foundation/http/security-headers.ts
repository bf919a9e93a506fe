/** What every answer tells the browser to refuse on our behalf. A route that needs less or more sets its own. */
import type { FastifyInstance } from 'fastify';

interface Needs {
  /** Where people reach the product, when that is configured. */
  publicUrl?: string | undefined;
}

export function securityHeaders(app: FastifyInstance, { publicUrl }: Needs): void {
  const configured = publicUrl === undefined ? undefined : new URL(publicUrl);
  const fixed = configured && headersFor(configured.host, configured.protocol === 'https:');
  // Nearly always the same host: one remembered answer is enough.
  let last = { host: '', headers: headersFor('', false) };
  app.addHook('onRequest', (request, reply, done) => {
    if (!fixed && last.host !== request.host) last = { host: request.host, headers: headersFor(request.host, false) };
    reply.headers(fixed ?? last.headers);
    done();
  });
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
