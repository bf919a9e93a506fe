import { join } from 'node:path';
import { archiveFolder } from '@balcao/postgres-supervisor/supervisor';
import { destinationOf } from '../infrastructure/backup/backup-target.ts';
import { secretIdOf } from '../infrastructure/backup/manifest.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import { newestMigration, requiredExtensions } from '../infrastructure/db/migrate.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { hasFfmpeg } from '../infrastructure/media/ffmpeg.ts';
import type { RestoredState } from '../infrastructure/restored/restored.store.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { createQrPackageCheck } from '../channels/qr/package-check.ts';
import { createDoctor } from '../modules/doctor/index.ts';
import type { Modules } from './modules.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  storage: Storage;
  restored: RestoredState;
  version: string;
  modules: Pick<Modules, 'settings'>;
  eventLagSeconds(): number;
}

export const buildDoctor = ({ config, modules, ...deps }: Deps) =>
  createDoctor({
    ...deps,
    schema: newestMigration(),
    extensions: requiredExtensions(),
    isDatabaseExternal: config.databaseUrl !== undefined,
    dataDir: config.dataDir,
    archiveDir: archiveDirOf(config),
    backupDir: config.databaseUrl === undefined && !config.backup?.bucket ? config.backup?.dir : undefined,
    backupDestination:
      config.databaseUrl === undefined && config.backup ? destinationOf(config.backup, config.dataDir) : undefined,
    isBackupEncrypted: (config.backup?.recipients.length ?? 0) > 0,
    publicUrl: config.publicUrl,
    trustsProxies: config.trustProxy.length > 0,
    oldSecretKey: config.oldSecret === undefined ? undefined : `old-secret.${secretIdOf(config.oldSecret)}`,
    noteSetting: modules.settings.notePlatform,
    isPublic: config.isPublic,
    hasFfmpeg: () => hasFfmpeg(config.ffmpegPath),
    canLoadQrPackage: config.whatsappQr === 'off' ? undefined : createQrPackageCheck(),
  });

/** Where log segments wait for their upload; undefined if this server takes no backups. */
export const archiveDirOf = ({ backup, databaseUrl, dataDir }: Config): string | undefined =>
  backup && databaseUrl === undefined ? archiveFolder(join(dataDir, 'postgres')) : undefined;
