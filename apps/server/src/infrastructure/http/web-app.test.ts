import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, brotliCompressSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Brand } from './branded-page.ts';
import { handleErrors } from './error-handler.ts';
import { securityHeaders } from './security-headers.ts';
import { webAppHandlers } from './web-app.ts';

const page = (title: string) => `<!doctype html>
<html lang="pt">
  <head>
    <title>${title}</title>
    <meta name="description" content="kept">
    <meta name="brand-light" content="">
    <meta name="brand-dark" content="" />
    <meta name="app-name" content="">
    <meta name="brand" content="">
  </head>
</html>`;
const script = 'console.log("the app");'.repeat(100);
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'web-app-'));
  for (const folder of ['assets', '.vite', '.git']) await mkdir(join(dist, folder));
  const files: Record<string, string | Buffer> = {
    'index.html': page('Balcão'),
    'sign-in.html': page('Entrar'),
    'theme.js': 'theme()',
    'sw.js': 'worker()',
    'manifest.webmanifest': JSON.stringify({ name: 'Balcão', short_name: 'Balcão', start_url: '/' }),
    '.built': 'a fingerprint',
    'assets/main-Ab3_x-9z.js': script,
    'assets/main-Ab3_x-9z.js.br': brotliCompressSync(script),
    'assets/main-Ab3_x-9z.js.gz': gzipSync(script),
    'assets/main-Ab3_x-9z.js.map': '{"sourcesContent":["a source"]}',
    'assets/main-Ab3_x-9z.js.map.br': brotliCompressSync('a source'),
    '.vite/manifest.json': '{"a":"source"}',
    '.env': 'A_SECRET=1',
    '.git/config': '[remote]',
    'assets/plain.css': 'p{}',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content);
});
afterAll(() => rm(dist, { recursive: true }));

async function createWebApp({ brand = async (): Promise<Brand> => ({}), from = dist, brandMaxAgeMs = 0 } = {}) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  securityHeaders(app, {});
  handleErrors(app);
  const reservedPaths = ['/api', '/socket.io', '/webhooks', '/public', '/media', '/health', '/metrics', '/docs'];
  const handlers = await webAppHandlers(app, { dist: from, brand, reservedPaths, brandMaxAgeMs });
  app.route({ method: ['GET', 'HEAD'], url: '/login', handler: handlers.signIn });
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: handlers.app });
  return (url: string, headers: Record<string, string> = browser) => app.inject({ url, headers });
}

describe('pages', () => {
  it.each(['/', '/tickets', '/tickets/31', '/connections/', '/contacts/ana@example.com', '/apis', '/index.html'])(
    '%s returns the app page',
    async (url) => {
      const { statusCode, headers, body } = await (await createWebApp())(url);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(body).toContain('<title>Balcão</title>');
    },
  );

  it.each(['/login', '/login/', '/sign-in.html'])('%s returns the sign-in page', async (url) => {
    expect((await (await createWebApp())(url)).body).toContain('<title>Entrar</title>');
  });

  it.each([
    '/api',
    '/api/nothing',
    '/socket.io/',
    '/webhooks/x',
    '/public/x',
    '/media/x',
    '/health/x',
    '/metrics',
    '/docs/x',
  ])('%s gives 404 instead of the app page', async (url) => {
    const { statusCode, body } = await (await createWebApp())(url);
    expect([statusCode, JSON.parse(body).error]).toEqual([404, 'ERR_NOT_FOUND']);
  });

  it('are sent only to clients that accept HTML', async () => {
    const read = await createWebApp();
    expect((await read('/tickets', {})).statusCode).toBe(200);
    expect((await read('/tickets', { accept: '*/*' })).statusCode).toBe(200);
    expect((await read('/tickets', { accept: 'application/json' })).statusCode).toBe(404);
    expect((await read('/favicon.ico', { accept: 'image/avif,*/*' })).statusCode).toBe(404);
  });

  it('are not sent again while they are unchanged', async () => {
    let appName = 'Boa Vista';
    const read = await createWebApp({ brand: async () => ({ appName }) });
    const etag = String((await read('/')).headers.etag);
    expect((await read('/', { ...browser, 'if-none-match': etag })).statusCode).toBe(304);
    appName = 'Bela Vista';
    expect((await read('/', { ...browser, 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('give 503 when the web app is not built', async () => {
    const read = await createWebApp({ from: join(dist, 'nowhere') });
    const { statusCode, headers, body } = await read('/');
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(body).toContain('npm run build');
    expect((await read('/assets/main.js')).statusCode).toBe(404);
  });
});

describe('files', () => {
  it('with a hash in the name are cached for a year; others are revalidated', async () => {
    const read = await createWebApp();
    const cacheControlOf = async (url: string) => (await read(url)).headers['cache-control'];
    expect(await cacheControlOf('/assets/main-Ab3_x-9z.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheControlOf('/assets/plain.css')).toBe('no-cache');
    expect(await cacheControlOf('/theme.js')).toBe('no-cache');
    const etag = String((await read('/theme.js')).headers.etag);
    expect((await read('/theme.js', { 'if-none-match': etag })).statusCode).toBe(304);
  });

  it('are compressed if the client accepts it', async () => {
    const read = await createWebApp();
    const readEncoded = async (encoding: string) => read('/assets/main-Ab3_x-9z.js', { 'accept-encoding': encoding });
    const [br, gz, none] = [
      await readEncoded('gzip, deflate, br'),
      await readEncoded('gzip'),
      await readEncoded('identity'),
    ];
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', script]);
    expect([gz.headers['content-encoding'], gunzipSync(gz.rawPayload).toString()]).toEqual(['gzip', script]);
    expect([none.headers['content-encoding'], none.body]).toEqual([undefined, script]);
    for (const { headers } of [br, gz, none]) {
      expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
      expect(headers['vary']).toMatch(/accept-encoding/i);
    }
    expect((await read('/assets/plain.css', { 'accept-encoding': 'br' })).body).toBe('p{}');
  });

  it.each(['/assets/gone-Ab3_x-9z.js', '/assets/gone', '/gone.js', '/.built'])(
    '%s is missing and gives 404 instead of the app page',
    async (url) => {
      expect((await (await createWebApp())(url, { accept: '*/*' })).statusCode).toBe(404);
    },
  );

  it.each([
    '/assets/main-Ab3_x-9z.js.map',
    '/assets/main-Ab3_x-9z.js%2emap',
    '/assets/main-Ab3_x-9z.js.map.br',
    '/.vite/manifest.json',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/assets/../.git/config',
  ])('%s is on the disk and never sent [SE-10]', async (url) => {
    const read = await createWebApp();
    for (const encoding of ['identity', 'br']) {
      const answer = await read(url, { accept: '*/*', 'accept-encoding': encoding });
      expect(answer.rawPayload.toString('latin1')).not.toMatch(/source|A_SECRET|remote/);
      // Without an ending it may be a page of the app, like any address that a person enters.
      expect(answer.statusCode).toBe(url.endsWith('config') ? 200 : 404);
    }
  });

  it.each([
    '/..%2fsecret.txt',
    '/assets%2f..%2f..%2fsecret.txt',
    '/assets%5c..%5c..%5csecret.txt',
    '/%2e%2e/secret.txt',
  ])('%s returns no file outside the folder', async (url) => {
    const folder = join(dist, 'inner');
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), page('Balcão'));
    await writeFile(join(dist, 'secret.txt'), 'a secret');
    expect((await (await createWebApp({ from: folder }))(url, { accept: '*/*' })).body).not.toContain('a secret');
  });
});

describe('the brand', () => {
  const metas = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/<meta name="([\w-]+)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]),
    );

  it('is part of the page, for the first paint', async () => {
    const brand = async () => ({
      appName: 'Boa Vista',
      primaryColorLight: '#0A7',
      primaryColorDark: '#39ace7',
      appLogoLight: 'logo-4f.webp',
    });
    const { body } = await (await createWebApp({ brand }))('/login');
    expect(metas(body)).toMatchObject({
      'brand-light': '#0A7',
      'brand-dark': '#39ace7',
      'app-name': 'Boa Vista',
      description: 'kept',
    });
    expect(JSON.parse(metas(body)['brand']!.replaceAll('&#34;', '"'))).toEqual(await brand());
    expect(body).toContain('<title>Boa Vista</title>');
  });

  it('is inserted before the first script of a page without a brand tag', async () => {
    const folder = join(dist, 'plain');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.html'), '<head><title>x</title><script src="/theme.js"></script></head>');
    const { body } = await (
      await createWebApp({ from: folder, brand: async () => ({ primaryColorDark: '#000' }) })
    )('/');
    expect(body).toBe(
      '<head><title>x</title><meta name="brand" content="{&#34;primaryColorDark&#34;:&#34;#000&#34;}"><script src="/theme.js"></script></head>',
    );
  });

  it('is the name of the installed app; the service worker is revalidated', async () => {
    const defaultManifest = await (await createWebApp())('/manifest.webmanifest', { accept: '*/*' });
    expect(defaultManifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(defaultManifest.headers['cache-control']).toBe('no-cache');
    expect(defaultManifest.json()).toMatchObject({ name: 'Balcão', start_url: '/' });
    const readBranded = await createWebApp({ brand: async () => ({ appName: 'Boa Vista "X"' }) });
    expect((await readBranded('/manifest.webmanifest')).json()).toEqual({
      name: 'Boa Vista "X"',
      short_name: 'Boa Vista "X"',
      start_url: '/',
    });
    const worker = await readBranded('/sw.js', { accept: '*/*' });
    expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(worker.headers['content-type']).toMatch(/javascript/);
    expect(String(worker.headers['content-security-policy'])).toContain("worker-src 'self'");
  });

  it('can contain only text and colors [XS-05]', async () => {
    const evil = `"><script>alert(1)</script>$&$'`;
    const brand = async () => ({
      appName: evil,
      primaryColorLight: 'red;background:url(//x)',
      primaryColorDark: '#12345',
      appLogoDark: evil,
    });
    const { body } = await (await createWebApp({ brand }))('/');
    expect(body).not.toContain('<script');
    expect(metas(body)).toMatchObject({ 'brand-light': '', 'brand-dark': '' });
    expect(body).toContain('<title>&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;$&#38;$&#39;</title>');
  });

  it('never contains settings that are not public', async () => {
    const brand = async () => ({ appName: 'x', stripeprivatekey: 'sk_very_secret', userCreation: 'enabled' });
    const { body } = await (await createWebApp({ brand }))('/');
    expect(body).not.toContain('sk_very_secret');
    expect(body).not.toContain('userCreation');
  });

  it('is loaded once per interval, not for every page', async () => {
    let brandReads = 0;
    const brand = async () => ({ appName: `Name ${(brandReads += 1)}` });
    const read = await createWebApp({ brand, brandMaxAgeMs: 60_000 });
    await Promise.all([read('/'), read('/tickets'), read('/login')]);
    expect((await read('/')).body).toContain('<title>Name 1</title>');
    expect(brandReads).toBe(1);
  });

  it('that cannot be loaded leaves the page without a brand or with the previous one', async () => {
    let fails = true;
    const brand = async () => {
      if (fails) throw new Error('no database');
      return { appName: 'Boa Vista' };
    };
    const read = await createWebApp({ brand });
    expect((await read('/')).body).toBe(page('Balcão'));
    fails = false;
    expect((await read('/')).body).toContain('<title>Boa Vista</title>');
    fails = true;
    expect((await read('/')).body).toContain('<title>Boa Vista</title>');
  });

  it('that loads slowly does not delay the page', async () => {
    const read = await createWebApp({ brand: () => new Promise(() => {}) });
    expect((await read('/')).body).toBe(page('Balcão'));
  });
});
