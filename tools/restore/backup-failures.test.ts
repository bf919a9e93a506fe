import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import { takeBaseBackup } from '../../apps/server/src/infrastructure/backup/base-backup.store.ts';
import type { Destination } from '../../apps/server/src/infrastructure/backup/destination.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { isTryDue, startBackups } from '../../apps/server/src/wiring/backups.ts';
import { openDatabase } from '../../apps/server/src/wiring/database.ts';
import { TEST_SECRET } from '../../apps/server/test/database.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-backup-failures-'));
const folder = (name: string) => join(root, name);
const POLL = { timeout: 20_000, interval: 50 };
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
const target = () => openTarget(config.backup!, config.dataDir);
const states = async () =>
  (await owner.query<{ state: string }>('select state from backups order by id')).rows.map(({ state }) => state);

describe('a copy that fails', () => {
  const take = async (put: Destination['put']) => {
    const { codec, destination } = await target();
    return takeBaseBackup({
      superUrl: database.ownerUrl,
      postgresDir,
      codec,
      destination: { ...destination, put },
      product: 'test',
      schema: 1,
      secret: TEST_SECRET,
    });
  };

  it('leaves nothing at the destination, also of the part that another worker still writes', async () => {
    const { destination } = await target();
    let calls = 0;
    const isRefused = () => (calls += 1) === 1;
    const full = take((name, content) =>
      isRefused() ? Promise.reject(new Error('no space left')) : destination.put(name, content),
    );
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
