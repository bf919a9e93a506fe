/**
 * `npm run upgrade -- --check`: run in the folder of the new version before it is started. Names what would change in
 * the database, tries it on a restored backup and checks the free space on the disk; says so if it cannot be tried. It
 * changes nothing.
 */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTarget } from '../apps/server/src/infrastructure/backup/backup-target.ts';
import { readConfig, type Config } from '../apps/server/src/infrastructure/config.ts';
import { appliedMigration, migrations, refuseEarlyContraction } from '../apps/server/src/infrastructure/db/migrate.ts';
import { ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { ownServer } from './own-server.ts';
import { upgradeFacts } from './restore/upgrade-facts.ts';
import { planOf, trialLine, untriedReason } from './restore/upgrade-plan.ts';
import { removeRestored, restoreInto, SERVER_BYTES } from './restore/restore.ts';

/** A copy of the database, and half of it again for indexes that are built. */
const SPACE_FACTOR = 1.5;
const MAX_BACKUP_AGE_HOURS = 1;
const GB = 1024 ** 3;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, quick: { type: 'boolean', default: false } } });
  if (!values.check)
    throw new Error(
      'npm run upgrade -- --check tells what would change. The upgrade itself happens with the next start.',
    );
  const config = readConfig(process.env);
  const postgres =
    config.databaseUrl === undefined
      ? await ownServer(join(config.dataDir, 'postgres'), config.backup !== undefined)
      : undefined;
  try {
    const ownerUrl = config.databaseUrl ?? ownDatabaseUrl(postgres!.url);
    const { lines, isReversible } = planOf(migrations(), await appliedMigration(ownerUrl));
    for (const line of lines) console.log(line);
    if (lines.length === 0) console.log('The database is that of this version already.');
    else console.log(isReversible ? 'The former version can be started again afterwards.' : NO_WAY_BACK);
    const { complaints, hasBackup } = await findingsOf(config, ownerUrl);
    const refusal = await refuseEarlyContraction(ownerUrl).catch((error: Error) => error);
    if (refusal) complaints.push(refusal.message);
    if (lines.length > 0) await tryOrExplain(config, { isQuick: values.quick, hasBackup });
    for (const complaint of complaints) console.log(`WARNING ${complaint}`);
    return complaints.length === 0 ? 0 : 1;
  } finally {
    await postgres?.stop();
  }
}
const NO_WAY_BACK = 'The former version cannot be started again afterwards: the way back is a restore.';

async function tryOrExplain(config: Config, facts: { isQuick: boolean; hasBackup: boolean }): Promise<void> {
  const { backup, databaseUrl } = config;
  const isDatabaseExternal = databaseUrl !== undefined;
  const reason = untriedReason({ ...facts, isDatabaseExternal, isBackupConfigured: backup !== undefined });
  if (reason !== undefined) console.log(reason);
  else await tryOnBackup(config, backup!);
}

async function findingsOf({ dataDir, backup, databaseUrl }: Config, ownerUrl: string) {
  const { bytes, nodes, backupHours, knowsBackups } = await upgradeFacts(ownerUrl);
  const complaints: string[] = [];
  console.log(`The database has ${(bytes / GB).toFixed(2)} GB; ${nodes} nodes are running.`);
  const findings = { complaints, hasBackup: backupHours !== null };
  if (databaseUrl !== undefined) return findings;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < bytes * SPACE_FACTOR)
    complaints.push(
      `${dataDir} has ${((bavail * bsize) / GB).toFixed(2)} GB free; ${((bytes * SPACE_FACTOR) / GB).toFixed(2)} are needed.`,
    );
  if (!knowsBackups)
    complaints.push(
      `The version of this database has no backups: stop it and copy ${dataDir} first. That copy is the way back.`,
    );
  else if (!backup) complaints.push('Nothing is backed up: there is no way back by a restore.');
  else if (backupHours === null) complaints.push('There is no backup: npm run backup makes one.');
  else if (backupHours > MAX_BACKUP_AGE_HOURS)
    complaints.push('The newest backup is older than an hour: npm run backup makes one.');
  return findings;
}

/** Restoring includes the migrations of this version. */
async function tryOnBackup(config: Config, backup: NonNullable<Config['backup']>): Promise<void> {
  const folder = join(backup.drillDir ?? join(config.dataDir, 'backup'), 'upgrade-check');
  const startedAt = performance.now();
  try {
    await removeRestored(folder);
    const target = await openTarget(backup, config.dataDir);
    const env = { ...process.env, PUBLIC_URL: '', NODE_ENV: 'test', APP_SECRET: config.secret };
    const { findings } = await restoreInto({
      target,
      env,
      to: folder,
      reservedBytes: SERVER_BYTES,
      onProgress: console.log,
      onMigrated: (applied) => console.log(trialLine(applied)),
    });
    const count = findings.reduce((sum, check) => sum + check.findings.length, 0);
    if (count > 0) throw new Error(`${count} findings in the migrated copy; npm run verify names them`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`A copy of the newest backup was restored, migrated and verified in ${seconds} s.`);
  } finally {
    await removeRestored(folder);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
