import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import { createBackupRecords } from '../../apps/server/src/infrastructure/backup/backups.store.ts';
import { BACKUP_LOCK } from '../../apps/server/src/infrastructure/backup/base-backup.store.ts';
import { findBackups } from '../../apps/server/src/infrastructure/backup/manifest.ts';
import { restorePoints } from '../../apps/server/src/infrastructure/backup/restore.ts';
import { removeExpired } from '../../apps/server/src/infrastructure/backup/retention.store.ts';
import { createUploadProgress, openUpload } from '../../apps/server/src/infrastructure/backup/upload.store.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import {
  createPersonFixture,
  findOccurrences,
  SECRET,
  type Service,
} from '../../apps/server/src/modules/privacy/person.fixture.ts';
import { removeCompany } from '../../apps/server/src/infrastructure/db/remove-company.ts';
import { doctorStore } from '../../apps/server/src/modules/doctor/index.ts';
import { erasePerson } from '../../apps/server/src/modules/privacy/privacy.fixture.ts';
import { startBackups } from '../../apps/server/src/wiring/backups.ts';
import { openDatabase } from '../../apps/server/src/wiring/database.ts';
import { startConnectedServer } from '../../apps/server/test/connected-server.ts';
import { TEST_SECRET } from '../../apps/server/test/database.ts';
import { postmasterOf } from '../../packages/postgres-supervisor/src/postmaster.ts';
import { removeRestored, restoreInto } from './restore.ts';
import { searchRestored } from './restored-secrets.fixture.ts';

const root = mkdtempSync(join(tmpdir(), 'balcao-backup-'));
const folder = (name: string) => join(root, name);
const LONG_MS = 60_000;
const POLL = { timeout: 20_000, interval: 100 };

let operator: string;
let env: Record<string, string>;
let database: Awaited<ReturnType<typeof openDatabase>>;
let service: Service;
let backups: ReturnType<typeof startBackups>;
const errors: unknown[] = [];
const open = () => openTarget({ dir: folder('backups'), recipients: [] }, folder('data'), [operator]);

beforeAll(async () => {
  operator = await generateX25519Identity();
  env = {
    NODE_ENV: 'test',
    APP_SECRET: TEST_SECRET,
    SANDBOX: 'off',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder('data'),
    BACKUP_DIR: folder('backups'),
    BACKUP_RECIPIENT: await identityToRecipient(operator),
    BACKUP_MAX_MB_PER_SECOND: '100000',
  };
  const config = readConfig(env);
  database = await openDatabase(config, () => {});
  service = await startConnectedServer({}, { ownerUrl: database.ownerUrl, env });
  const { storage, restored } = service.server;
  const onError = (error: unknown) => void errors.push(error);
  backups = startBackups({
    config: { ...config, backup: config.backup! },
    ownerUrl: database.ownerUrl,
    storage,
    restored,
    isScheduled: false,
    onError,
  });
}, LONG_MS);
afterAll(async () => {
  await backups.stop();
  await service.server.stop();
  await database.close();
  rmSync(root, { recursive: true, force: true });
});

/** Ends the current segment and waits until everything up to now is at the destination. */
async function archived(): Promise<void> {
  const { rows } = await service.server.asOwner.query<{ segment: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  );
  await service.server.asOwner.query('select pg_switch_wal()');
  const { destination } = await open();
  await expect
    .poll(async () => (await destination.stat(`wal/${rows[0]!.segment}.zst.age`)) !== undefined, POLL)
    .toBe(true);
}
const now = async (): Promise<Date> =>
  (await service.server.asOwner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now;

async function inRestored<T>(
  dir: string,
  work: (client: pg.Client, server: { url: string }) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ...env, DATA_DIR: dir, BACKUP_DIR: '' });
  const opened = await openDatabase(config, () => {});
  const client = new pg.Client({ connectionString: opened.ownerUrl });
  await client.connect();
  try {
    return await work(client, { url: opened.appUrl });
  } finally {
    await client.end();
    await opened.close();
  }
}
const restore = async (to: string, at?: Date) =>
  restoreInto({ target: await open(), env: { ...env, DATA_DIR: folder('elsewhere') }, to, at, onProgress: () => {} });
const namesIn = async (dir: string, companyId: number) =>
  inRestored(dir, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from tags where company_id = $1 order by id', [
      companyId,
    ]);
    return rows.map(({ name }) => name);
  });

describe('backup and restore', () => {
  let person: Awaited<ReturnType<typeof createPersonFixture>>;
  const tag = async (name: string) => {
    const answer = await person.admin.request('POST', '/tags', { name, color: '#112233' });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  it(
    'restores a moment with its files, passive, and nothing is readable without a key [BK-01, BK-02, BK-03, BK-04]',
    { timeout: LONG_MS },
    async () => {
      person = await createPersonFixture(service, '5500987650001');
      await tag('before');
      await backups.backUp();
      await tag('early');
      await new Promise((done) => setTimeout(done, 20));
      const moment = await now();
      await new Promise((done) => setTimeout(done, 20));
      await tag('late');
      await archived();
      expect(errors).toEqual([]);
      // What the doctor looks at on a server that the product does not own.
      expect(await doctorStore.archives(service.server.db)).toBe(true);

      const restored = await restore(folder('moment'), moment);
      expect(restored.missing).toEqual([]);
      expect(restored.files).toBeGreaterThan(0);
      expect(restored.findings.flatMap(({ findings }) => findings)).toEqual([]);
      expect(await namesIn(folder('moment'), person.companyId)).toEqual(['before', 'early']);
      const state = await inRestored(folder('moment'), (client) =>
        client.query('select confirmed_at from restored_state'),
      );
      expect(state.rows).toEqual([{ confirmed_at: null }]);

      await restore(folder('latest'));
      expect(await namesIn(folder('latest'), person.companyId)).toEqual(['before', 'early', 'late']);
      // Every object is encrypted: neither rows nor files nor the schema can be found in them.
      for (const entry of readdirSync(folder('backups'), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const content = readFileSync(join(entry.parentPath, entry.name));
        expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
        expect(content.includes(SECRET)).toBe(false);
      }
    },
  );

  it(
    'has no secret in clear after a restore, also when APP_SECRET is changed there, and loses none [SE-06]',
    { timeout: LONG_MS },
    async () => {
      const row = (await service.server.modules.connections.find(person.companyId, person.connectionId))!;
      const { webhookSecret: secret } = service.server.modules.connections.accountOf(row).secrets;
      const copy = { ...env, DATA_DIR: folder('latest'), BACKUP_DIR: '' };
      const APP_SECRET = 'the secret of the restored server, longer than 32 characters';
      const found = { secret, inClear: [] };
      for (const OLD_APP_SECRET of [TEST_SECRET, ''])
        expect(await searchRestored({ ...copy, APP_SECRET, OLD_APP_SECRET }, person, secret!)).toEqual(found);
    },
  );

  it(
    'erases a person and a company again that were erased after the backup, also from its files [LG-06]',
    { timeout: LONG_MS },
    async () => {
      const erased = await createPersonFixture(service, '5500987650002');
      const purged = await service.server.createCompany();
      await archived();
      const { destination } = await open();
      const copies = async () => (await destination.list(`files/${erased.companyId}`)).length;
      expect(await copies()).toBeGreaterThan(0);
      const moment = await now();
      await tag('between');
      await erasePerson(service, erased);
      await removeCompany(database.ownerUrl, purged.companyId);
      await service.server.asOwner.query(
        `insert into audit_log (company_id, act, subject) values (1, 'company.purged', 'company ' || $1)`,
        [purged.companyId],
      );
      await archived();
      expect(await copies()).toBe(0);
      const restored = await restore(folder('erased'), moment);
      expect({ erased: restored.erased, purged: restored.purged }).toEqual({ erased: 1, purged: 1 });
      await inRestored(folder('erased'), async (client) => {
        const asService = {
          server: { asOwner: client, config: { storageDir: folder('erased/files') } },
        } as unknown as Service;
        mkdirSync(folder(`erased/files/${erased.companyId}`), { recursive: true });
        expect(await findOccurrences(asService, erased.companyId, [SECRET, erased.number])).toEqual([]);
        const { rows } = await client.query('select from companies where company_id = $1', [purged.companyId]);
        expect(rows).toEqual([]);
      });
    },
  );

  it(
    'refuses a folder with content, another APP_SECRET, another key and a moment outside',
    { timeout: LONG_MS },
    async () => {
      const target = await open();
      const options = { target, env: { ...env, DATA_DIR: folder('elsewhere') }, onProgress: () => {} };
      await expect(restoreInto({ ...options, to: folder('moment') })).rejects.toThrow(/is not empty/);
      const otherSecret = { ...options.env, APP_SECRET: 'another secret of more than thirty-two characters' };
      await expect(restoreInto({ ...options, env: otherSecret, to: folder('x') })).rejects.toThrow(/APP_SECRET/);
      const otherKey = await openTarget({ dir: folder('backups'), recipients: [] }, '', [
        await generateX25519Identity(),
      ]);
      await expect(restoreInto({ ...options, target: otherKey, to: folder('x') })).rejects.toThrow(/another key/);
      const [point] = (await restorePoints(target.codec, target.destination)).points;
      const before = new Date(+point!.from - 60_000);
      await expect(restoreInto({ ...options, at: before, to: folder('x') })).rejects.toThrow(point!.from.toISOString());
    },
  );

  it('refuses a changed object, a missing one and the manifest of another backup', { timeout: LONG_MS }, async () => {
    await backups.backUp();
    const copy = folder('changed');
    const attempt = async (change: (base: string, names: string[]) => void) => {
      rmSync(copy, { recursive: true, force: true });
      cpSync(folder('backups'), copy, { recursive: true });
      change(join(copy, 'base'), readdirSync(join(copy, 'base')).sort());
      const target = await openTarget({ dir: copy, recipients: [] }, '', [operator]);
      rmSync(folder('.y.restoring'), { recursive: true, force: true });
      return restoreInto({
        target,
        env: { ...env, DATA_DIR: folder('elsewhere') },
        to: folder('y'),
        onProgress: () => {},
      });
    };
    const object = (base: string, names: string[]) =>
      join(
        base,
        names.at(-1)!,
        readdirSync(join(base, names.at(-1)!)).find((name) => name.startsWith('part-'))!,
      );
    await expect(
      attempt((base, names) => {
        const content = readFileSync(object(base, names));
        content[content.length - 20]! ^= 1;
        writeFileSync(object(base, names), content);
      }),
    ).rejects.toThrow(/part-.*was changed/);
    await expect(attempt((base, names) => rmSync(object(base, names)))).rejects.toThrow(/part-.*is missing/);
    await expect(
      attempt((base, names) =>
        cpSync(join(base, names[0]!, 'manifest.json.age'), join(base, names.at(-1)!, 'manifest.json.age')),
      ),
    ).rejects.toThrow(/is the manifest of/);
    // Without its manifest a folder is no backup: the one before it is restored.
    const restored = await attempt((base, names) => rmSync(join(base, names.at(-1)!, 'manifest.json.age')));
    expect(restored.point.name).not.toBe((await findBackups((await open()).destination)).complete.at(-1));
  });

  it('has no space for the files: a restore ends before it fills the disk', { timeout: LONG_MS }, async () => {
    const free = [Infinity, 0];
    const options = { target: await open(), env: { ...env, DATA_DIR: folder('elsewhere') }, onProgress: () => {} };
    const attempt = restoreInto({ ...options, to: folder('narrow'), freeBytes: async () => free.shift()! });
    await expect(attempt).rejects.toThrow(/0\.00 GB free/);
    expect(readdirSync(folder('.narrow.restoring'))).not.toContain('files');
    await removeRestored(folder('narrow'));
    expect(readdirSync(root).filter((name) => name.includes('narrow'))).toEqual([]);
  });

  it('ends the database that a killed restore left running before it begins again', { timeout: LONG_MS }, async () => {
    const draft = folder('.again.restoring');
    mkdirSync(draft);
    writeFileSync(join(draft, 'restoring'), '');
    const dir = join(draft, 'postgres');
    const file = join(import.meta.dirname, '../../packages/postgres-supervisor/src/owner.fixture.ts');
    const killed = fork(file, [JSON.stringify({ dir, durable: false })], { execArgv: [] });
    await once(killed, 'message');
    const left = postmasterOf(join(dir, 'data'))!;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await restore(folder('again'));
    expect(() => process.kill(left.pid, 0)).toThrow('ESRCH');
  });

  it('counts a backup whose process was killed as not taken, and one that is being taken as taken', async () => {
    const records = createBackupRecords(database.ownerUrl);
    const { asOwner } = service.server;
    const before = await records.lastStartedAt();
    const killed = await records.begin(undefined);
    const stateOf = async (id: number) =>
      (await asOwner.query('select state from backups where id = $1', [id])).rows[0]?.state as string;
    const running = new pg.Client({ connectionString: database.ownerUrl });
    await running.connect();
    await running.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
    await records.abandonInterrupted();
    expect(await stateOf(killed)).toBe('copying');
    expect(await records.lastStartedAt()).not.toEqual(before);
    await running.end();
    await expect.poll(() => records.abandonInterrupted().then(() => stateOf(killed)), POLL).toBe('abandoned');
    expect(await records.lastStartedAt()).toEqual(before);
  });

  it('removes expired and abandoned backups, never the newest or the drilled one', { timeout: LONG_MS }, async () => {
    const { destination } = await open();
    const target = await openTarget(readConfig(env).backup!, folder('data'));
    const [first, ...later] = (await findBackups(destination)).complete;
    const abandoned = folder('backups/base/20200101T000000Z-abcdef/data');
    mkdirSync(abandoned, { recursive: true });
    appendFileSync(join(abandoned, 'x.zst.age'), 'x');
    const days = (n: number) => new Date(Date.now() + n * 24 * 3_600_000);
    const expire = (at: Date) => removeExpired({ ...target, ownerUrl: database.ownerUrl, retentionDays: 14, now: at });
    expect(await expire(new Date())).toMatchObject({ backups: [], abandoned: [] });
    await service.server.asOwner.query(
      `insert into drills (backup_name, state, ended_at) values ($1, 'passed', now())`,
      [first],
    );
    expect(await expire(days(2))).toMatchObject({ backups: [], abandoned: ['20200101T000000Z-abcdef'] });
    expect((await expire(days(20))).backups).not.toContain(first);
    await service.server.asOwner.query('delete from drills');
    const removed = await expire(days(20));
    expect(removed.backups).toEqual([first]);
    expect((await findBackups(destination)).complete).toEqual([later.at(-1)]);
    await restore(folder('after-expiry'));
  });

  it('leaves the service alone while the destination fails, and catches up', { timeout: LONG_MS }, async () => {
    // A file where the folder was: every write fails, as on an unmounted disk.
    renameSync(folder('backups'), folder('unmounted'));
    writeFileSync(folder('backups'), '');
    errors.length = 0;
    await tag('while away');
    await service.server.asOwner.query('select pg_switch_wal()');
    await expect.poll(() => errors.length, POLL).toBeGreaterThan(0);
    expect((await person.admin.request('GET', '/tags')).statusCode).toBe(200);
    rmSync(folder('backups'));
    renameSync(folder('unmounted'), folder('backups'));
    await tag('back again');
    await archived();
    await restore(folder('caught-up'));
    expect(await namesIn(folder('caught-up'), person.companyId)).toEqual(
      expect.arrayContaining(['while away', 'back again']),
    );
  });

  it('lists the files of the destination once after a start, and asks about no single one', async () => {
    await backups.stop();
    const { codec, destination } = await open();
    const calls = { list: 0, stat: 0 };
    const counted: typeof destination = {
      ...destination,
      list: (prefix) => ((calls.list += 1), destination.list(prefix)),
      stat: (name) => ((calls.stat += 1), destination.stat(name)),
    };
    const progress = createUploadProgress();
    const openCounted = () =>
      openUpload({
        ownerUrl: database.ownerUrl,
        archiveDir: folder('no-segments'),
        codec,
        destination: counted,
        storage: service.server.storage,
        progress,
      });
    const { rows } = await service.server.asOwner.query<{ n: number }>('select count(*)::int as n from files');
    expect(rows[0]!.n).toBeGreaterThan(0);
    for (const expected of [
      { list: 1, stat: 0 },
      // A connection that was lost: what is known stays known.
      { list: 1, stat: 0 },
    ]) {
      const upload = (await openCounted())!;
      expect(await upload.copyFiles()).toBe(0);
      await upload.close();
      expect(calls).toEqual(expected);
    }
  });
});
