import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, callNamed, calls, type AnySent, type CallName } from './fixtures/calls.ts';
import { isForSuperUsers } from './fixtures/rights.ts';
import { SWEEP_MS } from './fixtures/scale.ts';
import { createTenantFixture, resetRateLimits, type TenantFixture } from './fixtures/tenant-fixture.ts';
import { freshToken } from './fixtures/tenants.ts';
import { onePixelPicture } from './fixtures/values.ts';
import { createForm } from './form.ts';
import type { Caller } from './users.ts';

/** A file that no other program writes. */
const OUTSIDE = `/tmp/balcao-upload-${randomUUID()}`;

/** Every endpoint that accepts a file. */
const uploads = calls
  .filter(({ endpoint }) => (endpoint.files ?? endpoint.optionalFiles) !== undefined && endpoint.access !== 'api-token')
  .map(({ name }) => name);
const fieldOf = (name: CallName) => {
  const { endpoint } = callNamed(name);
  return (endpoint.files ?? endpoint.optionalFiles)!;
};

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
  await fixture.server.open(0, '127.0.0.1');
});
beforeEach(() => resetRateLimits(fixture.server));
afterAll(() => fixture.stop());

const callerOf = (name: CallName): Caller => (isForSuperUsers(name) ? fixture.super : fixture.a.admin);
const storedFiles = async () =>
  (await fixture.server.asOwner.query<{ key: string }>('select storage_key as key from files')).rows.map(
    ({ key }) => key,
  );
/** What the server itself writes each hour: free space, and the test file of its storage. */
const isOfDoctor = ({ name, parentPath }: Dirent) =>
  name.startsWith('disk-history.json') || parentPath.endsWith('/doctor');
/** Every file on the disk of the server, below the folder of its data. */
const filesOnDisk = () =>
  readdirSync(fixture.server.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOfDoctor(entry))
    .map((entry) => `${entry.parentPath}/${entry.name}`);

describe('fields beside a file [UP-09]', { timeout: SWEEP_MS }, () => {
  const hostile = [
    `../../../..${OUTSIDE}`,
    '..%2f..%2fx',
    '/etc/cron.d/x',
    'C:\\x',
    'constructor',
    '\u0000',
    '999999999',
    () => String(fixture.b.companyId),
    () => String(fixture.b.admin.user.id),
  ];

  let storedCount = 0;
  it.each(uploads)('never choose where %s stores it', async (name) => {
    const caller = callerOf(name);
    const sample = await fixture.sample(name, fixture.a);
    const before = new Set(filesOnDisk());
    const known = new Set(await storedFiles());
    for (const entry of hostile) {
      const value = typeof entry === 'string' ? entry : entry();
      await resetRateLimits(fixture.server);
      const form = createForm(
        [
          ...Object.entries({ ...(sample.body as object) }).map(([key, own]): [string, string] => [key, String(own)]),
          ...['typeArch', 'userId', 'fileId', 'ref', 'path', 'companyId', 'mode'].map((key): [string, string] => [
            key,
            value,
          ]),
        ],
        [{ field: fieldOf(name), name: value.replaceAll('\u0000', ''), bytes: sample.file ?? onePixelPicture() }],
      );
      const answer = await post(name, sample, { caller, ...form });
      expect(answer.statusCode, `${name} with ${value}: ${answer.body}`).toBeLessThan(500);
    }
    let stored: string[] = [];
    // A converted file is on the disk a moment before its row.
    const unexpectedFiles = async () => {
      stored = (await storedFiles()).filter((key) => !known.has(key));
      const expected = new Set(stored.map((key) => `${fixture.server.config.storageDir}/${key}`));
      return filesOnDisk().filter((path) => !before.has(path) && !expected.has(path));
    };
    await expect.poll(unexpectedFiles, { timeout: 10_000 }).toEqual([]);
    storedCount += stored.length;
    for (const key of stored) expect(key).toMatch(new RegExp(`^${caller.companyId}/[a-z-]+/[0-9a-f]{32}$`));
    expect(existsSync(OUTSIDE)).toBe(false);
  });

  it('were sent with files that were stored', () => expect(storedCount).toBeGreaterThan(20));

  it.each(uploads)('with another company’s id in the path of %s reach nothing', async (name) => {
    const { params } = await fixture.sample(name, fixture.b);
    if (params === undefined || isForSuperUsers(name)) return;
    const known = await storedFiles();
    const sample = await fixture.sample(name, fixture.a);
    const answer = await fixture.send(
      name,
      { ...sample, params, file: sample.file ?? onePixelPicture() },
      fixture.a.admin,
    );
    expect([name, answer.statusCode], answer.body).toEqual([name, 404]);
    expect(await storedFiles()).toEqual(known);
  });
});

describe('a body that imitates a received file [UP-10]', { timeout: SWEEP_MS }, () => {
  const path = '/etc/passwd';
  const imitation = {
    path,
    filepath: path,
    filename: 'passwd',
    fieldname: 'x',
    mimetype: 'text/plain',
    bytes: 10,
    head: [],
  };

  /** Valid without a file: the imitation is an unknown field, which is ignored. */
  const optional: CallName[] = ['messages.send', 'templates.send', 'templates.start'];

  it.each(uploads)('reads no file in %s', async (name) => {
    const sample = await fixture.sample(name, fixture.a);
    const known = await storedFiles();
    const field = fieldOf(name);
    const body = {
      ...(sample.body as object),
      files: { x: imitation, [field]: [imitation] },
      file: imitation,
      [field]: [imitation],
    };
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'];
    for (const type of types) {
      const headers = { 'content-type': type };
      const answer = await post(name, sample, { caller: callerOf(name), headers, payload: JSON.stringify(body) });
      const allowed = type === 'application/json' && optional.includes(name) ? [200] : [400, 404, 406, 415];
      expect(allowed, `${type}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode);
      expect(answer.body).not.toContain('root:');
    }
    expect(await storedFiles()).toEqual(known);
  });
});

describe('malformed forms [UP-11]', { timeout: SWEEP_MS }, () => {
  const pixel = onePixelPicture();
  const part = (disposition: string, content = 'x') =>
    `--form-boundary\r\ncontent-disposition: ${disposition}\r\n\r\n${content}\r\n`;
  const END = '--form-boundary--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=form-boundary' };
  const refused: Record<string, { headers?: Record<string, string>; payload: string | Buffer }> = {
    '10,000 fields': { payload: part('form-data; name="a"').repeat(10_000) + END },
    '10,000 files': { payload: part('form-data; name="a"; filename="a"').repeat(10_000) + END },
    'no boundary': { headers: { 'content-type': 'multipart/form-data' }, payload: part('form-data; name="a"') + END },
    'a long boundary': {
      headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(5_000)}` },
      payload: part('form-data; name="a"') + END,
    },
    'a type that only begins like a form': {
      headers: { 'content-type': 'multipart/form-data-x; boundary=form-boundary' },
      payload: part('form-data; name="a"') + END,
    },
    'no end': { payload: part('form-data; name="a"; filename="a"') },
    'half a head': { payload: '--form-boundary\r\ncontent-disposition: form-da' },
    'a head without end': { payload: `--form-boundary\r\nx: ${'y'.repeat(500_000)}` },
    'a field of the prototype': { payload: part('form-data; name="__proto__"', '{"polluted":1}') + END },
    nothing: { payload: '' },
  };
  /** Names without a meaning: as if the field were not there. */
  const names = ['', 'a[]', 'a[999999999]', 'a[__proto__][polluted]', 'constructor', 'a.b.c', 'x'.repeat(5_000)];

  it.each(uploads)('are refused by %s, and the server goes on', async (name) => {
    const sample = await fixture.sample(name, fixture.a);
    const known = await storedFiles();
    for (const [label, form] of Object.entries(refused)) {
      await resetRateLimits(fixture.server);
      const answer = await post(name, sample, { caller: callerOf(name), headers, ...form });
      expect([400, 406, 413, 415], `${label}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode);
    }
    for (const field of names) {
      await resetRateLimits(fixture.server);
      const payload =
        part(`form-data; name="${field}"`, '{"polluted":1}') + part(`form-data; name="${field}"; filename="a"`) + END;
      const answer = await post(name, sample, { caller: callerOf(name), headers, payload });
      expect([400, 406, 413], `${field}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await storedFiles()).toEqual(known);
    expect((await fixture.server.app.inject('/health/live')).statusCode).toBe(200);
  });

  it('that end with the connection leave no file behind', async () => {
    const { url, config } = fixture.server;
    const { port } = new URL(
      url ?? `http://127.0.0.1:${(fixture.server.app.server.address() as { port: number }).port}`,
    );
    const open = createForm(
      [],
      [{ field: 'files', name: 'a.png', bytes: Buffer.concat([pixel, Buffer.alloc(200_000)]) }],
    );
    const sample = await fixture.sample('fileLists.upload', fixture.a);
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      const head = [
        `POST ${addressOf(callNamed('fileLists.upload').endpoint, sample)} HTTP/1.1`,
        'host: localhost',
        `authorization: Bearer ${fixture.a.admin.token}`,
        `content-type: ${open.headers['content-type']}`,
        `content-length: ${open.payload.length}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(open.payload.subarray(0, 10_000 * (n + 1) - 9_000));
      socket.destroy();
      await once(socket, 'close');
    }
    await expect
      .poll(() =>
        readdirSync(config.storageDir, { recursive: true }).filter((path) => /\.uploads\/.+\/.+/.test(String(path))),
      )
      .toEqual([]);
    expect((await fixture.server.app.inject('/health/live')).statusCode).toBe(200);
  });
});

function post(
  name: CallName,
  sent: AnySent,
  { caller, headers, payload }: { caller: Caller; headers: Record<string, string>; payload: string | Buffer },
) {
  return fixture.server.app.inject({
    method: callNamed(name).endpoint.method,
    url: addressOf(callNamed(name).endpoint, sent),
    headers: { authorization: `Bearer ${freshToken(fixture.server, caller)}`, ...sent.headers, ...headers },
    payload,
  });
}
