import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../apps/server/src/infrastructure/config.ts';
import { newestMigration, oldestCode } from '../apps/server/src/infrastructure/db/migrate.ts';
import { appUrlFor, ownDatabase, ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { openDatabase } from '../apps/server/src/wiring/database.ts';
import { AlreadyRunning, openPostgres } from '../packages/postgres-supervisor/src/supervisor.ts';

interface OwnServer {
  url: string;
  /** Another process holds it, usually the product. */
  isRunning: boolean;
  stop(): Promise<void>;
}

/** The migrated database of the configuration, also while the product uses it. */
export async function productDatabase(config: Config) {
  try {
    return await openDatabase(config, console.log);
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    const { url } = await ownServer(join(config.dataDir, 'postgres'));
    const ownerUrl = ownDatabaseUrl(url);
    return { ownerUrl, appUrl: config.databaseAppUrl ?? appUrlFor(ownerUrl, config.secret), close: async () => {} };
  }
}

/** The database of the configuration, without any change to its schema; a bundled one is created if there is none. */
export async function targetDatabase(config: Config): Promise<{ ownerUrl: string; close(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { ownerUrl: config.databaseUrl, close: async () => {} };
  const dir = join(config.dataDir, 'postgres');
  const isArchiving = config.backup !== undefined;
  const postgres = existsSync(join(dir, 'data'))
    ? await ownServer(dir, isArchiving)
    : await openPostgres({
        dir,
        isArchiving,
        schema: newestMigration(),
        oldestCode: oldestCode(),
        onProgress: console.log,
      });
  return { ownerUrl: await ownDatabase(postgres.url), close: () => postgres.stop() };
}

/** The bundled database: used if the product is running, otherwise started for the command. */
export async function ownServer(dir: string, isArchiving = false): Promise<OwnServer> {
  if (!existsSync(join(dir, 'data'))) throw new Error(`There is no database in ${dir} yet.`);
  try {
    return { ...(await openPostgres({ dir, isArchiving, onProgress: console.log })), isRunning: false };
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    const readSaved = (name: string) => readFileSync(join(dir, name), 'utf8').trim();
    return {
      url: `postgres://postgres:${readSaved('password')}@127.0.0.1:${readSaved('port')}/postgres`,
      isRunning: true,
      stop: async () => {},
    };
  }
}
