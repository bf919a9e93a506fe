/** Backups as they are at a destination, without the database that they are of. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { generateX25519Identity } from 'age-encryption';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCodec } from '../../apps/server/src/infrastructure/backup/codec.ts';
import { createFolderDestination, type Destination } from '../../apps/server/src/infrastructure/backup/destination.ts';
import {
  findBackups,
  removeFolder,
  secretIdOf,
  writeManifest,
  type Manifest,
} from '../../apps/server/src/infrastructure/backup/manifest.ts';
import { choosePoint, restorePoints } from '../../apps/server/src/infrastructure/backup/restore.ts';
import { removeExpired } from '../../apps/server/src/infrastructure/backup/retention.store.ts';
import { TEST_SECRET } from '../../apps/server/test/database.ts';
import { startTestServer, type TestServer } from '../../apps/server/test/server.ts';
import { removeRestored, restoreInto, SERVER_BYTES } from './restore.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-stored-backups-'));
const dir = join(root, 'backups');
const codec = createCodec({ recipients: [] });
const destination = createFolderDestination(dir);
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * 24 * 3_600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  rmSync(dir, { recursive: true, force: true });
  await server.asOwner.query('delete from drills');
  await server.asOwner.query('delete from file_copies_unused');
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

/** A backup of one segment, which is the one with this number. */
function manifestOf(days: number, segment: number): Manifest {
  const at = daysAgo(days).toISOString();
  const startSegment = `00000001000000000000000${segment}`;
  return {
    version: 1,
    name: `${at.replace(/[-:]/g, '').replace(/\.\d+/, '')}-abcdef`,
    product: 'test',
    schema: 1,
    systemId: '1',
    timeline: 1,
    segmentBytes: 4 * 1024 ** 2,
    startSegment,
    stopSegment: startSegment,
    startLsn: '0/1',
    stopLsn: '0/2',
    startedAt: at,
    stoppedAt: at,
    label: '',
    password: '',
    secretId: secretIdOf(TEST_SECRET),
    folders: [],
    parts: [],
  };
}
async function store(days: number, segment: number): Promise<string> {
  const manifest = manifestOf(days, segment);
  await writeManifest(codec, destination, manifest);
  await destination.put(`wal/${manifest.startSegment}.zst`, Readable.from([Buffer.from('x')]));
  return manifest.name;
}
const spoil = (name: string) => writeFileSync(join(dir, 'base', name, 'manifest.json'), 'garbage');
const expire = () =>
  removeExpired({ ownerUrl: server.ownerUrl, codec, destination, retentionDays: 14, now: new Date(NOW) });

describe('a manifest', () => {
  it('is complete only if its content can be read back', async () => {
    const changing: Destination = {
      ...destination,
      put: async (name, content) =>
        destination.put(name, Readable.from([Buffer.from((await text(content)).replace('"test"', '"tesT"'))])),
    };
    await expect(writeManifest(codec, changing, manifestOf(1, 1))).rejects.toThrow(/is not complete/);
    await expect(writeManifest(codec, destination, manifestOf(1, 1))).resolves.toBeUndefined();
  });

  it('that cannot be read hides no other backup, and is refused only if it is the chosen one', async () => {
    const [first, spoiled, last] = [await store(3, 1), await store(2, 3), await store(1, 5)];
    spoil(spoiled);
    const found = await restorePoints(codec, destination);
    expect(found.points.map(({ name }) => name)).toEqual([first, last]);
    expect(found.unreadable.map(({ name, reason }) => `${name}: ${reason.message}`)).toEqual([
      expect.stringMatching(new RegExp(`^${spoiled}: .*manifest\\.json was changed`)),
    ]);
    expect(choosePoint(found, undefined, TEST_SECRET).name).toBe(last);
    expect(choosePoint(found, found.points[0]!.from, TEST_SECRET).name).toBe(first);
    expect(() => choosePoint(found, daysAgo(10), TEST_SECRET)).toThrow(/cannot be restored.*was changed/s);
    spoil(last);
    const without = await restorePoints(codec, destination);
    expect(() => choosePoint(without, undefined, TEST_SECRET)).toThrow(`${last}/manifest.json was changed`);
    expect(choosePoint(without, without.points[0]!.from, TEST_SECRET).name).toBe(first);
  });

  it('that is removed while they are listed is left out, and no error [BK-01]', async () => {
    const [removed, stays] = [await store(3, 1), await store(1, 5)];
    const whileRemoved = (work: () => Promise<void>): Destination => ({
      ...destination,
      list: async (prefix) => {
        const objects = await destination.list(prefix);
        if (prefix === 'base') await work();
        return objects;
      },
    });
    const found = await restorePoints(
      codec,
      whileRemoved(() => removeFolder(destination, removed)),
    );
    expect([found.points.map(({ name }) => name), found.unreadable]).toEqual([[stays], []]);
    // One of another form is still there, and is named.
    const encrypted = createCodec({ recipients: [], identities: [await generateX25519Identity()] });
    const locked = await restorePoints(encrypted, destination);
    expect(locked.unreadable.map(({ name }) => name)).toEqual([stays]);
  });

  it('that cannot be read stops no removal, is never removed, and protects what it may need', async () => {
    const [expired, spoiled, newest] = [await store(30, 1), await store(20, 3), await store(1, 5)];
    spoil(spoiled);
    const removed = await expire();
    expect(removed).toMatchObject({ backups: [expired], segments: 2 });
    expect(removed.unreadable).toEqual([expect.stringContaining(spoiled)]);
    expect((await findBackups(destination)).complete).toEqual([spoiled, newest]);
    // The newest cannot be read: the one before it stays, and no segment since the unreadable one began is removed.
    const later = await store(0, 7);
    spoil(later);
    await destination.put('wal/000000010000000000000004.zst', Readable.from([Buffer.from('x')]));
    expect(await expire()).toMatchObject({ backups: [], segments: 0 });
    spoil(newest);
    const old = await store(40, 2);
    expect(await expire()).toMatchObject({ backups: [], segments: 0 });
    expect((await findBackups(destination)).complete).toEqual([old, spoiled, newest, later]);
  });
});

describe('copies of files', () => {
  it('stay for as long as the oldest backup that is kept may need them', async () => {
    const drilled = await store(40, 1);
    await store(1, 3);
    await server.asOwner.query(
      `insert into drills (backup_name, state, ended_at) values ($1, 'passed', now() - interval '39 days')`,
      [drilled],
    );
    for (const [key, days] of [
      ['1/needed', 20],
      ['1/unused', 41],
    ] as const) {
      await destination.put(`files/${key}`, Readable.from([Buffer.from('x')]));
      await server.asOwner.query('insert into file_copies_unused (storage_key, since) values ($1, $2)', [
        key,
        daysAgo(days),
      ]);
    }
    expect(await expire()).toMatchObject({ backups: [], files: 1 });
    expect((await destination.list('files')).map(({ name }) => name)).toEqual(['files/1/needed']);
    // Without the drilled one the retention decides.
    await server.asOwner.query('delete from drills');
    expect(await expire()).toMatchObject({ backups: [drilled], files: 1 });
  });
});

describe('a restore to a disk that is too small', () => {
  it('is refused before anything is written to it, also if only the space of a running server is missing', async () => {
    const GB = 1024 ** 3;
    const part = { object: 'base/x/part', bytes: 1, sha256: '', files: [{ path: 'base/1', size: 2 * GB }] };
    const manifest = { ...manifestOf(1, 1), parts: [part, part] };
    await writeManifest(codec, destination, manifest);
    await destination.put(`wal/${manifest.startSegment}.zst`, Readable.from([Buffer.from('x')]));
    const env = { NODE_ENV: 'test', APP_SECRET: TEST_SECRET, DATA_DIR: join(root, 'elsewhere') };
    const to = join(root, 'small');
    const attempt = (free: number, reservedBytes = 0) =>
      restoreInto({
        target: { codec, destination },
        env,
        to,
        reservedBytes,
        freeBytes: async () => free,
        onProgress: () => {},
      });
    await expect(attempt(3.9 * GB)).rejects.toThrow(`${root} has 3.90 GB free and 4.00 GB are needed`);
    await expect(attempt(4.5 * GB, SERVER_BYTES)).rejects.toThrow('5.00 GB are needed');
    expect(readdirSync(join(root, '.small.restoring'))).toEqual(['restoring']);
    // There is enough, so that the next step is reached: the part is not there.
    await expect(attempt(5 * GB, SERVER_BYTES)).rejects.toThrow(/base\/x\/part belongs to another backup/);
    await removeRestored(to);
    expect(readdirSync(root).filter((name) => name.includes('small'))).toEqual([]);
  });
});

describe('an erasure that cannot be read', () => {
  it('refuses a restore before its work begins', async () => {
    await store(1, 1);
    mkdirSync(join(dir, 'tombstones'));
    writeFileSync(join(dir, 'tombstones/20261115T000000Z-1-1.json'), 'garbage');
    const env = { NODE_ENV: 'test', APP_SECRET: TEST_SECRET, DATA_DIR: join(root, 'elsewhere') };
    const to = join(root, 'restored');
    await expect(restoreInto({ target: { codec, destination }, env, to, onProgress: () => {} })).rejects.toThrow(
      /tombstones\/.*was changed/,
    );
    expect(existsSync(join(root, '.restored.restoring'))).toBe(false);
  });
});
