/**
 * `npm run move-out -- --to DIR [--company 7] [--plain]`: writes a portable snapshot of everything or of one company.
 * It is encrypted for BACKUP_RECIPIENT or `--recipient`; `--plain` leaves it readable.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createCodec } from '../apps/server/src/infrastructure/backup/codec.ts';
import { createFolderDestination } from '../apps/server/src/infrastructure/backup/destination.ts';
import { secretIdOf } from '../apps/server/src/infrastructure/backup/manifest.ts';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { appliedMigration } from '../apps/server/src/infrastructure/db/migrate.ts';
import { ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { moveOut } from '../apps/server/src/infrastructure/snapshot/move-out.store.ts';
import { rowsOf, SnapshotRefused } from '../apps/server/src/infrastructure/snapshot/snapshot-manifest.ts';
import { openStorage } from '../apps/server/src/infrastructure/storage/open-storage.ts';
import { VERSION } from '../apps/server/src/wiring/server.ts';
import { ownServer } from './own-server.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      company: { type: 'string' },
      recipient: { type: 'string', multiple: true },
      plain: { type: 'boolean', default: false },
    },
  });
  if (values.to === undefined) throw new SnapshotRefused('--to must be a folder for the snapshot.');
  const companyId = values.company === undefined ? undefined : Number(values.company);
  if (companyId !== undefined && !(Number.isInteger(companyId) && companyId > 0))
    throw new SnapshotRefused(`--company must be the number of a company, not ${values.company}.`);
  const config = readConfig(process.env);
  const recipients = values.plain ? [] : (values.recipient ?? config.backup?.recipients ?? []);
  if (recipients.length === 0 && !values.plain)
    throw new SnapshotRefused('--recipient must be a public age key; --plain leaves the snapshot readable.');
  const postgres =
    config.databaseUrl === undefined
      ? await ownServer(join(config.dataDir, 'postgres'), config.backup !== undefined)
      : undefined;
  const startedAt = performance.now();
  try {
    const ownerUrl = config.databaseUrl ?? ownDatabaseUrl(postgres!.url);
    const { manifest, missingFiles } = await moveOut({
      ownerUrl,
      codec: createCodec({ recipients }),
      destination: createFolderDestination(resolve(values.to)),
      storage: openStorage(config, () => true),
      companyId,
      product: VERSION,
      schema: await appliedMigration(ownerUrl),
      secretId: secretIdOf(config.secret),
      onProgress: console.log,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + rowsOf(table), 0);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${values.to} is complete in ${seconds} s: ${rows} rows, ${manifest.files} files.`);
    if (missingFiles.length > 0) console.log(`${missingFiles.length} files are not in the storage.`);
    return missingFiles.length > 0 ? 1 : 0;
  } finally {
    await postgres?.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
