/** `npm run reset`: deletes all data of this installation, after a confirmation. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { stopOrphan } from '../packages/postgres-supervisor/src/supervisor.ts';
import { confirm } from './confirm.ts';

process.exitCode = await reset().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

async function reset(): Promise<number> {
  const { dataDir, storageDir, databaseUrl } = readConfig(process.env);
  const postgres = join(dataDir, 'postgres');
  if (!isDataDir(dataDir)) {
    console.log(`There is no data in ${dataDir}.`);
    return 0;
  }
  if (!process.argv.includes('--yes') && !(await confirm(`Remove everything in ${dataDir}?`))) {
    console.log('Nothing was removed.');
    return 1;
  }
  await stopOrphan(postgres);
  rmSync(dataDir, { recursive: true });
  console.log(`Removed ${dataDir}.`);
  if (existsSync(storageDir)) console.log(`Uploaded files in ${storageDir} were not removed.`);
  if (databaseUrl) console.log('The database of DATABASE_URL was not changed.');
  return 0;
}

/** A folder without files of the product may belong to another program, whatever DATA_DIR is. */
function isDataDir(folder: string): boolean {
  return existsSync(join(folder, 'postgres/password')) || existsSync(join(folder, 'files'));
}
