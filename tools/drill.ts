/** `npm run drill`: restores the newest backup to a separate folder, verifies it, opens a server on it, removes it. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openTarget } from '../apps/server/src/infrastructure/backup/backup-target.ts';
import { createBackupRecords } from '../apps/server/src/infrastructure/backup/backups.store.ts';
import { findBackups } from '../apps/server/src/infrastructure/backup/manifest.ts';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { openDatabase } from '../apps/server/src/wiring/database.ts';
import { buildServer } from '../apps/server/src/wiring/server.ts';
import { ownServer } from './own-server.ts';
import { folderVariables, removeRestored, restoreInto, SERVER_BYTES } from './restore/restore.ts';
import { damagedIndexesOf } from './verify/indexes.ts';
import { report } from './verify/verify.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (!config.backup) throw new Error('Neither BACKUP_DIR nor BACKUP_BUCKET is set: there is nothing to restore.');
  const target = await openTarget(config.backup, config.dataDir);
  const name = (await findBackups(target.destination)).complete.at(-1);
  if (name === undefined) throw new Error(`There is no complete backup at ${target.destination.where}.`);
  const live = await ownServer(join(config.dataDir, 'postgres'), true);
  const records = createBackupRecords(ownDatabaseUrl(live.url));
  const folder = await drillFolder(config.backup.drillDir ?? join(config.dataDir, 'backup'));
  const drill = await records.beginDrill(name);
  const startedAt = performance.now();
  try {
    const env = { ...process.env, PUBLIC_URL: '', NODE_ENV: 'test', APP_SECRET: config.secret };
    const restored = await restoreInto({ target, env, to: folder, reservedBytes: SERVER_BYTES, onProgress: () => {} });
    if (report(restored.findings, () => {}) > 0) {
      report(
        restored.findings.filter(({ findings }) => findings.length > 0),
        console.error,
      );
      throw new Error('the restored database is not consistent');
    }
    const damaged = await damagedIndexes(folder, env);
    if (damaged.length > 0)
      throw new Error(`the indexes ${damaged.join(', ')} do not match their tables; rebuild them`);
    if (restored.missing.length > 0) throw new Error(`${restored.missing.length} files are not in the backup`);
    await smokeTest({ ...env, ...folderVariables(folder), HOST: '' });
    await records.endDrill(drill, undefined);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${name} was restored and verified in ${seconds} s: ${restored.files} files, 0 findings.`);
  } catch (error) {
    await records.endDrill(drill, (error as Error).message);
    throw error;
  } finally {
    await removeRestored(folder);
    await live.stop();
  }
}

/** Folder of this process, so that a manual drill and the nightly one do not meet; folders of killed ones are removed. */
async function drillFolder(parent: string): Promise<string> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    const [, drill, pid] = /^\.?(drill(?:-(\d+))?)(?:\.restoring)?$/.exec(name) ?? [];
    if (drill !== undefined && !isAlive(Number(pid))) await removeRestored(join(parent, drill));
  }
  return join(parent, `drill-${process.pid}`);
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In the copy: the live database is not held up, and a backup has the pages as they are on the disk. */
async function damagedIndexes(folder: string, env: Record<string, string | undefined>): Promise<string[]> {
  const database = await openDatabase(readConfig({ ...env, ...folderVariables(folder), DEMO: 'off' }), () => {});
  try {
    return await damagedIndexesOf(database.ownerUrl);
  } finally {
    await database.close();
  }
}

/** The restored server answers and is passive. */
async function smokeTest(env: Record<string, string | undefined>): Promise<void> {
  const config = readConfig({ ...env, PORT: '0', DEMO: 'off' });
  const database = await openDatabase(config, () => {});
  try {
    const server = await buildServer({ config, appUrl: database.appUrl, log: createLog({ level: 'error' }) });
    try {
      const address = await server.open(0, '127.0.0.1');
      const answer = await fetch(`http://127.0.0.1:${address!.port}/health/ready`);
      if (answer.status !== 200) throw new Error(`the restored server is not ready: ${await answer.text()}`);
      if (!server.restored.isPassive()) throw new Error('the restored server is not passive');
    } finally {
      await server.close();
    }
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
