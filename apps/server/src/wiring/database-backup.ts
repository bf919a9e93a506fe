import { join } from 'node:path';
import { archiveFolder } from '@balcao/postgres-supervisor/supervisor';
import type { openTarget } from '../infrastructure/backup/backup-target.ts';
import type { BackupConfig } from '../infrastructure/backup/backup-variables.ts';
import { takeBaseBackup } from '../infrastructure/backup/base-backup.store.ts';
import { markDestination } from '../infrastructure/backup/destination-mark.ts';
import { closeGap } from '../infrastructure/backup/log-gap.ts';
import type { Config } from '../infrastructure/config.ts';
import { migrations } from '../infrastructure/db/migrate.ts';
import { VERSION } from './server.ts';

interface BackupOrder extends Pick<Parameters<typeof takeBaseBackup>[0], 'onName' | 'signal'> {
  config: Pick<Config, 'dataDir' | 'secret'>;
  backup: BackupConfig;
  ownerUrl: string;
  target: Awaited<ReturnType<typeof openTarget>>;
}

/** Copies the database to the destination, from where the log continues without a gap. */
export async function backUpDatabase({
  config,
  backup,
  ownerUrl,
  target: { codec, destination },
  ...run
}: BackupOrder) {
  const postgresDir = join(config.dataDir, 'postgres');
  const manifest = await takeBaseBackup({
    superUrl: ownerUrl,
    postgresDir,
    codec,
    destination,
    product: VERSION,
    schema: migrations().at(-1)!.number,
    secret: config.secret,
    maxRate: backup.bytesPerSecond,
    ...run,
  });
  await markDestination(config.dataDir, codec, destination);
  await closeGap(archiveFolder(postgresDir), new Date(manifest.startedAt));
  return manifest;
}
