/** `npm run migrate`: brings the database to this version and ends, so that several nodes can start after it. */
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { newestMigration } from '../apps/server/src/infrastructure/db/migrate.ts';
import { openDatabase } from '../apps/server/src/wiring/database.ts';

try {
  const database = await openDatabase(readConfig(process.env), console.log);
  await database.close();
  console.log(`The database is at migration ${newestMigration()}.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
