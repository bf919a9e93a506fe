import { join } from 'node:path';
import type { Config } from '../infrastructure/config.ts';
import { newestMigration, oldestCode, type AppliedMigration } from '../infrastructure/db/migrate.ts';
import { closeFormerRole, ownDatabase, ownDatabaseUrl, prepareDatabase } from '../infrastructure/db/prepare.ts';
import { openPostgres } from '@balcao/postgres-supervisor/supervisor';

/** Opens the configured database or the embedded one, migrated and ready for the app role. */
export async function openDatabase(
  config: Config,
  onProgress: (line: string) => void,
  onMigrated?: (applied: AppliedMigration) => void,
) {
  const { ownerUrl, createDatabase, close } = await openServer(config, onProgress);
  try {
    const appUrl = await prepareDatabase(ownerUrl, config.secret, onProgress, createDatabase, onMigrated);
    if (config.oldSecret !== undefined) await closeFormerRole(ownerUrl, config.oldSecret);
    return { ownerUrl, appUrl: config.databaseAppUrl ?? appUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServer(config: Config, onProgress: (line: string) => void) {
  if (config.databaseUrl !== undefined) {
    return { ownerUrl: config.databaseUrl, createDatabase: async () => {}, close: async () => {} };
  }
  const postgres = await openPostgres({
    dir: join(config.dataDir, 'postgres'),
    onProgress,
    schema: newestMigration(),
    oldestCode: oldestCode(),
    isArchiving: config.backup !== undefined,
    where: config.publicUrl ?? `http://localhost:${config.port}`,
  });
  return {
    ownerUrl: ownDatabaseUrl(postgres.url),
    createDatabase: () => ownDatabase(postgres.url),
    close: () => postgres.stop(),
  };
}
