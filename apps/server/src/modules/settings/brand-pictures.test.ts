import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { shareServer } from '../../../test/shared-server.ts';
import type { Caller } from '../../../test/users.ts';

let server: TestServer;
let owner: Caller;
shareServer(startTestServer, async (started) => {
  server = started;
  owner = await server.createSuperUser();
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#c2255c80' } })
    .png()
    .toBuffer();
function upload(mode: string | undefined, bytes: Buffer | undefined, { as = owner, typeArch = 'logo' } = {}) {
  const form = createForm(
    [['typeArch', typeArch], ...(mode === undefined ? [] : ([['mode', mode]] as [string, string][]))],
    bytes ? [{ field: 'file', name: '../../logo.png', bytes, type: 'image/png' }] : [],
  );
  return server.app.inject({
    method: 'POST',
    url: '/api/settings-whitelabel/logo',
    headers: { ...form.headers, authorization: `Bearer ${as.token}` },
    payload: form.payload,
  });
}
const publicSetting = async (key: string) => (await server.anonymous('GET', `/public-settings/${key}`)).json();
const open = (name: string) => server.app.inject({ url: `/public/${name}` });
const storedFiles = async () =>
  (await server.asOwner.query(`select from files where purpose = 'branding'`)).rowCount ?? 0;

describe('logos and icon of the platform [M-213]', () => {
  it.each([
    ['Light', 'appLogoLight', 1200, 300, 660],
    ['Dark', 'appLogoDark', 300, 80, 300],
    ['Favicon', 'appLogoFavicon', 1024, 1024, 512],
  ] as const)(
    '%s is re-encoded, stored under a random name and served to everybody',
    async (mode, setting, width, height, side) => {
      const answer = await upload(mode, await picture(width, height));
      expect(answer.statusCode, answer.body).toBe(200);
      const name = answer.json<string>();
      expect(name).toMatch(/^[0-9a-f]{32}\.png$/);
      expect(await publicSetting(setting)).toBe(name);
      const shown = await open(name);
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
      expect(shown.headers['content-security-policy']).toContain('sandbox');
      expect((await sharp(shown.rawPayload).metadata()).width).toBe(side);
    },
  );

  it('replace the picture before, and are removed by an empty setting, which restores ours', async () => {
    const first = (await upload('Light', await picture(40, 40))).json<string>();
    const second = (await upload('Light', await picture(50, 50))).json<string>();
    expect([(await open(first)).statusCode, (await open(second)).statusCode]).toEqual([404, 200]);
    const before = await storedFiles();
    const cleared = await owner.request('PUT', '/settings/appLogoLight', { value: '' });
    expect([cleared.statusCode, cleared.json().value]).toEqual([200, '']);
    expect([(await open(second)).statusCode, await storedFiles()]).toEqual([404, before - 1]);
    expect((await open('logo.svg')).statusCode).toBe(200);
  });

  it('are refused with 406 and a text for a wrong mode or type', async () => {
    const good = await picture(64, 64);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const [answer, code] of [
      [await upload('light', good), 'ERR_LOGO_MODE'],
      [await upload(undefined, good), 'ERR_LOGO_MODE'],
      [await upload('Light', good, { typeArch: 'user' }), 'ERR_LOGO_MODE'],
      [await upload('Light', svg), 'ERR_LOGO_TYPE'],
      [await upload('Dark', Buffer.from('%PDF-1.7')), 'ERR_LOGO_TYPE'],
    ] as const) {
      expect([answer.statusCode, answer.json().error]).toEqual([406, code]);
      expect(answer.json().message.length).toBeGreaterThan(10);
    }
  });

  it('have 2 MB at most, and an icon at least 32 pixels', async () => {
    expect((await upload('Favicon', await picture(31, 200))).json().error).toBe('ERR_LOGO_SIZE');
    expect((await upload('Light', Buffer.alloc(2 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await upload('Light', undefined)).json().fields).toEqual([
      expect.objectContaining({ field: 'file', rule: 'required' }),
    ]);
  });

  it('are changed by super users only', async () => {
    const admin = await server.createAdmin();
    const before = await publicSetting('appLogoDark');
    expect((await upload('Dark', await picture(40, 40), { as: admin })).statusCode).toBe(403);
    expect(await publicSetting('appLogoDark')).toBe(before);
  });

  it('are not found by guessing: only pictures in use are served', async () => {
    for (const name of ['0'.repeat(32) + '.png', '1/branding/x', '%2e%2e%2fsecret', 'favicon.png'])
      expect((await open(name)).statusCode).toBe(404);
  });
});

describe('name and colors of the platform', () => {
  const put = (key: string, value: string) => owner.request('PUT', `/settings/${key}`, { value });

  it('are #rrggbb, and 2 to 50 characters; empty restores ours [M-211] [M-212]', async () => {
    for (const [key, value, status] of [
      ['primaryColorLight', '#C2255C', 200],
      ['primaryColorDark', '#ffb224', 200],
      ['primaryColorLight', '', 200],
      ['primaryColorLight', '#abc', 400],
      ['primaryColorLight', 'red', 400],
      ['primaryColorDark', '#ffb22g', 400],
      ['primaryColorDark', '#ffb22400', 400],
      ['appName', '  Guichê  ', 200],
      ['appName', 'G', 400],
      ['appName', 'G'.repeat(51), 400],
      ['appName', '', 200],
    ] as const)
      expect((await put(key, value)).statusCode, `${key} ${value}`).toBe(status);
  });

  it('are shown by the API reference [M-214]', async () => {
    await put('appName', 'Guichê');
    await put('primaryColorLight', '#c2255c');
    const { body } = await server.app.inject({ url: '/docs' });
    await put('appName', '');
    await put('primaryColorLight', '');
    expect(body).toContain('<h1>Guichê API');
    expect(body).toContain('style="--brand-light:#c2255c;');
  });
});
