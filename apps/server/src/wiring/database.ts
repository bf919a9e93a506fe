import { join } from 'node:path';
import type { Config } from '../foundation/config.ts';
import { migrations } from '../foundation/db/migrate.ts';
import { ownDatabase, ownDatabaseUrl, prepareDatabase } from '../foundation/db/prepare.ts';
import { openPostgres } from '../foundation/postgres/supervisor.ts';

/** The database the configuration names, or our own; migrated and ready for the role that serves. */
export async function openDatabase(config: Config, say: (line: string) => void) {
  const { ownerUrl, make, close } = await openServer(config, say);
  try {
    const appUrl = await prepareDatabase(ownerUrl, config.secret, say, make);
    return { appUrl: config.databaseAppUrl ?? appUrl, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

async function openServer(config: Config, say: (line: string) => void) {
  if (config.databaseUrl !== undefined) {
    return { ownerUrl: config.databaseUrl, make: async () => {}, close: async () => {} };
  }
  const postgres = await openPostgres({
    dir: join(config.dataDir, 'postgres'),
    say,
    schema: migrations().at(-1)?.number,
    where: config.publicUrl ?? `http://localhost:${config.port}`,
  });
  return {
    ownerUrl: ownDatabaseUrl(postgres.url),
    make: () => ownDatabase(postgres.url),
    close: () => postgres.stop(),
  };
}
