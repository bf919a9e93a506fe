import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { startHeartbeat } from './heartbeat.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

interface Report {
  state: string;
  checks: { id: string; state: string; value: number | null }[];
  nodes: { role: string; version: string }[];
  moved: { companyId: number; movedAt: string }[];
  restored: { stage: string } | null;
}
const checkOf = (report: Report, id: string) => report.checks.find((check) => check.id === id);

describe('the doctor', () => {
  it('measures every check', async () => {
    const owner = await server.createSuperUser();
    const answer = await owner.request('POST', '/doctor/check');
    expect(answer.statusCode, answer.body).toBe(200);
    const report = answer.json<Report>();
    for (const id of [
      'disk',
      'memory',
      'clock',
      'databaseAnswer',
      'databaseConnections',
      'inboxLag',
      'outboxOldest',
      'storage',
      'disconnected',
    ])
      expect(checkOf(report, id)?.value, id).toEqual(expect.any(Number));
    expect(checkOf(report, 'storage')).toMatchObject({ state: 'ok', value: 1 });
    expect(checkOf(report, 'databaseRole')).toMatchObject({ state: 'ok' });
    expect(checkOf(report, 'migrations')).toMatchObject({ state: 'ok', value: 0 });
    expect(checkOf(report, 'backupsConfigured')).toMatchObject({ state: 'warning', value: 0 });
    // Not configured, so these do not apply.
    for (const id of ['lastBackup', 'logWaiting', 'publicUrl', 'webSocket', 'trustProxy', 'certificate', 'restored'])
      expect(checkOf(report, id)).toBeUndefined();
    await expect
      .poll(async () => (await owner.request('GET', '/doctor')).json<Report>().nodes, { timeout: 9000 })
      .toMatchObject([{ role: 'all', version: '4.5.0' }]);
  });

  it('shows no node that stopped, and keeps its row for a week for the next contraction', async () => {
    const rows = async () =>
      (
        await server.asOwner.query<{ name: string; stopped: boolean }>(
          `select name, stopped_at is not null as stopped from nodes where name in ('former', 'long-gone')`,
        )
      ).rows;
    await server.asOwner.query(
      `insert into nodes (name, version, role, schema_number, seen_at)
       values ('long-gone', '4.3.0', 'all', 1, now() - interval '9 days')`,
    );
    const names = async () => (await server.doctor.report()).nodes.map(({ name }) => name);
    const node = { name: 'former', version: '4.4.0', role: 'all', schema: 1 };
    for (let start = 0; start < 2; start += 1) {
      const heartbeat = startHeartbeat(server.db, node, console.error);
      await expect.poll(rows).toEqual([{ name: 'former', stopped: false }]);
      expect(await names()).toContain('former');
      await heartbeat.stop();
      expect(await rows()).toEqual([{ name: 'former', stopped: true }]);
      expect(await names()).not.toContain('former');
    }
  });

  it('finds key files that others can read', async () => {
    const owner = await server.createSuperUser();
    const file = join(server.config.dataDir, 'secret');
    writeFileSync(file, 'x'.repeat(40));
    chmodSync(file, 0o644);
    const secretFiles = async () =>
      checkOf((await owner.request('POST', '/doctor/check')).json<Report>(), 'secretFiles');
    expect(await secretFiles()).toMatchObject({ state: 'error', value: 1 });
    chmodSync(file, 0o600);
    expect(await secretFiles()).toMatchObject({ state: 'ok', value: 0 });
  });

  it('forecasts when the disks of data and backups are full', async () => {
    const backupDir = mkdtempSync(join(tmpdir(), 'balcao-doctor-'));
    const other = await startTestServer({ env: { BACKUP_DIR: backupDir, BACKUP_PLAIN: 'yes' } });
    const { dataDir } = other.config;
    const forecast = async () => {
      const { checks } = await other.doctor.report({ isNow: true });
      return ['diskForecast', 'backupDiskForecast'].map((id) => checks.find((check) => check.id === id)?.state);
    };
    try {
      // A new server cannot know it yet.
      expect(await forecast()).toEqual([undefined, undefined]);
      expect((await other.doctor.report()).checks.find(({ id }) => id === 'backupDisk')?.value).toBeGreaterThan(0);
      const recording = other.doctor.startRecords(console.error);
      const historyFile = join(dataDir, 'disk-history.json');
      await expect.poll(() => existsSync(historyFile)).toBe(true);
      recording.stop();
      const [row] = JSON.parse(readFileSync(historyFile, 'utf8')) as [{ at: number; freeBytes: object }];
      expect(row).toEqual({
        at: expect.any(Number) as number,
        freeBytes: { [dataDir]: expect.any(Number) as number, [backupDir]: expect.any(Number) as number },
      });
      const { bavail, bsize } = statfsSync(dataDir);
      const free = bavail * bsize;
      // Two days ago twice and one and a half times as much was free: it lasts two and four days.
      const before = { at: row.at - 2 * 86_400_000, freeBytes: { [dataDir]: 2 * free, [backupDir]: 1.5 * free } };
      writeFileSync(historyFile, JSON.stringify([before]));
      expect(await forecast()).toEqual(['error', 'warning']);
      // What is older than a week does not count.
      writeFileSync(historyFile, JSON.stringify([{ ...before, at: row.at - 8 * 86_400_000 }]));
      expect(await forecast()).toEqual([undefined, undefined]);
    } finally {
      await other.stop();
      rmSync(backupDir, { recursive: true });
    }
  });

  it('is for super users only', async () => {
    const admin = await server.createAdmin();
    for (const [method, path] of [
      ['GET', '/doctor'],
      ['POST', '/doctor/check'],
      ['POST', '/doctor/restored/confirm'],
      ['POST', '/doctor/moved-companies/1/confirm'],
    ] as const)
      expect((await admin.request(method, path)).statusCode).toBe(403);
  });

  it('confirms a company that was moved in, once and audited', async () => {
    const owner = await server.createSuperUser();
    const { companyId } = await server.createAdmin();
    await server.asOwner.query('insert into platform_settings (key, value) values ($1, now())', [
      `moved-in.${companyId}`,
    ]);
    const report = async () => (await owner.request('POST', '/doctor/check')).json<Report>();
    expect(checkOf(await report(), 'movedCompanies')).toMatchObject({ state: 'warning', value: 1 });
    expect((await report()).moved).toEqual([{ companyId, movedAt: expect.any(String) as string }]);
    for (let time = 0; time < 2; time += 1)
      expect((await owner.request('POST', `/doctor/moved-companies/${companyId}/confirm`)).statusCode).toBe(200);
    expect([(await report()).moved, checkOf(await report(), 'movedCompanies')]).toEqual([[], undefined]);
    const { rows } = await server.asOwner.query(
      `select company_id, user_id, subject from audit_log where act = 'restored.sending-continued'
          and company_id = any($1) order by company_id = $2`,
      [[companyId, owner.companyId], owner.companyId],
    );
    expect(rows).toEqual([
      { company_id: companyId, user_id: null, subject: 'company' },
      { company_id: owner.companyId, user_id: owner.user.id, subject: `company ${companyId}` },
    ]);
  });

  it('confirms a restored server in two audited steps', async () => {
    const owner = await server.createSuperUser();
    const audited = async () =>
      (
        await server.asOwner.query<{ act: string }>(
          `select act from audit_log where company_id = $1 and act like 'restored.%' order by id`,
          [owner.companyId],
        )
      ).rows.map(({ act }) => act);
    const stage = async () => (await owner.request('GET', '/doctor')).json<Report>().restored?.stage;
    expect((await owner.request('POST', '/doctor/restored/confirm')).statusCode).toBe(200);
    expect([await stage(), await audited()]).toEqual([undefined, []]);
    await server.asOwner.query('insert into restored_state (restored_to) values (now())');
    expect(await stage()).toBe('passive');
    // Sending cannot be continued before the confirmation.
    await owner.request('POST', '/doctor/restored/continue');
    expect(await stage()).toBe('passive');
    await owner.request('POST', '/doctor/restored/confirm');
    expect(await stage()).toBe('receiving');
    await owner.request('POST', '/doctor/restored/continue');
    expect(await stage()).toBe('active');
    expect(await audited()).toEqual(['restored.confirmed', 'restored.sending-continued']);
    await server.asOwner.query('delete from restored_state');
  });
});

describe('a new password at the machine', () => {
  it('signs a super user out everywhere and is audited; admins of companies are refused', async () => {
    const owner = await server.createSuperUser();
    const admin = await server.createAdmin();
    const { passwordReset } = server.modules.access;
    expect(await passwordReset.setAtMachine(admin.email, 'another-password')).toBe(false);
    expect(await passwordReset.setAtMachine('nobody@example.com', 'another-password')).toBe(false);
    for (let time = 0; time < 2; time += 1)
      expect(await passwordReset.setAtMachine(owner.email, 'another-password')).toBe(true);
    expect((await owner.request('GET', '/doctor')).statusCode).toBe(401);
    const again = await server.signIn(owner.email, 'another-password');
    expect((await again.request('GET', '/doctor')).statusCode).toBe(200);
    const { rows } = await server.asOwner.query(
      `select user_id from audit_log where company_id = $1 and act = 'user.password-set-at-machine'`,
      [owner.companyId],
    );
    expect(rows).toEqual([{ user_id: null }, { user_id: null }]);
  });
});
