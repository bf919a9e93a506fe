import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from '../storage/disk.ts';
import { brandHandler } from './brand.ts';
import { handleErrors } from './error-handler.ts';
import { securityHeaders } from './security-headers.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brand-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function createBrandServer(mime = 'image/webp') {
  const storage = createDiskStorage(folder);
  const { key } = await storage.put(Buffer.from('a picture'), { companyId: 1, kind: 'branding' });
  const requestedNames: string[] = [];
  const app = Fastify();
  securityHeaders(app, {});
  handleErrors(app);
  const handler = brandHandler({
    storage,
    find: async (name) => {
      requestedNames.push(name);
      return name === 'logo-4f2a.webp' ? { key, mime } : undefined;
    },
  });
  app.route({ method: ['GET', 'HEAD'], url: '/public/:name', handler });
  return { app, requestedNames, key, storage };
}

describe('branding', () => {
  it('is served under its stored name and cached forever', async () => {
    const { app } = await createBrandServer();
    const { statusCode, body, headers } = await app.inject('/public/logo-4f2a.webp');
    expect([statusCode, body, headers['content-type']]).toEqual([200, 'a picture', 'image/webp']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    const head = await app.inject({ url: '/public/logo-4f2a.webp', method: 'HEAD' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '9']);
  });

  it('serves no other files and looks up no invalid name', async () => {
    const { app, requestedNames, key } = await createBrandServer();
    const wrong = [
      '/public/other.webp',
      '/public/LOGO-4F2A.webp',
      '/public/..%2f..%2fetc%2fpasswd',
      `/public/${encodeURIComponent(key)}`,
      '/public/a%00b',
      '/public/.env',
      '/public/',
    ];
    for (const url of wrong) expect((await app.inject(url)).statusCode, url).toBe(404);
    expect(requestedNames).toEqual(['other.webp', 'LOGO-4F2A.webp']);
  });

  it('is never served with a type that can run scripts [UP-07]', async () => {
    for (const mime of ['image/svg+xml', 'text/html', 'application/octet-stream']) {
      const { app } = await createBrandServer(mime);
      expect((await app.inject('/public/logo-4f2a.webp')).statusCode, mime).toBe(404);
    }
  });

  it('whose file is missing gives an uncached 404', async () => {
    const { app, key, storage } = await createBrandServer();
    await storage.remove(key);
    const { statusCode, headers } = await app.inject('/public/logo-4f2a.webp');
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it.each(['favicon.svg', 'logo.svg', 'logo-dark.svg'])('has the built-in drawing %s', async (name) => {
    const { app, requestedNames } = await createBrandServer();
    const { statusCode, headers, body } = await app.inject(`/public/${name}`);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'public, max-age=86400',
    ]);
    expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(body).not.toMatch(/script|href|\son/);
    expect(requestedNames).toEqual([]);
  });
});
