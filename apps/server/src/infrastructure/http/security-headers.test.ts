import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { refuse } from '../app-error.ts';
import { handleErrors } from './error-handler.ts';
import { refuseBadAddress, securityHeaders } from './security-headers.ts';

function createTestApp(publicUrl?: string) {
  const app = Fastify({ frameworkErrors: refuseBadAddress({ publicUrl }), routerOptions: { maxParamLength: 50 } });
  handleErrors(app);
  app.get('/api/good', () => 'good');
  app.get('/api/bad', () => refuse('ERR_NO_PERMISSION'));
  app.get('/api/fault', () => {
    throw new Error('ours');
  });
  app.get('/named/:name', () => 'named');
  app.get('/file', (_, reply) => reply.header('cache-control', 'public, max-age=60').send('file'));
  securityHeaders(app, { publicUrl });
  return app;
}
const policyOf = (header: unknown) =>
  Object.fromEntries(
    String(header)
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0]!, directive.slice(directive.indexOf(' ') + 1)]),
  );

describe('every response', () => {
  it.each(['/api/good', '/api/bad', '/api/fault', '/nowhere', '/file', '/%', `/named/${'x'.repeat(60)}`])(
    'of %s has the headers [XS-09]',
    async (url) => {
      const { headers } = await createTestApp().inject({ url });
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=(self), microphone=(self)'),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('to a malformed URL has the usual error body', async () => {
    const { statusCode, body } = await createTestApp().inject({ url: '/api/%', headers: { 'accept-language': 'en' } });
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      { error: 'ERR_BAD_REQUEST', message: 'We could not read this request.' },
    ]);
  });

  it('is not cached unless its route allows it', async () => {
    const app = createTestApp();
    expect((await app.inject('/api/good')).headers['cache-control']).toBe('no-store');
    expect((await app.inject('/api/bad')).headers['cache-control']).toBe('no-store');
    expect((await app.inject('/file')).headers['cache-control']).toBe('public, max-age=60');
  });

  it('sends HSTS only if the public URL uses HTTPS', async () => {
    const hstsFor = async (publicUrl?: string) =>
      (await createTestApp(publicUrl).inject('/file')).headers['strict-transport-security'];
    expect(await hstsFor()).toBeUndefined();
    expect(await hstsFor('http://desk.example.com')).toBeUndefined();
    expect(await hstsFor('https://desk.example.com')).toBe('max-age=31536000');
  });
});

describe('the content security policy', () => {
  const policyFor = async (host: string, publicUrl?: string) =>
    policyOf(
      (await createTestApp(publicUrl).inject({ url: '/file', headers: { host } })).headers['content-security-policy'],
    );

  it('allows what the web app needs and nothing else', async () => {
    expect(await policyFor('desk.example.com')).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self' ws://desk.example.com wss://desk.example.com",
      'media-src': "'self' blob:",
      'frame-src': 'blob: https://www.youtube-nocookie.com',
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default',
    });
  });

  it('uses the configured host, otherwise the host of the request', async () => {
    expect((await policyFor('10.0.0.7:3000'))['connect-src']).toBe("'self' ws://10.0.0.7:3000 wss://10.0.0.7:3000");
    expect((await policyFor('[::1]:3000'))['connect-src']).toBe("'self' ws://[::1]:3000 wss://[::1]:3000");
    expect((await policyFor('evil.example', 'https://desk.example.com'))['connect-src']).toBe(
      "'self' ws://desk.example.com wss://desk.example.com",
    );
  });

  it('ignores an invalid host', async () => {
    for (const host of ["x; script-src 'unsafe-inline'", 'x *', "x 'unsafe-eval'", 'x,y', '[::1', 'a\\b']) {
      const policy = await policyFor(host);
      expect(policy['connect-src'], host).toBe("'self'");
      expect(policy['script-src'], host).toBe("'self'");
    }
  });
});
