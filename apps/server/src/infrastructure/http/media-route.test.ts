import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from '../storage/disk.ts';
import { signMedia } from '../storage/signed-url.ts';
import { mediaHandler } from './media-route.ts';
import { handleErrors } from './error-handler.ts';
import { securityHeaders } from './security-headers.ts';

const secret = 'a secret for the tests of the media route';
const now = new Date('2026-03-02T12:20:00Z');
const bytes = Buffer.from('0123456789');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-route-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A server with one file of this type, and the link to it. */
async function createFile({ mime = 'image/png', fileName = 'photo.png', exists = true } = {}) {
  const storage = createDiskStorage(folder);
  const { key } = await storage.put(bytes, { companyId: 7, kind: 'media' });
  const app = Fastify();
  securityHeaders(app, {});
  handleErrors(app);
  const handler = mediaHandler({
    storage,
    secrets: [secret, 'the secret that was used before this one'],
    clock: { now: () => now },
    describe: async (requestedKey) => (exists && requestedKey === key ? { mime, fileName } : undefined),
  });
  app.route({ method: ['GET', 'HEAD'], url: '/media/*', handler });
  const link = signMedia(key, { secret, expiresAt: new Date('2026-03-02T13:00:00Z') });
  const read = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url: link, headers, method });
  return { app, key, storage, link, read };
}

describe('a media link', () => {
  it('returns the file, cached privately until the link expires [UP-06]', async () => {
    const { statusCode, rawPayload, headers } = await (await createFile()).read();
    expect([statusCode, rawPayload.toString()]).toEqual([200, '0123456789']);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'cache-control': 'private, max-age=2400',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('gives 404 when it is changed, expired or names a missing file [UP-06]', async () => {
    const { app, key, link } = await createFile();
    const other = await createFile();
    const wrong = [
      link.replace('/7/', '/8/'),
      link.replace(key, other.key),
      link.replace(/e=\d+/, 'e=4102444800'),
      `${link}x`,
      link.slice(0, -1),
      `${link}&s=x`,
      `/media/${key}`,
      '/media/',
      '/media/..%2f..%2fetc%2fpasswd?e=4102444800&s=x',
      signMedia(key, { secret, expiresAt: new Date('2026-03-02T12:00:00Z') }),
      signMedia(key, { secret: 'another secret that nobody ever gave out', expiresAt: now }),
    ];
    for (const url of wrong) {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.json().error], url).toEqual([404, 'ERR_NOT_FOUND']);
    }
    expect((await (await createFile({ exists: false })).read()).statusCode).toBe(404);
  });

  it('to a missing file gives an uncached 404', async () => {
    const { key, storage, read } = await createFile();
    await storage.remove(key);
    const { statusCode, headers } = await read();
    expect([statusCode, headers['cache-control'], headers['content-disposition']]).toEqual([
      404,
      'no-store',
      undefined,
    ]);
  });

  it('signed with the previous secret is valid', async () => {
    const { app, key } = await createFile();
    const link = signMedia(key, { secret: 'the secret that was used before this one', expiresAt: new Date(+now + 1) });
    expect((await app.inject({ url: link })).statusCode).toBe(200);
  });
});

describe('content type and disposition', () => {
  it.each([
    ['image/png', 'inline', 'image/png'],
    ['IMAGE/JPEG', 'inline', 'image/jpeg'],
    ['audio/ogg; codecs=opus', 'inline', 'audio/ogg'],
    ['video/mp4', 'inline', 'video/mp4'],
    ['image/svg+xml', 'attachment', 'application/octet-stream'],
    ['image/svg+xml; x', 'attachment', 'application/octet-stream'],
    ['text/html', 'attachment', 'application/octet-stream'],
    ['application/pdf', 'attachment', 'application/octet-stream'],
    ['application/xhtml+xml', 'attachment', 'application/octet-stream'],
    ['image/png\r\nx-evil: 1', 'attachment', 'application/octet-stream'],
    ['', 'attachment', 'application/octet-stream'],
  ])('%j is %s [UP-01] [UP-03]', async (mime, disposition, type) => {
    const { headers } = await (await createFile({ mime })).read();
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`));
    expect(headers).not.toHaveProperty('x-evil');
  });

  it.each([
    ['relatório.pdf', `filename="relatorio.pdf"; filename*=UTF-8''relat%C3%B3rio.pdf`],
    ['../../etc/passwd', `filename="....etcpasswd"; filename*=UTF-8''....etcpasswd`],
    ['a"; x=b\r\nset-cookie: c', `filename="a__ x_bset-cookie_ c"; filename*=UTF-8''a%22%3B%20x%3Dbset-cookie%3A%20c`],
    ['photo\u202Egnp.exe', `filename="photognp.exe"; filename*=UTF-8''photognp.exe`],
    ['🙂.mp3', `filename="__.mp3"; filename*=UTF-8''%F0%9F%99%82.mp3`],
    ['\uD800', `filename="_"; filename*=UTF-8''%EF%BF%BD`],
    ['\0', `filename="file"; filename*=UTF-8''file`],
  ])('saves %j under a harmless name [UP-04]', async (fileName, parts) => {
    const { headers } = await (await createFile({ fileName })).read();
    expect(headers['content-disposition']).toBe(`inline; ${parts}`);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('keep the extension of a very long name', async () => {
    const { headers } = await (await createFile({ fileName: `${'x'.repeat(400)}.mp3` })).read();
    expect(headers['content-disposition']).toMatch(/^inline; filename="x{146}\.mp3";/);
  });
});

describe('parts of a file [UP-06]', () => {
  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-400', '89', 'bytes 8-9/10'],
    ['bytes=-400', '0123456789', 'bytes 0-9/10'],
  ])('%s returns %s', async (range, content, contentRange) => {
    const { statusCode, body, headers } = await (await createFile()).read({ range });
    expect([statusCode, body, headers['content-range']]).toEqual([206, content, contentRange]);
    expect(headers['content-length']).toBe(String(content.length));
  });

  it.each(['bytes=10-', 'bytes=400-500', 'bytes=-0'])('%s gives 416', async (range) => {
    const { statusCode, body, headers } = await (await createFile()).read({ range });
    expect([statusCode, body, headers['content-range']]).toEqual([416, '', 'bytes */10']);
  });

  it.each(['bytes=0-1,4-5', 'bytes=5-2', 'pages=1-2', 'bytes=a-b', 'bytes=-'])(
    '%s returns the whole file',
    async (range) => {
      const { statusCode, body } = await (await createFile()).read({ range });
      expect([statusCode, body]).toEqual([200, '0123456789']);
    },
  );

  it('are not sent again when the client has the file', async () => {
    const { read } = await createFile();
    const etag = String((await read()).headers.etag);
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await read({ 'if-none-match': etag })).statusCode).toBe(304);
    expect((await read({ 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304);
    expect((await read({ 'if-none-match': '"x"' })).statusCode).toBe(200);
  });

  it('are sent only for the requested version', async () => {
    const { read } = await createFile();
    const etag = String((await read()).headers.etag);
    expect((await read({ range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206);
    expect((await read({ range: 'bytes=0-1', 'if-range': '"older"' })).statusCode).toBe(200);
  });

  it('are described by HEAD without content', async () => {
    const { read } = await createFile();
    const whole = await read({}, 'HEAD');
    expect([whole.statusCode, whole.body, whole.headers['content-length']]).toEqual([200, '', '10']);
    const part = await read({ range: 'bytes=2-4' }, 'HEAD');
    expect([part.statusCode, part.body, part.headers['content-length']]).toEqual([206, '', '3']);
  });
});
