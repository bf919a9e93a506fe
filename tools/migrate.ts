/**
 * `npm run migrate`: brings the database to this version and ends, so that several nodes can start after it.
 * `-- --numbers-from 100000`: new companies and connections get numbers from there on, so that those of several
 * installations differ and companies can move between them.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { appliedMigration } from '../apps/server/src/infrastructure/db/migrate.ts';
import { MAX_FIRST_NUMBER, startNumbersAt } from '../apps/server/src/infrastructure/snapshot/first-numbers.store.ts';
import { productDatabase } from './own-server.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'numbers-from': { type: 'string' } } });
  const first = values['numbers-from'] === undefined ? undefined : Number(values['numbers-from']);
  if (first !== undefined && !(Number.isInteger(first) && first >= 2 && first <= MAX_FIRST_NUMBER))
    throw new Error(`--numbers-from must be a number from 2 to ${MAX_FIRST_NUMBER}, not ${values['numbers-from']}.`);
  const database = await productDatabase(readConfig(process.env));
  try {
    console.log(`The database is at migration ${await appliedMigration(database.ownerUrl)}.`);
    if (first === undefined) return;
    const next = await startNumbersAt(database.ownerUrl, first);
    console.log(`The next company gets ${next['company_ids']}, the next connection ${next['connection_ids']}.`);
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
