import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBucketDestination } from '../backup/bucket-destination.ts';
import { createBucket } from '../s3/bucket.ts';
import { startS3Server } from '../s3/s3-server.fixture.ts';
import { describeStorageConformance } from './conformance.ts';
import { createDiskStorage } from './disk.ts';
import { createMovingStorage } from './moved-storage.ts';
import { createS3Storage } from './s3.ts';
import { newStorageKey } from './storage.ts';

type S3Server = Awaited<ReturnType<typeof startS3Server>>;
const PART = 100_000;
const media = { companyId: 7, kind: 'media' };

describeStorageConformance('bucket', async () => {
  const server = await startS3Server({ pageSize: 2 });
  // Small parts, so that the large files of the suite are stored in several.
  return { storage: createS3Storage(createBucket(server.bucket('files'), PART)), dispose: server.stop };
});

describeStorageConformance('folder that moves to a bucket', async () => {
  const server = await startS3Server();
  const dir = await mkdtemp(join(tmpdir(), 'balcao-moving-'));
  const storage = createMovingStorage(createS3Storage(createBucket(server.bucket('files'))), createDiskStorage(dir));
  return {
    storage,
    dispose: async () => void (await Promise.all([server.stop(), rm(dir, { recursive: true, force: true })])),
  };
});

describe('a bucket', () => {
  let server: S3Server;
  beforeEach(async () => void (server = await startS3Server()));
  afterEach(() => server.stop());
  const openBucket = () => createBucket(server.bucket('files'), PART);
  const openStorage = () => createS3Storage(openBucket());

  it('stores a large file in parts that together have its content', async () => {
    const content = randomBytes(PART * 3 + 17);
    const { key, bytes, sha256 } = await openStorage().put(Readable.from([content]), media);
    expect({ bytes, sha256 }).toEqual({
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect(server.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(4);
    expect((await buffer((await openStorage().open(key))!.stream)).equals(content)).toBe(true);
    expect(server.uploads.size).toBe(0);
  });

  it('repeats a request that the server failed or broke off, and gives up after three', async () => {
    server.misbehave('fail', 'PUT');
    server.misbehave('fail', 'PUT');
    const { key } = await openStorage().put(Buffer.from('olá'), media);
    server.misbehave('fail', 'GET');
    expect(await text((await openStorage().open(key))!.stream)).toBe('olá');
    for (let count = 0; count < 3; count += 1) server.misbehave('fail', 'PUT');
    await expect(openStorage().put(Buffer.from('x'), media)).rejects.toThrow('answered 500 InternalError');
    expect(server.objects.size).toBe(1);
  });

  it('does not repeat a refusal, and names it without the keys', async () => {
    server.misbehave('refuse');
    await expect(openStorage().put(Buffer.from('x'), media)).rejects.toThrow(
      /^the storage at 127\.0\.0\.1 answered 403 AccessDenied$/,
    );
    expect(server.requests).toHaveLength(1);
    const other = createBucket({ ...server.bucket('files'), secretAccessKey: 'another secret' });
    await expect(other.stat('1/media/x')).rejects.toThrow('answered 403');
  });

  it('fails a read whose content was changed or cut off', async () => {
    const { key } = await openStorage().put(Buffer.alloc(PART - 1, 'x'), media);
    for (const fault of ['garble', 'cut'] as const) {
      server.misbehave(fault, 'GET');
      await expect(buffer((await openStorage().open(key))!.stream), fault).rejects.toThrow();
    }
  });

  it('leaves no parts of an upload that failed; a sweep removes those of a killed process', async () => {
    const source = Readable.from([Buffer.alloc(PART * 2), Buffer.alloc(PART)]);
    const storage = openStorage();
    for (let count = 0; count < 3; count += 1) server.misbehave('fail', 'PUT');
    await expect(storage.put(source, media)).rejects.toThrow('answered 500');
    expect(server.uploads.size).toBe(0);
    const dayOld = new Date(Date.now() - 25 * 3_600_000);
    server.uploads.set('old', { key: `files/${newStorageKey(media)}`, at: dayOld, parts: new Map() });
    server.uploads.set('new', { key: `files/${newStorageKey(media)}`, at: new Date(), parts: new Map() });
    expect(await storage.sweep(async () => new Set(), 0)).toBe(1);
    expect([...server.uploads.keys()]).toEqual(['new']);
  });

  it('loses nothing to a passive server, which may share it with the one that was backed up', async () => {
    const passive = createS3Storage(openBucket(), () => true);
    const { key } = await passive.put(Buffer.from('olá'), media);
    await passive.remove(key);
    expect(await passive.sweep(async () => new Set(), 0)).toBe(0);
    expect(await text((await passive.open(key))!.stream)).toBe('olá');
  });

  it('lists the objects of a backup by folder', async () => {
    const destination = createBucketDestination(server.bucket('backups'));
    for (const name of ['wal/2.zst', 'wal/1.zst', 'walrus', 'base/a/part.zst'])
      await destination.put(name, Readable.from([Buffer.from(name)]));
    expect((await destination.list('wal')).map(({ name, bytes }) => [name, bytes])).toEqual([
      ['wal/1.zst', 9],
      ['wal/2.zst', 9],
    ]);
    expect(await destination.stat('wal/3.zst')).toBeUndefined();
    expect(await text((await destination.get('base/a/part.zst'))!)).toBe('base/a/part.zst');
    await destination.remove('wal/1.zst');
    expect(await destination.get('wal/1.zst')).toBeUndefined();
  });
});
