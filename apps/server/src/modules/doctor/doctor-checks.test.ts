import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createQrPackageCheck } from '../../channels/qr/package-check.ts';
import { closeGap, giveUpBeyond } from '../../infrastructure/backup/log-gap.ts';
import { archiveFolder } from '@balcao/postgres-supervisor/supervisor';
import { openFiles } from './machine.ts';

let server: TestServer;
const root = mkdtempSync(join(tmpdir(), 'balcao-doctor-checks-'));
const others: TestServer[] = [];
beforeAll(async () => {
  server = await startTestServer({ channels: { of: () => createTestChannel().channel, close: async () => {} } });
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

/** Another node with the same database. */
async function startNode(env: Record<string, string>): Promise<TestServer> {
  const node = await startTestServer({ ownerUrl: server.ownerUrl, env });
  others.push(node);
  return node;
}
async function checkOf(id: string, on = server) {
  const { checks } = await on.doctor.report({ isNow: true });
  return checks.find((check) => check.id === id);
}
const sql = (text: string, values: unknown[] = []) => server.asOwner.query(text, values);

describe('the machine and its programs', () => {
  it('shows the limit of open files and how much of it is used', async () => {
    expect(await checkOf('openFileLimit')).toMatchObject({ value: expect.any(Number) as number });
    expect((await checkOf('openFiles'))?.value).toBeGreaterThan(0);
    const child = spawn('sh', ['-c', 'ulimit -n 64; echo ready; read line'], { stdio: ['pipe', 'pipe', 'ignore'] });
    try {
      await once(child.stdout, 'data');
      const limited = openFiles(`/proc/${child.pid}`)!;
      expect(limited.limit).toBe(64);
      expect(limited.usedPercent).toBeCloseTo((100 * readdirSync(`/proc/${child.pid}/fd`).length) / 64);
    } finally {
      child.kill();
    }
    expect(openFiles(join(root, 'no-proc'))).toBeUndefined();
  });

  it('loads the package of WhatsApp by QR, if that is on', async () => {
    expect(await checkOf('qrPackage')).toBeUndefined();
    expect(await checkOf('qrPackage', await startNode({ WHATSAPP_QR: 'on' }))).toMatchObject({ state: 'ok', value: 1 });
    const file = join(root, 'library.mjs');
    const check = createQrPackageCheck(() => (existsSync(file) ? file : undefined));
    expect(await check()).toBe(false);
    writeFileSync(file, `import 'a-package-that-is-missing';`);
    expect(await check()).toBe(false);
    writeFileSync(file, 'export default 1;');
    expect(await check()).toBe(true);
    rmSync(file);
    expect(await check()).toBe(false);
  });
});

describe('the database', () => {
  it('has the version and the extensions that the product needs', async () => {
    expect(await checkOf('databaseVersion')).toMatchObject({ state: 'ok', value: 18 });
    expect(await checkOf('extensions')).toMatchObject({ state: 'ok', value: 0 });
    const rename = (from: string, to: string) =>
      sql('update pg_extension set extname = $2 where extname = $1', [from, to]);
    await rename('unaccent', 'unaccent_away');
    expect(await checkOf('extensions')).toMatchObject({ state: 'error', value: 1 });
    await rename('unaccent_away', 'unaccent');
  });

  it('of its own server is not backed up by the product, which looks at its archive', async () => {
    expect([await checkOf('serverArchive'), (await checkOf('backupsConfigured'))?.value]).toEqual([undefined, 0]);
    const node = await startNode({ DATABASE_URL: server.ownerUrl });
    expect(await checkOf('serverArchive', node)).toMatchObject({ state: 'warning', value: 0 });
    expect(await checkOf('backupsConfigured', node)).toBeUndefined();
  });
});

describe('backups', () => {
  it('have a key and a destination that can be written', async () => {
    expect([await checkOf('backupKey'), await checkOf('backupDestination')]).toEqual([undefined, undefined]);
    const dir = join(root, 'backups');
    const recipient = await identityToRecipient(await generateX25519Identity());
    const encrypted = await startNode({ BACKUP_DIR: dir, BACKUP_RECIPIENT: recipient });
    expect(await checkOf('backupKey', encrypted)).toMatchObject({ state: 'ok', value: 1 });
    expect(await checkOf('backupDestination', encrypted)).toMatchObject({ state: 'ok', value: 1 });
    expect(readdirSync(dir)).toEqual([]);
    rmSync(dir, { recursive: true });
    writeFileSync(dir, 'a file in the way');
    expect(await checkOf('backupDestination', encrypted)).toMatchObject({ state: 'error', value: 0 });
    const plain = await startNode({ BACKUP_DIR: dir, BACKUP_PLAIN: 'yes' });
    expect(await checkOf('backupKey', plain)).toMatchObject({ state: 'warning', value: 0 });
  });
});

describe('a server whose first backup never becomes complete', () => {
  it('is reported once a backup is missing for more than a day, also in the metrics [OP-04]', async () => {
    const node = await startNode({ BACKUP_DIR: join(root, 'never'), BACKUP_PLAIN: 'yes' });
    const age = async () => {
      const { body } = await node.app.inject('/metrics');
      return Number(/^backup_age_seconds (.+)$/m.exec(body)?.[1]);
    };
    expect([await checkOf('lastBackup', node), await age()]).toEqual([
      expect.objectContaining({ state: 'unknown', value: null }),
      Number.NaN,
    ]);
    await sql(`insert into backups (state, requested_at) values ('failed', now() - interval '25 hours')`);
    expect(await checkOf('lastBackup', node)).toMatchObject({ state: 'unknown', value: null });
    await sql(`update backups set requested_at = now() - interval '27 hours'`);
    expect(await checkOf('lastBackup', node)).toMatchObject({ state: 'warning' });
    expect(await age()).toBeGreaterThan(26 * 3600);
    await sql(`insert into backups (state, ended_at) values ('complete', now())`);
    expect(await checkOf('lastBackup', node)).toMatchObject({ state: 'ok' });
    expect(await age()).toBeLessThan(60);
    await sql('delete from backups');
  });
});

describe('the log of the database', () => {
  it('is an error after some of it was given up, and counts as waiting, until the next backup', async () => {
    expect(await checkOf('logComplete')).toBeUndefined();
    const dataDir = join(root, 'gap');
    const archiveDir = archiveFolder(join(dataDir, 'postgres'));
    mkdirSync(archiveDir, { recursive: true });
    const node = await startNode({ DATA_DIR: dataDir, BACKUP_DIR: join(root, 'gap-backups'), BACKUP_PLAIN: 'yes' });
    expect(await checkOf('logComplete', node)).toMatchObject({ state: 'ok', value: 1 });
    const segment = join(archiveDir, '000000010000000000000001');
    writeFileSync(segment, 'content');
    const hourAgo = new Date(Date.now() - 3_700_000);
    utimesSync(segment, hourAgo, hourAgo);
    await giveUpBeyond(archiveDir, 0);
    expect(existsSync(segment)).toBe(false);
    expect(await checkOf('logComplete', node)).toMatchObject({ state: 'error', value: 0 });
    expect(await checkOf('logWaiting', node)).toMatchObject({ state: 'error' });
    await closeGap(archiveDir, new Date(Date.now() + 1));
    expect(await checkOf('logComplete', node)).toMatchObject({ state: 'ok', value: 1 });
    expect(await checkOf('logWaiting', node)).toMatchObject({ state: 'ok', value: 0 });
  });
});

describe('drills', () => {
  it('are an error when the newest failed, however new the last that passed is', async () => {
    expect(await checkOf('newestDrill')).toBeUndefined();
    const node = await startNode({ BACKUP_DIR: join(root, 'drill-backups'), BACKUP_PLAIN: 'yes' });
    expect(await checkOf('newestDrill', node)).toBeUndefined();
    const ended = (state: string, minutes: number) =>
      sql(`insert into drills (backup_name, state, ended_at) values ('a', $1, now() - make_interval(mins => $2))`, [
        state,
        minutes,
      ]);
    await ended('passed', 10);
    expect(await checkOf('newestDrill', node)).toMatchObject({ state: 'ok', value: 1 });
    await ended('failed', 5);
    expect(await checkOf('newestDrill', node)).toMatchObject({ state: 'error', value: 0 });
    expect(await checkOf('lastDrill', node)).toMatchObject({ state: 'ok' });
    await ended('passed', 1);
    expect(await checkOf('newestDrill', node)).toMatchObject({ state: 'ok', value: 1 });
    await sql('delete from drills');
  });
});

describe('secrets', () => {
  it('an old secret is a warning a week after it was set', async () => {
    expect(await checkOf('oldSecret')).toMatchObject({ state: 'ok', value: 0 });
    const node = await startNode({ OLD_APP_SECRET: 'a former secret of at least 32 characters' });
    const recorded = async () =>
      (await sql(`select key from platform_settings where key like 'old-secret.%'`)).rowCount;
    node.doctor.startRecords(console.error).stop();
    await expect.poll(recorded).toBe(1);
    expect(await checkOf('oldSecret', node)).toMatchObject({ state: 'ok' });
    await sql(`update platform_settings set updated_at = now() - interval '8 days' where key like 'old-secret.%'`);
    expect((await checkOf('oldSecret', node))?.value).toBeCloseTo(8);
    expect((await checkOf('oldSecret', node))?.state).toBe('warning');
    // Another rotation begins anew.
    const next = await startNode({ OLD_APP_SECRET: 'another former secret of 32 characters' });
    next.doctor.startRecords(console.error).stop();
    await expect.poll(recorded).toBe(2);
    expect(await checkOf('oldSecret', next)).toMatchObject({ state: 'ok' });
  });

  it('demo companies are a warning on a public server', async () => {
    const { companyId } = await server.createAdmin();
    const setDemo = (state: string | null) =>
      sql('update companies set demo_state = $2 where company_id = $1', [companyId, state]);
    const node = await startNode({ PUBLIC_URL: 'http://127.0.0.1:9' });
    expect(await checkOf('demoData', node)).toMatchObject({ state: 'ok', value: 0 });
    await setDemo('ready');
    expect(await checkOf('demoData', node)).toMatchObject({ state: 'warning', value: 1 });
    expect(await checkOf('demoData')).toBeUndefined();
    await setDemo(null);
  });
});

describe('work and channels', () => {
  it('counts campaigns that stopped by themselves', async () => {
    const { companyId } = await server.createAdmin();
    const id = await createFactory(server, companyId).campaign();
    const setHold = (hold: string | null) =>
      sql(`update campaigns set status = 'EM_ANDAMENTO', hold = $2 where id = $1`, [id, hold]);
    for (const hold of [null, 'user']) {
      await setHold(hold);
      expect(await checkOf('campaignsHeld')).toMatchObject({ state: 'ok', value: 0 });
    }
    await setHold('health');
    expect(await checkOf('campaignsHeld')).toMatchObject({ state: 'warning', value: 1 });
    await setHold('user');
  });

  it('finds accounts that look connected and receive nothing any more', async () => {
    const factory = createFactory(server, (await server.createAdmin()).companyId);
    expect([await checkOf('lastWebhook'), await checkOf('accessTokens')]).toEqual([undefined, undefined]);
    const connectionId = await factory.official();
    await sql(
      `update connections set status = 'CONNECTED', access_token_at = now() - interval '30 days' where id = $1`,
      [connectionId],
    );
    expect(await checkOf('silentConnections')).toMatchObject({ state: 'ok', value: 0 });
    // Nothing has arrived yet.
    expect(await checkOf('lastWebhook')).toMatchObject({ state: 'unknown', value: null });

    const ticketId = await factory.ticket();
    await sql('update tickets set connection_id = $2 where id = $1', [ticketId, connectionId]);
    await factory.customerMessageIn(ticketId);
    await sql(`update messages set created_at = now() - interval '30 hours' where connection_id = $1`, [connectionId]);
    expect(await checkOf('silentConnections')).toMatchObject({ state: 'warning', value: 1 });
    expect((await checkOf('lastWebhook'))?.value).toBeCloseTo(30);

    const received = (interval: string) =>
      sql(
        `insert into seen_deliveries (connection_id, digest, at) values ($1, 'd', now() - $2::interval)
             on conflict (connection_id, digest) do update set at = excluded.at`,
        [connectionId, interval],
      );
    await received('73 hours');
    expect(await checkOf('silentConnections')).toMatchObject({ state: 'warning', value: 1 });
    expect(await checkOf('lastWebhook')).toMatchObject({ state: 'error' });
    await received('1 hour');
    expect(await checkOf('silentConnections')).toMatchObject({ state: 'ok', value: 0 });
    expect(await checkOf('lastWebhook')).toMatchObject({ state: 'ok' });
    // A delivery that waits counts too.
    await received('2 days');
    await sql(
      `insert into inbox (company_id, connection_id, digest, body) select company_id, id, 'e', '' from connections where id = $1`,
      [connectionId],
    );
    expect(await checkOf('silentConnections')).toMatchObject({ state: 'ok', value: 0 });

    expect((await checkOf('accessTokens'))?.value).toBeCloseTo(30);
    expect(await checkOf('accessTokens')).toMatchObject({ state: 'ok' });
    await sql(`update connections set access_token_at = now() - interval '400 days' where id = $1`, [connectionId]);
    expect(await checkOf('accessTokens')).toMatchObject({ state: 'warning' });
    // The simulator and accounts that are not connected are not looked at.
    await sql(`update connections set status = 'DISCONNECTED' where id = $1`, [connectionId]);
    expect([await checkOf('lastWebhook'), await checkOf('accessTokens')]).toEqual([undefined, undefined]);
  });
});

describe('the report', () => {
  it('shows no text of a company and no error of a job', async () => {
    const owner = await server.createSuperUser();
    const { companyId } = await server.createAdmin();
    const factory = createFactory(server, companyId);
    const ticketId = await factory.ticket();
    await factory.customerMessageIn(ticketId);
    await factory.messageIn(ticketId);
    await factory.quarantined();
    await factory.campaign();
    const canary = (name: string) => `canario-${name}`;
    for (const [table, columns] of Object.entries({
      companies: ['name'],
      contacts: ['name'],
      messages: ['body'],
      connections: ['name'],
      campaigns: ['name'],
      quarantine: ['fault'],
      outbox: ['fault'],
    }))
      for (const column of columns) {
        const { rowCount } = await sql(`update ${table} set ${column} = $2 where company_id = $1`, [
          companyId,
          canary(table),
        ]);
        expect(rowCount, table).toBeGreaterThan(0);
      }
    const { rows } = await sql(
      `insert into jobs.job (name, data, state, output, completed_on)
       select name, $1, 'failed', $1, now() from jobs.queue order by name limit 1 returning name`,
      [JSON.stringify({ message: canary('job') })],
    );
    const answer = await owner.request('POST', '/doctor/check');
    const report = answer.json<{
      checks: { id: string; value: number }[];
      queues: { name: string; failed: number }[];
    }>();
    expect(report.checks.find(({ id }) => id === 'quarantine')?.value).toBeGreaterThan(0);
    expect(report.queues).toContainEqual(expect.objectContaining({ name: rows[0]!.name, failed: 1 }));
    for (const body of [answer.body, (await owner.request('GET', '/doctor')).body])
      expect(body).not.toMatch(/canario/i);
  });
});
