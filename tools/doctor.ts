/**
 * `npm run doctor`: checks the whole installation; `-- --json` prints the result for a script. Exit code 0: in order,
 * 1: warnings, 2: errors.
 */
import { parseArgs } from 'node:util';
import { checkTexts } from '@balcao/contract/doctor/check.texts';
import { doctorAreas, doctorChecks, exitCodeOf, type CheckId } from '@balcao/domain/doctor/checks';
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/infrastructure/config.ts';
import { appUrlFor, ownDatabaseUrl } from '../apps/server/src/infrastructure/db/prepare.ts';
import { createLog } from '../apps/server/src/infrastructure/log/log.ts';
import { buildServer } from '../apps/server/src/wiring/server.ts';
import { ownServer } from './own-server.ts';

const MARKS = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ', unknown: 'unknown' };

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  const postgres =
    config.databaseUrl === undefined
      ? await ownServer(join(config.dataDir, 'postgres'), config.backup !== undefined)
      : undefined;
  const ownerUrl = config.databaseUrl ?? ownDatabaseUrl(postgres!.url);
  const appUrl = config.databaseAppUrl ?? appUrlFor(ownerUrl, config.secret);
  const server = await buildServer({ config, appUrl, log: createLog({ level: 'silent' }) });
  try {
    const { at, state, checks } = await server.doctor.report({ isNow: true });
    if (values.json) console.log(JSON.stringify({ checkedAt: at, state, checks }, undefined, 2));
    else
      for (const area of doctorAreas)
        for (const check of checks.filter(({ id }) => doctorChecks[id].area === area)) {
          const { name, remedy } = checkTexts[check.id];
          console.log(`${MARKS[check.state]} ${area}: ${name.en}${valueText(check)}`);
          if (check.state !== 'ok') console.log(`        ${remedy.en}`);
        }
    return exitCodeOf(state);
  } finally {
    await server.close();
    await postgres?.stop();
  }
}

function valueText({ id, value }: { id: CheckId; value: number | null }): string {
  if (value === null) return '';
  const { unit } = doctorChecks[id];
  if (unit === 'yes-no') return value > 0 ? ' yes' : ' no';
  return ` ${Math.round(value * 10) / 10}${unit === 'count' ? '' : ` ${unit}`}`;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
