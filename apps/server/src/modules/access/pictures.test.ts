import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const png = (side = 400) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: '#c04020' } })
    .png()
    .toBuffer();

function upload(
  caller: Caller,
  userId: number,
  bytes: Buffer | string,
  { field = 'profileImage', type = 'image/png', name = 'eu.png' } = {},
) {
  const form = [
    `--x\r\ncontent-disposition: form-data; name="typeArch"\r\n\r\nuser\r\n`,
    `--x\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    bytes,
    '\r\n--x--\r\n',
  ];
  const payload = Buffer.concat(form.map((part) => Buffer.from(part)));
  return caller.request('POST', `/users/${userId}/media-upload`, payload, {
    'content-type': 'multipart/form-data; boundary=x',
  });
}

describe('profile pictures of users', () => {
  it('convert a PNG to a square WebP with a signed URL [M-197]', async () => {
    const admin = await server.createAdmin();
    const answer = await upload(admin, admin.user.id, await png());
    expect(answer.statusCode).toBe(200);
    const address: string = answer.json().user.profileImage;
    expect(address).toMatch(new RegExp(`^/media/${admin.companyId}/user/`));
    expect((await admin.request('GET', '/auth/me')).json().user.profileImage).toBe(address);

    const response = await server.app.inject(address);
    expect([response.statusCode, response.headers['content-type'], response.headers['x-content-type-options']]).toEqual(
      [200, 'image/webp', 'nosniff'],
    );
    const { format, width, height, exif } = await sharp(response.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 256, height: 256, exif: undefined });
    for (const forged of [address.split('?')[0]!, address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
      expect((await server.app.inject(forged)).statusCode).toBe(404);
    }
  });

  it('replace and delete the former picture', async () => {
    const admin = await server.createAdmin();
    const first: string = (await upload(admin, admin.user.id, await png())).json().user.profileImage;
    const second: string = (await upload(admin, admin.user.id, await png(600))).json().user.profileImage;
    expect((await server.app.inject(first)).statusCode).toBe(404);
    expect((await server.app.inject(second)).statusCode).toBe(200);
    const { rows } = await server.asOwner.query('select purpose, mime from files where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows).toEqual([{ purpose: 'user', mime: 'image/webp' }]);
  });

  it.each([
    [
      'an SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      { type: 'image/svg+xml', name: 'eu.svg' },
      'image',
    ],
    ['an SVG that says it is a PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', {}, 'image'],
    ['a page', '<!doctype html><script>alert(1)</script>', { type: 'text/html', name: 'eu.html' }, 'image'],
    ['half a PNG', '\x89PNG\r\n\x1a\n', {}, 'image'],
    ['nothing', '', {}, 'required'],
    ['a file in another field', 'x', { field: 'file' }, 'required'],
  ])('refuse %s', async (_, bytes, as, rule) => {
    const admin = await server.createAdmin();
    const answer = await upload(admin, admin.user.id, Buffer.from(bytes, 'latin1'), as);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'profileImage', rule }] });
    expect((await admin.request('GET', '/auth/me')).json().user.profileImage).toBeNull();
  });

  it('are limited in bytes and pixels', async () => {
    const admin = await server.createAdmin();
    const pixels = await sharp({ create: { width: 8_000, height: 5_100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    for (const large of [pixels, Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)])]) {
      const answer = await upload(admin, admin.user.id, large);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.json().fields).toEqual([
        { field: 'profileImage', rule: 'fileTooLarge', message: 'Arquivo grande demais' },
      ]);
    }
  });

  it('can be set by the user and by admins of the company only', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const picture = await png();
    expect((await upload(agent, agent.user.id, picture)).statusCode).toBe(200);
    expect((await upload(admin, agent.user.id, picture)).statusCode).toBe(200);
    expect((await upload(agent, admin.user.id, picture)).statusCode).toBe(403);
    expect((await upload(otherCompanyAdmin, agent.user.id, picture)).statusCode).toBe(404);
  });
});
