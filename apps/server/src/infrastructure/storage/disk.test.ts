import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pieceMemoryDuring } from '../../../test/fixtures/piece-memory.ts';
import { describeStorageConformance } from './conformance.ts';
import { createDiskStorage } from './disk.ts';
import { removeLeftOvers } from './left-overs.ts';
import { newStorageKey } from './storage.ts';

const MB = 1024 * 1024;
const aDirectory = () => mkdtemp(join(tmpdir(), 'balcao-storage-'));

describeStorageConformance('disk', async () => {
  const dir = await aDirectory();
  return { storage: createDiskStorage(join(dir, 'made', 'on', 'demand')), dispose: () => rm(dir, { recursive: true }) };
});

describe('files on disk', () => {
  let dir: string;
  beforeEach(async () => (dir = await aDirectory()));
  afterEach(() => rm(dir, { recursive: true }));

  it('are readable by the server user only', async () => {
    const { key } = await createDiskStorage(dir).put(Buffer.from('x'), { companyId: 1, kind: 'media' });
    expect((await stat(join(dir, key))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, '1'))).mode & 0o777).toBe(0o700);
  });

  it('appear under their key only when complete, and leave no temporary file', async () => {
    const storage = createDiskStorage(dir);
    const gate = Promise.withResolvers<void>();
    const slow = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        expect(await readdir(dir)).toEqual(['.incoming']);
        await gate.promise;
        yield Buffer.from('whole');
      })(),
    );
    const arriving = storage.put(slow, { companyId: 1, kind: 'media' });
    gate.resolve();
    expect((await arriving).bytes).toBe(9);
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
  });

  it('are copied from a file of this machine with the memory of one piece', async () => {
    const path = join(dir, 'received');
    await writeFile(path, '');
    await truncate(path, 128 * MB);
    const most = await pieceMemoryDuring(async () => {
      const { bytes } = await createDiskStorage(dir).put({ path }, { companyId: 1, kind: 'media' });
      expect(bytes).toBe(128 * MB);
    });
    expect(Math.round(most / MB)).toBeLessThanOrEqual(4);
  });

  it('left incomplete by a killed process are swept once they are old', async () => {
    await mkdir(join(dir, '.incoming'));
    await writeFile(join(dir, '.incoming', 'left-over'), 'half');
    const storage = createDiskStorage(dir);
    const none = async () => new Set<string>();
    expect(await storage.sweep(none, 3_600_000)).toBe(0);
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(join(dir, '.incoming', 'left-over'), yesterday, yesterday);
    expect(await storage.sweep(none, 3_600_000)).toBe(1);
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
  });

  it('are whole or absent when the process is killed during 200 uploads; the next start removes the rest [CR-03]', async () => {
    const BYTES = 256 * 1024;
    const script = `
      import { Readable } from 'node:stream';
      import { setTimeout as pause } from 'node:timers/promises';
      import { createDiskStorage } from ${JSON.stringify(join(import.meta.dirname, 'disk.ts'))};
      const storage = createDiskStorage(process.argv[1]);
      const content = (n) => Readable.from((async function* () {
        for (let at = 0; at < 8; at += 1) { await pause(5 * (n % 40)); yield Buffer.alloc(${BYTES / 8}, n); }
      })());
      for (let n = 0; n < 200; n += 1)
        void storage.put(content(n % 251), { companyId: 1, kind: 'media' }).then(({ key }) => console.log(key));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const saved: string[] = [];
    for await (const line of createInterface({ input: child.stdout }))
      if (saved.push(line) === 20) child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    expect(saved.length).toBeLessThan(200);
    const names = await readdir(join(dir, '1', 'media'));
    expect(names.length).toBeGreaterThanOrEqual(saved.length);
    const broken: string[] = [];
    for (const name of names) {
      const bytes = await readFile(join(dir, '1', 'media', name));
      if (bytes.length !== BYTES || bytes.some((byte) => byte !== bytes[0])) broken.push(name);
    }
    expect(broken).toEqual([]);
    for (const key of saved) expect(names).toContain(basename(key));
    expect(await readdir(join(dir, '.incoming'))).not.toEqual([]);
    await removeLeftOvers(dir, join(dir, '.incoming'));
    expect(await readdir(join(dir, '.incoming'))).toEqual([]);
  });

  it('with names that are not keys are not swept; a sweep checks at most 500 keys at once', async () => {
    const storage = createDiskStorage(dir);
    await writeFile(join(dir, 'README'), 'not ours');
    await mkdir(join(dir, '1', 'media'), { recursive: true });
    await writeFile(join(dir, '1', 'media', 'notes.txt'), 'not ours');
    for (let count = 0; count < 1_100; count += 1)
      await writeFile(join(dir, newStorageKey({ companyId: 1, kind: 'media' })), '');
    const batchSizes: number[] = [];
    // One second in the future: file times are finer than Date, so a file of this millisecond would count as newer.
    const removed = await storage.sweep(async (keys) => (batchSizes.push(keys.length), new Set<string>()), -1_000);
    expect({ removed, batchSizes }).toEqual({ removed: 1_100, batchSizes: [500, 500, 100] });
    expect(await readdir(join(dir, '1', 'media'))).toEqual(['notes.txt']);
  });

  it('get unique keys: 100,000 without a collision [UP-13]', () => {
    const keys = Array.from({ length: 100_000 }, () => newStorageKey({ companyId: 1, kind: 'media' }));
    expect(new Set(keys).size).toBe(100_000);
  });

  it('that cannot be written reject the put with the error of the disk', async () => {
    await writeFile(join(dir, 'file'), '');
    const storage = createDiskStorage(join(dir, 'file'));
    await expect(storage.put(Buffer.from('x'), { companyId: 1, kind: 'media' })).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  it('that are symbolic links are not followed', async () => {
    const storage = createDiskStorage(dir);
    const { key } = await storage.put(Buffer.from('x'), { companyId: 1, kind: 'media' });
    const planted = newStorageKey({ companyId: 1, kind: 'media' });
    await symlink('/etc/passwd', join(dir, planted));
    await expect(storage.open(planted)).rejects.toThrow('ELOOP');
    expect(await text((await storage.open(key))!.stream)).toBe('x');
  });
});
