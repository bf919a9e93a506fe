/**
 * `npm run test:operating`: tries ops/ and the commands of docs/operating.md for real, or prints why one is not run.
 * `-- --only guide,idle` runs some parts, `--idle-minutes 10` counts connections longer. A part without its Debian package
 * says so and is not run: `apt-get install caddy pgbouncer strace systemd buildah mmdebstrap`, best as root.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tryGuide } from './operating/guide.ts';
import { tryIdle } from './operating/idle.ts';
import { tryImage } from './operating/image.ts';
import { tryPooledDatabase } from './operating/pooled-database.ts';
import { tryProxy } from './operating/proxy.ts';
import { createReport, type Report } from './operating/report.ts';
import { trySecrets } from './operating/secrets.ts';
import { checkSystemdUnit } from './operating/systemd-unit.ts';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, 'idle-minutes': { type: 'string', default: '1' } },
  });
  const idleSeconds = Number(values['idle-minutes']) * 60;
  if (!(idleSeconds > 0)) throw new Error(`--idle-minutes must be a number, not ${values['idle-minutes']}`);
  const parts: Record<string, (root: string, report: Report) => Promise<void> | void> = {
    unit: (_, report) => checkSystemdUnit(report),
    secrets: (_, report) => trySecrets(report),
    proxy: tryProxy,
    pooler: tryPooledDatabase,
    guide: tryGuide,
    idle: (root, report) => tryIdle(root, report, idleSeconds),
    image: tryImage,
  };
  const names = values.only?.split(',') ?? Object.keys(parts);
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`Unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  const report = createReport(console.log);
  for (const name of names) {
    const root = mkdtempSync(join(tmpdir(), 'balcao-operating-'));
    try {
      await parts[name]!(root, report);
    } catch (error) {
      report.check(name, false, (error as Error).message);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  console.log(
    report.failures.length === 0 ? 'Everything that was run is in order.' : `${report.failures.length} failed.`,
  );
  return report.failures.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
