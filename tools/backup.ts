/**
 * `npm run backup`: takes a backup now. While the server runs it only uploads the log; this command copies the database.
 * `npm run backup -- --new-destination` begins at an empty disk in the place of the former one.
 * `npm run backup -- --new-key` prints a new pair of keys for BACKUP_RECIPIENT.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { openTarget } from '../apps/server/src/infrastructure/backup/backup-target.ts';
import { forgetDestination } from '../apps/server/src/infrastructure/backup/destination-mark.ts';
import { bytesOf } from '../apps/server/src/infrastructure/backup/manifest.ts';
import { createBackupRecords } from '../apps/server/src/infrastructure/backup/backups.store.ts';
import { removeAbandoned, removeExpired } from '../apps/server/src/infrastructure/backup/retention.store.ts';
import { createUploadProgress, openUpload } from '../apps/server/src/infrastructure/backup/upload.store.ts';
import { readConfig, type Config } from '../apps/server/src/infrastructure/config.ts';
import { ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { openStorage } from '../apps/server/src/infrastructure/storage/open-storage.ts';
import { archiveFolder } from '../packages/postgres-supervisor/src/supervisor.ts';
import { backUpDatabase } from '../apps/server/src/wiring/database-backup.ts';
import { ownServer } from './own-server.ts';

const UPLOAD_MS = 300;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'new-key': { type: 'boolean', default: false },
      'new-destination': { type: 'boolean', default: false },
    },
  });
  if (values['new-key']) return printKeys();
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined)
    throw new Error('DATABASE_URL is set: that server is backed up by its owner; npm run move-out copies its content.');
  if (!config.backup)
    throw new Error(
      'Neither BACKUP_DIR nor BACKUP_BUCKET is set. npm run backup -- --new-key makes the keys for BACKUP_RECIPIENT.',
    );
  if (values['new-destination']) await forgetDestination(config.dataDir);
  const postgresDir = join(config.dataDir, 'postgres');
  const postgres = await ownServer(postgresDir, true);
  try {
    await backUp(config, config.backup, ownDatabaseUrl(postgres.url), postgresDir, postgres.isRunning);
  } finally {
    await postgres.stop();
  }
}

async function backUp(
  config: Config,
  backup: NonNullable<Config['backup']>,
  ownerUrl: string,
  postgresDir: string,
  isRunning: boolean,
): Promise<void> {
  const target = await openTarget(backup, config.dataDir);
  const { codec, destination } = target;
  const records = createBackupRecords(ownerUrl);
  const stopUpload = isRunning ? async () => {} : await uploadMeanwhile();
  const run = await records.begin(undefined);
  try {
    const manifest = await backUpDatabase({
      config,
      backup,
      ownerUrl,
      target,
      onName: (name) => records.named(run, name),
    });
    const bytes = bytesOf(manifest);
    await records.end(run, { bytes });
    console.log(`${manifest.name} is complete: ${(bytes / 1024 ** 2).toFixed(1)} MB at ${destination.where}.`);
  } catch (error) {
    await records.end(run, { fault: (error as Error).message });
    await removeAbandoned({ ownerUrl, destination, now: new Date() }).catch(() => {});
    throw error;
  } finally {
    await stopUpload();
  }
  const { retentionDays } = backup;
  const { unreadable } = await removeExpired({ ownerUrl, codec, destination, retentionDays, now: new Date() });
  for (const reason of unreadable) console.error(`${reason}; that backup cannot be restored and is not removed.`);

  async function uploadMeanwhile() {
    const upload = await openUpload({
      ownerUrl,
      archiveDir: archiveFolder(postgresDir),
      codec,
      destination,
      storage: openStorage(config, () => true),
      progress: createUploadProgress(),
    });
    let running = Promise.resolve();
    let failure: unknown;
    const timer = setInterval(() => {
      running = running.then(async () => upload?.run()).catch((error: unknown) => void (failure = error));
    }, UPLOAD_MS);
    return async () => {
      clearInterval(timer);
      await running;
      await upload?.close();
      if (failure) throw failure;
    };
  }
}

async function printKeys(): Promise<void> {
  const identity = await generateX25519Identity();
  console.log(`# Keep this file away from the server: it opens the backups.\n${identity}\n`);
  console.log(`# Set on the server:\nBACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
