/** Restores a moment into an empty folder, from the database to the files, and leaves the server passive. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import type { BackupTarget } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import { fileBytes, restoreFiles } from '../../apps/server/src/infrastructure/backup/restore-files.store.ts';
import {
  choosePoint,
  restoreCluster,
  restorePoints,
  RestoreRefused,
  type RestorePoint,
} from '../../apps/server/src/infrastructure/backup/restore.ts';
import { removeCompany } from '../../apps/server/src/infrastructure/db/remove-company.ts';
import { readTombstones, type Tombstone } from '../../apps/server/src/infrastructure/backup/tombstones.ts';
import { readConfig, type Config } from '../../apps/server/src/infrastructure/config.ts';
import type { AppliedMigration } from '../../apps/server/src/infrastructure/db/migrate.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { openDatabase } from '../../apps/server/src/wiring/database.ts';
import { buildServer } from '../../apps/server/src/wiring/server.ts';
import { stopOrphan } from '../../packages/postgres-supervisor/src/supervisor.ts';
import { verify, type CheckResult } from '../verify/verify.ts';

interface Options {
  target: BackupTarget;
  /** Variables of the server; its secret must be that of the backup. */
  env: Record<string, string | undefined>;
  /** DATA_DIR of the restored server; empty or not there. */
  to: string;
  at?: Date | undefined;
  onProgress(line: string): void;
  /** Called after each migration of the restored database. */
  onMigrated?: (applied: AppliedMigration) => void;
  /** What the disk must have left afterwards, for a server that runs on it. */
  reservedBytes?: number;
  /** For tests: the free space of the disk with this folder. */
  freeBytes?: (dir: string) => Promise<number>;
}
export interface Restored {
  point: RestorePoint;
  restoredTo: Date;
  files: number;
  /** Rows whose file the backup does not have. */
  missing: string[];
  erased: number;
  /** Companies that were deleted for good after the moment of the backup. */
  purged: number;
  findings: CheckResult[];
}

/** Work that waits in the backup is old by nature: it is no finding. */
const STUCK_AFTER_SECONDS = 10 * 365 * 24 * 3600;
const MARKER = 'restoring';

/** Where a restore works until it is complete. */
const draftOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.restoring`);

/** A copy that was restored to be tried, complete or not. */
export async function removeRestored(folder: string): Promise<void> {
  for (const dir of [draftOf(folder), folder]) {
    // The database of a process that was killed still runs in it.
    await stopOrphan(join(dir, 'postgres'));
    rmSync(dir, { recursive: true, force: true });
  }
}

export async function restoreInto(options: Options): Promise<Restored> {
  const { target, env, to, at, onProgress, onMigrated } = options;
  const folder = resolve(to);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new RestoreRefused(`${folder} is not empty: a restore never overwrites anything. Choose another folder.`);
  const found = await restorePoints(target.codec, target.destination);
  const point = choosePoint(found, at, readConfig(env).secret);
  for (const { reason } of found.unreadable) onProgress(`${reason.message}; that backup cannot be restored.`);
  // Before the work of hours, which an unreadable erasure would make useless.
  const tombstones = new Map<string, Tombstone>();
  await readTombstones(target.codec, target.destination, tombstones);
  const draft = draftOf(folder);
  if (existsSync(draft) && existsSync(join(draft, MARKER))) {
    // The database of a restore that was killed still runs in it.
    await stopOrphan(join(draft, 'postgres'));
    rmSync(draft, { recursive: true });
  }
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(join(draft, MARKER), '');
  const reserve = createReserve(draft, options);
  await reserve(databaseBytesOf(point));
  await restoreCluster({ ...target, point, at, postgresDir: join(draft, 'postgres'), onProgress });
  const config = readConfig({
    ...env,
    ...folderVariables(draft),
    PORT: '0',
    DEMO: 'off',
  });
  const restoredTo = at ?? point.to;
  const rest = await completeData(config, target, restoredTo, { tombstones, reserve, onProgress, onMigrated });
  rmSync(join(draft, MARKER));
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(draft, folder);
  return { point, restoredTo, ...rest };
}

/** Stays free for the server that runs on the same disk. */
export const SERVER_BYTES = 1024 ** 3;

type Reserve = (bytes: number) => Promise<void>;
const GB = 1024 ** 3;

/** Refuses what the disk has no space for: a full disk would stop a server that runs on it. */
function createReserve(
  dir: string,
  { reservedBytes = 0, freeBytes = freeBytesOf }: Pick<Options, 'reservedBytes' | 'freeBytes'>,
): Reserve {
  return async (bytes) => {
    const [needed, free] = [bytes + reservedBytes, await freeBytes(dir)];
    if (free >= needed) return;
    throw new RestoreRefused(
      `The disk of ${dirname(dir)} has ${(free / GB).toFixed(2)} GB free and ${(needed / GB).toFixed(2)} GB are needed. Restore to a larger disk; DRILL_DIR names one for drills.`,
    );
  };
}

async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

const databaseBytesOf = ({ manifest: { parts } }: RestorePoint): number =>
  parts.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);

/** Variables of a server that uses nothing but this folder, whatever the restored one uses. */
export const folderVariables = (dir: string) => ({
  DATA_DIR: dir,
  STORAGE_DIR: join(dir, 'files'),
  STORAGE_BUCKET: '',
  DATABASE_URL: '',
  DATABASE_URL_FILE: '',
  DATABASE_APP_URL: '',
  DATABASE_APP_URL_FILE: '',
  DATABASE_LISTEN_URL: '',
  DATABASE_LISTEN_URL_FILE: '',
  BACKUP_DIR: '',
  BACKUP_BUCKET: '',
});

async function completeData(
  config: Config,
  { codec, destination }: BackupTarget,
  restoredTo: Date,
  {
    tombstones,
    reserve,
    onProgress,
    onMigrated,
  }: Pick<Options, 'onProgress' | 'onMigrated'> & {
    tombstones: Map<string, Tombstone>;
    reserve: Reserve;
  },
) {
  const database = await openDatabase(config, onProgress, { onMigrated, isCopy: true });
  try {
    await markPassive(database.ownerUrl, restoredTo);
    onProgress('Restoring the files…');
    const { ownerUrl } = database;
    // With those that were written since the restore began.
    const { erasures, purges } = await readTombstones(codec, destination, tombstones);
    // Only later purges: a company may have been moved in again under its number.
    const purged = purges.filter(({ doneAt }) => new Date(doneAt) > restoredTo);
    for (const { purgedCompanyId } of purged) await removeCompany(ownerUrl, purgedCompanyId);
    await reserve(await fileBytes(ownerUrl));
    const { restored, missing } = await restoreFiles({ ownerUrl, codec, destination, storageDir: config.storageDir });
    const erased = await settleAsServer(config, database.appUrl, erasures);
    onProgress('Verifying…');
    const findings = await verify({ ownerUrl, stuckAfterSeconds: STUCK_AFTER_SECONDS, storageDir: config.storageDir });
    return { files: restored, missing, erased, purged: purged.length, findings };
  } finally {
    await database.close();
  }
}

/** Before anything else: from here on the server sends nothing by itself. */
async function markPassive(ownerUrl: string, restoredTo: Date): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('delete from restored_state');
    await client.query('insert into restored_state (restored_to) values ($1)', [restoredTo]);
    await client.query(`update outbox set lease_until = now() - interval '1 second' where state = 'sending'`);
    await client.query('delete from nodes');
  } finally {
    await client.end();
  }
}

/** Sends that were in progress become unknown, and people who were erased after the moment of the backup are erased. */
async function settleAsServer(
  config: Config,
  appUrl: string,
  erasures: Awaited<ReturnType<typeof readTombstones>>['erasures'],
): Promise<number> {
  const server = await buildServer({ config, appUrl, log: createLog({ level: 'error' }) });
  try {
    await server.modules.deliveryWorker.giveUpExpired();
    if (erasures.length > 0) await server.work();
    let erased = 0;
    for (const { askedAt, ...erasure } of erasures) {
      const wasThere = await server.modules.privacy.eraseAgain({ ...erasure, askedAt: new Date(askedAt) });
      if (wasThere) erased += 1;
    }
    return erased;
  } finally {
    await server.close();
  }
}
