import { join } from 'node:path';
import { archiveFolder } from '@balcao/postgres-supervisor/supervisor';
import type { Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import { newestMigration } from '../infrastructure/db/migrate.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { hasFfmpeg } from '../infrastructure/media/ffmpeg.ts';
import type { RestoredState } from '../infrastructure/restored/restored.store.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { createDoctor } from '../modules/doctor/index.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  storage: Storage;
  restored: RestoredState;
  version: string;
  eventLagSeconds(): number;
}

export const buildDoctor = ({ config, ...deps }: Deps) =>
  createDoctor({
    ...deps,
    schema: newestMigration(),
    dataDir: config.dataDir,
    archiveDir: archiveDirOf(config),
    backupDir: config.databaseUrl === undefined && !config.backup?.bucket ? config.backup?.dir : undefined,
    isBackupEncrypted: (config.backup?.recipients.length ?? 0) > 0,
    publicUrl: config.publicUrl,
    trustsProxies: config.trustProxy.length > 0,
    hasOldSecret: config.oldSecret !== undefined,
    hasFfmpeg: () => hasFfmpeg(config.ffmpegPath),
  });

/** Where log segments wait for their upload; undefined if this server takes no backups. */
export const archiveDirOf = ({ backup, databaseUrl, dataDir }: Config): string | undefined =>
  backup && databaseUrl === undefined ? archiveFolder(join(dataDir, 'postgres')) : undefined;
