import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTarget } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import { takeBaseBackup } from '../../apps/server/src/infrastructure/backup/base-backup.store.ts';
import type { Destination } from '../../apps/server/src/infrastructure/backup/destination.ts';
import { forgetDestination, markDestination } from '../../apps/server/src/infrastructure/backup/destination-mark.ts';
import { findBackups } from '../../apps/server/src/infrastructure/backup/manifest.ts';
import { closeGap, gapSince, giveUpBeyond } from '../../apps/server/src/infrastructure/backup/log-gap.ts';
import { waitingSegments } from '../../apps/server/src/infrastructure/backup/upload.store.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { canWriteTo } from '../../apps/server/src/modules/doctor/machine.ts';
import { isTryDue, startBackups } from '../../apps/server/src/wiring/backups.ts';
import { openDatabase } from '../../apps/server/src/wiring/database.ts';
import { TEST_SECRET } from '../../apps/server/test/database.ts';
import { archiveFolder } from '../../packages/postgres-supervisor/src/supervisor.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-backup-failures-'));
const folder = (name: string) => join(root, name);
/** Each test takes several copies of a database. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const POLL = { timeout: 60_000, interval: 50 };
const env = {
  NODE_ENV: 'test',
  APP_SECRET: TEST_SECRET,
  DATA_DIR: folder('data'),
  BACKUP_DIR: folder('backups'),
  BACKUP_PLAIN: 'yes',
  BACKUP_MAX_MB_PER_SECOND: '100000',
  // The drill would be due an hour later.
  BACKUP_HOUR: String(new Date().getUTCHours()),
};
const config = readConfig(env);
const postgresDir = folder('data/postgres');

let database: Awaited<ReturnType<typeof openDatabase>>;
let owner: pg.Pool;
let started: ReturnType<typeof startBackups> | undefined;
const errors: unknown[] = [];

beforeAll(async () => {
  database = await openDatabase(config, () => {});
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  owner.on('error', () => {});
});
afterEach(async () => {
  await started?.stop();
  started = undefined;
  errors.length = 0;
  await owner.query('delete from backups');
  rmSync(folder('backups'), { recursive: true, force: true });
  await forgetDestination(config.dataDir);
});
afterAll(async () => {
  await owner.end();
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

function start(options: Partial<Parameters<typeof startBackups>[0]> = {}) {
  started = startBackups({
    config: { ...config, backup: config.backup! },
    ownerUrl: database.ownerUrl,
    storage: { open: async () => undefined },
    restored: { isPassive: () => false },
    scheduleMs: 20,
    onError: (error) => void errors.push(error),
    ...options,
  });
  return started;
}
const archiveDir = archiveFolder(postgresDir);
const waiting = async () => (await waitingSegments(archiveDir)).length;
const target = () => openTarget(config.backup!, config.dataDir);
const states = async () =>
  (await owner.query<{ state: string }>('select state from backups order by id')).rows.map(({ state }) => state);

describe('a disk that is not mounted', () => {
  it('gets nothing, is an error, and the log waits until it is back', async () => {
    const backups = start({ isScheduled: false });
    await backups.backUp();
    await backups.stop();
    const { codec, destination } = await target();
    expect(await canWriteTo(destination)).toBe(true);
    renameSync(folder('backups'), folder('disk'));
    mkdirSync(folder('backups'));
    expect(await canWriteTo(destination)).toBe(false);
    await expect.poll(() => owner.query('select pg_switch_wal()').then(waiting), POLL).toBeGreaterThan(0);
    const again = start({ isScheduled: false });
    await expect(again.backUp()).rejects.toThrow(/is it mounted/);
    await expect.poll(() => errors.map(String), POLL).toContainEqual(expect.stringContaining('is it mounted'));
    await expect(destination.remove('files/1/erased')).rejects.toThrow(/is it mounted/);
    expect(readdirSync(folder('backups'))).toEqual([]);
    expect(await waiting()).toBeGreaterThan(0);
    rmSync(folder('backups'), { recursive: true });
    renameSync(folder('disk'), folder('backups'));
    await expect.poll(waiting, POLL).toBe(0);
    await again.stop();
    // Intended: an empty disk, or another folder.
    rmSync(folder('backups'), { recursive: true });
    await expect(markDestination(config.dataDir, codec, destination)).resolves.toBeUndefined();
    expect(await canWriteTo(destination)).toBe(false);
    await forgetDestination(config.dataDir);
    expect(await canWriteTo(destination)).toBe(true);
  });

  it('is not confused with another BACKUP_DIR, which gets a copy at once', async () => {
    await start({ isScheduled: false }).backUp();
    await started!.stop();
    expect(await states()).toEqual(['complete']);
    const moved = { ...config, backup: { ...config.backup!, dir: folder('moved') } };
    start({ config: moved });
    await expect.poll(states, { ...POLL, timeout: 25_000 }).toEqual(['complete', 'complete']);
    expect(readdirSync(folder('moved'))).toEqual(expect.arrayContaining(['base', 'marks', 'wal']));
  });
});

describe('log that waits for a destination', () => {
  it('is given up beyond the bound, and a new copy is taken although the server was restarted', async () => {
    await expect.poll(() => owner.query('select pg_switch_wal()').then(waiting), POLL).toBeGreaterThan(0);
    const [oldest] = await waitingSegments(archiveDir);
    writeFileSync(folder('file'), '');
    const away = { ...config, backup: { ...config.backup!, dir: folder('file/backups') } };
    const first = start({ config: away, isScheduled: false, maxWaitingBytes: 0 });
    await expect.poll(() => gapSince(archiveDir), POLL).toEqual(oldest!.at);
    await first.stop();
    await owner.query(
      `insert into backups (name, state, started_at, ended_at) values ('earlier', 'complete', now(), now())`,
    );
    start();
    await expect.poll(states, { ...POLL, timeout: 25_000 }).toEqual(['complete', 'complete']);
    expect(await gapSince(archiveDir)).toBeUndefined();
  });

  it('is bounded on a passive server too, which uploads nothing', async () => {
    start({ restored: { isPassive: () => true }, maxWaitingBytes: 0 });
    await expect.poll(() => owner.query('select pg_switch_wal()').then(() => gapSince(archiveDir)), POLL).toBeDefined();
    await expect.poll(waiting, POLL).toBe(0);
    expect(existsSync(folder('backups'))).toBe(false);
  });

  it('has a gap until a backup that began after it', async () => {
    const dir = folder('archive');
    mkdirSync(dir);
    const segment = join(dir, '000000010000000000000001');
    const add = (at: Date) => {
      writeFileSync(segment, 'content');
      utimesSync(segment, at, at);
    };
    add(new Date(1000));
    await giveUpBeyond(dir, 7);
    expect([await gapSince(dir), readdirSync(dir).length]).toEqual([undefined, 1]);
    const before = new Date();
    await giveUpBeyond(dir, 6);
    expect([await gapSince(dir), readdirSync(dir)]).toEqual([new Date(1000), ['gap']]);
    // Given up again: since the first one.
    add(new Date(5000));
    await giveUpBeyond(dir, 6);
    expect(await gapSince(dir)).toEqual(new Date(1000));
    await closeGap(dir, before);
    expect(await gapSince(dir)).toEqual(new Date(1000));
    await closeGap(dir, new Date(Date.now() + 1));
    expect(readdirSync(dir)).toEqual([]);
  });
});

const take = async (put: Destination['put'], signal?: AbortSignal) => {
  const { codec, destination } = await target();
  return takeBaseBackup({
    superUrl: database.ownerUrl,
    postgresDir,
    codec,
    destination: { ...destination, put },
    product: 'test',
    schema: 1,
    secret: TEST_SECRET,
    signal,
  });
};

describe('two copies at once', () => {
  it('are taken one after the other, each complete, and one that waits can be stopped', async () => {
    const { destination } = await target();
    start({ isScheduled: false });
    const writers: string[] = [];
    const began = Promise.withResolvers<void>();
    const copy = (writer: string, signal?: AbortSignal) =>
      take((name, content) => {
        if (writers.at(-1) !== writer) writers.push(writer);
        began.resolve();
        return destination.put(name, content);
      }, signal);
    const first = copy('first');
    await began.promise;
    const stopping = new AbortController();
    const stopped = copy('stopped', stopping.signal).catch((error: unknown) => error);
    const second = copy('second');
    stopping.abort(new Error('stopped'));
    const taken = await Promise.all([first, second]);
    expect(await stopped).toEqual(new Error('stopped'));
    expect(writers).toEqual(['first', 'second']);
    expect((await findBackups(destination)).complete).toEqual(taken.map(({ name }) => name).toSorted());
  });
});

describe('a copy that fails', () => {
  it.each(['at once', 'after another part was written'])('leaves nothing at the destination: %s', async (when) => {
    const { destination } = await target();
    const written = Promise.withResolvers<void>();
    let calls = 0;
    const full = take(async (name, content) => {
      if ((calls += 1) === 1) {
        if (when !== 'at once') await written.promise;
        throw new Error('no space left');
      }
      const stored = await destination.put(name, content);
      written.resolve();
      return stored;
    });
    await expect(full).rejects.toThrow('no space left');
    expect(await destination.list('base')).toEqual([]);
  });

  it('waits longer after each try, at most an hour', () => {
    const now = new Date();
    const ago = (minutes: number) => new Date(+now - minutes * 60_000);
    expect(isTryDue(now, { count: 0, lastAt: null })).toBe(true);
    expect([isTryDue(now, { count: 1, lastAt: ago(0.9) }), isTryDue(now, { count: 1, lastAt: ago(1) })]).toEqual([
      false,
      true,
    ]);
    expect([isTryDue(now, { count: 4, lastAt: ago(7.9) }), isTryDue(now, { count: 4, lastAt: ago(8) })]).toEqual([
      false,
      true,
    ]);
    expect([isTryDue(now, { count: 50, lastAt: ago(59) }), isTryDue(now, { count: 50, lastAt: ago(60) })]).toEqual([
      false,
      true,
    ]);
  });

  it('is not repeated at each turn, removes abandoned folders, and a request is taken in any case', async () => {
    const abandoned = folder('backups/base/20200101T000000Z-abcdef');
    mkdirSync(abandoned, { recursive: true });
    writeFileSync(join(abandoned, 'part-x.zst'), 'x');
    utimesSync(join(abandoned, 'part-x.zst'), new Date(0), new Date(0));
    // The copy cannot read its password, after all parts were written.
    renameSync(join(postgresDir, 'password'), folder('password'));
    try {
      start();
      await expect.poll(states, POLL).toEqual(['failed']);
      await expect.poll(() => readdirSync(folder('backups')).includes('base'), POLL).toBe(false);
      for (const expected of [2, 3]) {
        await owner.query(`insert into backups (state) values ('requested')`);
        await expect.poll(states, POLL).toEqual(Array.from({ length: expected }, () => 'failed'));
      }
      // The pause is over: the schedule tries again.
      await owner.query(`update backups set ended_at = now() - interval '1 hour'`);
      await expect.poll(states, POLL).toHaveLength(4);
    } finally {
      renameSync(folder('password'), join(postgresDir, 'password'));
    }
  });
});
