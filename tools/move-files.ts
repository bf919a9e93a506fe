/**
 * `npm run move-files`: moves the files of STORAGE_DIR to STORAGE_BUCKET while the product serves them. It can be
 * interrupted and repeated.
 */
import { join } from 'node:path';
import { createBucket } from '../apps/server/src/infrastructure/s3/bucket.ts';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { moveFiles, type MoveProgress } from '../apps/server/src/infrastructure/storage/move-files.store.ts';
import { ownServer } from './own-server.ts';

const REPORT_MS = 2000;

async function main(): Promise<number> {
  const { storageBucket, storageDir, databaseUrl, dataDir } = readConfig(process.env);
  if (!storageBucket)
    throw new Error('STORAGE_BUCKET is not set. Set it with S3_ENDPOINT and restart every node first.');
  const postgres = databaseUrl === undefined ? await ownServer(join(dataDir, 'postgres')) : undefined;
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let reportedAt = Date.now();
  try {
    const result = await moveFiles({
      ownerUrl: databaseUrl ?? ownDatabaseUrl(postgres!.url),
      storageDir,
      bucket: createBucket(storageBucket),
      signal: stop.signal,
      onProgress(progress) {
        if (Date.now() - reportedAt < REPORT_MS) return;
        reportedAt = Date.now();
        console.log(`${summaryOf(progress)}…`);
      },
    });
    console.log(`${summaryOf(result)} to ${storageBucket.endpoint}/${storageBucket.bucket}.`);
    if (result.unknown > 0) console.log(`${result.unknown} files without a row stay; the daily sweep removes them.`);
    for (const key of result.damaged) console.error(`${key} is damaged and stays in ${storageDir}.`);
    if (stop.signal.aborted) console.log('Interrupted; run it again to move the rest.');
    return result.damaged.length > 0 || stop.signal.aborted ? 1 : 0;
  } finally {
    await postgres?.stop();
  }
}

const summaryOf = ({ moved, bytes }: MoveProgress) => `Moved ${moved} files, ${(bytes / 1024 ** 2).toFixed(1)} MB`;

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
