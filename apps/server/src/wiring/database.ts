import { join } from 'node:path';
import type { Config } from '../infrastructure/config.ts';
import { newestMigration, oldestCode, refuseEarlyContraction } from '../infrastructure/db/migrate.ts';
import {
  closeFormerRole,
  ownDatabase,
  ownDatabaseUrl,
  prepareDatabase,
  type MigrationOptions,
} from '../infrastructure/db/prepare.ts';
import { openPostgres } from '@balcao/postgres-supervisor/supervisor';

/** Opens the configured database or the embedded one, migrated and ready for the app role. */
export async function openDatabase(config: Config, onProgress: (line: string) => void, options: MigrationOptions = {}) {
  const { ownerUrl, createDatabase, close } = await openServer(config, onProgress, options);
  try {
    const appUrl = await prepareDatabase(ownerUrl, config.secret, onProgress, createDatabase, options);
    if (config.oldSecret !== undefined) await closeFormerRole(ownerUrl, config.oldSecret);
    return { ownerUrl, appUrl: config.databaseAppUrl ?? appUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServer(config: Config, onProgress: (line: string) => void, { isCopy = false }: MigrationOptions) {
  if (config.databaseUrl !== undefined) {
    return { ownerUrl: config.databaseUrl, createDatabase: async () => {}, close: async () => {} };
  }
  const postgres = await openPostgres({
    dir: join(config.dataDir, 'postgres'),
    onProgress,
    schema: newestMigration(),
    oldestCode: oldestCode(),
    // Before the version of the data is raised, so that the former version can still be started.
    ...(!isCopy && { accept: (url) => refuseEarlyContraction(ownDatabaseUrl(url)) }),
    isArchiving: config.backup !== undefined,
    where: config.publicUrl ?? `http://localhost:${config.port}`,
  });
  return {
    ownerUrl: ownDatabaseUrl(postgres.url),
    createDatabase: () => ownDatabase(postgres.url),
    close: () => postgres.stop(),
  };
}
