/**
 * `npm run restore -- --from BACKUP_DIR [--at "2026-11-15 14:20"] --to DIR [--key FILE]`: restores a backup into an empty
 * folder; without --from from the place in the configuration. Without --to it lists the moments that can be restored. Times are UTC.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machineKeyFile, openTarget } from '../apps/server/src/infrastructure/backup/backup-target.ts';
import { restorePoints, RestoreRefused } from '../apps/server/src/infrastructure/backup/restore.ts';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { identitiesFrom } from './restore/identities.ts';
import { restoreInto } from './restore/restore.ts';
import { report } from './verify/verify.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      at: { type: 'string' },
      key: { type: 'string' },
      plain: { type: 'boolean', default: false },
    },
  });
  const config = readConfig(process.env);
  const dir = values.from ?? config.backup?.dir;
  const bucket = values.from === undefined ? config.backup?.bucket : undefined;
  if (dir === undefined) throw new RestoreRefused('--from must be the folder of the backups.');
  if (!bucket && !existsSync(dir)) throw new RestoreRefused(`${dir} is not there.`);
  const at = values.at === undefined ? undefined : momentOf(values.at);
  const identities = values.plain ? undefined : identitiesFrom(values.key ?? machineKeyFile(config.dataDir));
  const target = await openTarget({ dir, bucket, recipients: [] }, config.dataDir, identities);
  if (values.to === undefined) {
    const { points, unreadable } = await restorePoints(target.codec, target.destination);
    for (const { reason } of unreadable) console.error(`${reason.message}; that backup cannot be restored.`);
    console.log(points.length === 0 ? 'There is no complete backup.' : 'Moments that can be restored with --to DIR:');
    for (const { from, to, name } of points) console.log(`  ${from.toISOString()} to ${to.toISOString()}  (${name})`);
    return points.length === 0 ? 1 : 0;
  }
  const restored = await restoreInto({ target, env: process.env, to: values.to, at, onProgress: console.log });
  const findings = report(
    restored.findings.filter((check) => check.findings.length > 0),
    console.log,
  );
  console.log(`Restored ${restored.restoredTo.toISOString()} to ${values.to}: ${restored.files} files.`);
  if (restored.missing.length > 0) console.log(`${restored.missing.length} files are not in the backup.`);
  if (restored.erased > 0) console.log(`${restored.erased} people were erased again.`);
  if (restored.purged > 0) console.log(`${restored.purged} deleted companies were removed again.`);
  console.log(`Start it with DATA_DIR=${values.to}. It stays passive until a super user confirms it at /doctor.`);
  return findings === 0 && restored.missing.length === 0 ? 0 : 1;
}

function momentOf(text: string): Date {
  const isZoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const at = new Date(isZoned ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(+at)) throw new RestoreRefused(`--at must be a time like "2026-11-15 14:20", not ${text}`);
  return at;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
