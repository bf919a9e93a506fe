/**
 * `npm run verify`: checks the consistency of the database in the configuration, or of `--url`; `--storage DIR` checks
 * the files too, `--quiet N` sets after how many seconds waiting work is stuck.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBucket } from '../apps/server/src/infrastructure/s3/bucket.ts';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { ownServer } from './own-server.ts';
import { report, verify } from './verify/verify.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { url: { type: 'string' }, storage: { type: 'string' }, quiet: { type: 'string', default: '300' } },
  });
  const stuckAfterSeconds = Number(values.quiet);
  if (!(stuckAfterSeconds >= 0)) throw new Error(`--quiet must be a number of seconds, not ${values.quiet}`);
  const { storageBucket } = readConfig(process.env);
  const bucket = storageBucket && createBucket(storageBucket);
  const databaseUrl = values.url ?? process.env['DATABASE_URL'];
  if (databaseUrl) return check(databaseUrl, values.storage);

  const config = readConfig(process.env);
  const postgres = await ownServer(join(config.dataDir, 'postgres'));
  try {
    return await check(ownDatabaseUrl(postgres.url), values.storage ?? config.storageDir);
  } finally {
    await postgres.stop();
  }

  async function check(ownerUrl: string, storageDir: string | undefined): Promise<number> {
    const findings = report(await verify({ ownerUrl, stuckAfterSeconds, storageDir, bucket }), console.log);
    console.log(findings === 0 ? 'The database is consistent.' : `${findings} findings.`);
    return findings === 0 ? 0 : 1;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
