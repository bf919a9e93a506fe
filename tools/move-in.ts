/**
 * `npm run move-in -- --from DIR [--key FILE | --plain]`: imports a portable snapshot, everything into an empty database
 * or one company beside others. It can be interrupted and repeated. `-- --confirm NUMBER`: what a company that was moved
 * in does by itself begins.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { machineKeyFile } from '../apps/server/src/infrastructure/backup/backup-target.ts';
import { createCodec } from '../apps/server/src/infrastructure/backup/codec.ts';
import { createFolderDestination } from '../apps/server/src/infrastructure/backup/destination.ts';
import { secretIdOf } from '../apps/server/src/infrastructure/backup/manifest.ts';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { prepareDatabase } from '../apps/server/src/infrastructure/db/prepare.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { moveIn } from '../apps/server/src/infrastructure/snapshot/move-in.store.ts';
import { rowsOf, SnapshotRefused } from '../apps/server/src/infrastructure/snapshot/snapshot-manifest.ts';
import { buildServer } from '../apps/server/src/wiring/server.ts';
import { identitiesFrom } from './restore/identities.ts';
import { productDatabase, targetDatabase } from './own-server.ts';
import { report, verify } from './verify/verify.ts';

const STUCK_AFTER_SECONDS = 24 * 3600;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      key: { type: 'string' },
      plain: { type: 'boolean', default: false },
      confirm: { type: 'string' },
    },
  });
  if (values.confirm !== undefined) return confirmCompany(values.confirm);
  if (values.from === undefined || !existsSync(values.from))
    throw new SnapshotRefused('--from must be the folder of a snapshot.');
  const config = readConfig(process.env);
  const identities = values.plain ? [] : identitiesFrom(values.key ?? machineKeyFile(config.dataDir));
  const { ownerUrl, close } = await targetDatabase(config);
  const startedAt = performance.now();
  try {
    const { manifest, missingFiles } = await moveIn({
      ownerUrl,
      codec: createCodec({ recipients: [], identities }),
      destination: createFolderDestination(resolve(values.from)),
      storageDir: config.storageDir,
      secretIds: [config.secret, config.oldSecret].flatMap((secret) =>
        secret === undefined ? [] : secretIdOf(secret),
      ),
      onProgress: console.log,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + rowsOf(table), 0);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${rows} rows and ${manifest.files - missingFiles.length} files were moved in ${seconds} s.`);
    if (missingFiles.length > 0) console.log(`${missingFiles.length} files are not in the snapshot.`);
    let findings = 0;
    if (manifest.companyId === null) {
      await prepareDatabase(ownerUrl, config.secret, console.log);
      const results = await verify({ ownerUrl, stuckAfterSeconds: STUCK_AFTER_SECONDS, storageDir: config.storageDir });
      findings = report(
        results.filter((check) => check.findings.length > 0),
        console.log,
      );
      console.log('Start the product. It stays passive until a super user confirms it at /doctor.');
    } else {
      console.log(`Company ${manifest.companyId} is closed until a super user opens it at /companies.`);
      console.log(
        `Nothing of it starts by itself until /doctor or npm run move-in -- --confirm ${manifest.companyId} says that no other server acts for it.`,
      );
    }
    return findings === 0 && missingFiles.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

async function confirmCompany(number: string): Promise<number> {
  if (!/^[1-9]\d{0,9}$/.test(number)) throw new SnapshotRefused('--confirm must be the number of a company.');
  const config = readConfig(process.env);
  const { appUrl, close } = await productDatabase(config);
  try {
    const server = await buildServer({ config, appUrl, log: createLog({ level: 'silent' }) });
    try {
      if (!(await server.doctor.continueCompany(Number(number))))
        throw new SnapshotRefused(`Company ${number} does not wait for a confirmation.`);
    } finally {
      await server.close();
    }
    console.log(`Schedules, campaigns, flows and webhooks of company ${number} go on from now on.`);
    return 0;
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
