/** Runs the commands of docs/operating.md in the order of the text, in folders of the run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { startS3Server } from '../../apps/server/src/infrastructure/s3/s3-server.fixture.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { openDatabase } from '../../apps/server/src/wiring/database.ts';
import { PLATFORM_PLAN } from '../../apps/server/src/wiring/platform-plan.ts';
import { buildServer } from '../../apps/server/src/wiring/server.ts';
import { commandsOf, NEEDS_ROOT, commandTests, notRun, type GuideRun, type CommandTest } from './guide-commands.ts';
import type { Report } from './report.ts';
import { APP_SECRET, repository } from './test-server.ts';

const LIMIT_MS = 5 * 60_000;
/** The company of the guide's examples. */
const COMPANY = 7;
const MONTH_MS = 30 * 24 * 3_600_000;

export async function tryGuide(root: string, report: Report): Promise<void> {
  const storage = await startS3Server();
  const run: GuideRun = { root: join(root, 'guide'), found: new Map(), storage: storage.variables };
  mkdirSync(join(run.root, 'empty'), { recursive: true });
  try {
    await createCompany(run);
    for (const command of commandsOf(readFileSync(join(repository, 'docs/operating.md'), 'utf8'))) {
      const test = commandTests[command];
      if (notRun[command] !== undefined) report.skip(command, notRun[command]);
      else if (!test) report.check(command, false, 'is not in tools/operating/guide-commands.ts');
      else if (NEEDS_ROOT.test(command) && process.getuid?.() !== 0) report.skip(command, 'needs root');
      else report.check(command, ...(await testCommand(command, test, run)));
    }
  } finally {
    await storage.stop();
  }
}

async function testCommand(command: string, test: CommandTest, run: GuideRun): Promise<[boolean, string]> {
  let output = '';
  for (const step of [...(test.before ?? []), command]) {
    const isLast = step === command;
    const result = await runStep(step, test, run, isLast);
    output = result.output;
    const codes = isLast ? (test.codes ?? [0]) : [0];
    if (!codes.includes(result.code)) return [false, `\n${step}: exit code ${result.code}\n${output}`];
  }
  if (test.prints && !test.prints.test(output)) return [false, `\nprinted ${output}`];
  for (const [name, expression] of Object.entries(test.finds ?? {})) {
    const [, value] = expression.exec(output) ?? [];
    if (value === undefined) return [false, `printed no ${name}: ${output}`];
    run.found.set(name, value);
    if (name === 'key') writeFileSync(join(run.root, 'key.txt'), `${value}\n`, { mode: 0o600 });
  }
  return [true, ''];
}

async function runStep(step: string, test: CommandTest, run: GuideRun, isLast: boolean) {
  let line = step;
  for (const [from, to] of Object.entries(test.replace?.(run) ?? {})) line = line.replaceAll(from, to);
  const child = spawn('sh', ['-c', line], {
    cwd: test.inEmptyFolder ? join(run.root, 'empty') : repository,
    env: { ...process.env, ...variablesOf(run), ...test.env?.(run) },
    stdio: 'pipe',
    timeout: LIMIT_MS,
  });
  child.stdin.on('error', () => {}).end(isLast ? (test.input ?? '') : '');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code: code ?? -1, output: `${stdout}${stderr}` };
}

/** What the guide has set at this point. */
function variablesOf({ root, found }: GuideRun): Record<string, string> {
  const recipient = found.get('recipient');
  return {
    NODE_ENV: 'production',
    DATA_DIR: join(root, 'data'),
    APP_SECRET,
    LOG_LEVEL: 'error',
    WHATSAPP_QR: 'off',
    ...(recipient && { BACKUP_DIR: join(root, 'backups'), BACKUP_RECIPIENT: recipient }),
  };
}

/** A customer's company with the number of the guide. */
async function createCompany(run: GuideRun): Promise<void> {
  const config = readConfig({ ...variablesOf(run) });
  const database = await openDatabase(config, () => {});
  const server = await buildServer({ config, appUrl: database.appUrl, log: createLog({ level: 'error' }) });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  try {
    await client.connect();
    await client.query(`alter sequence company_ids restart ${COMPANY}`);
    const { access, companies } = server.modules;
    const email = 'agent@example.com';
    const { id: planId } = await companies.findOrCreatePlan(PLATFORM_PLAN);
    await access.createCompany({
      company: { name: 'Padaria', planId, email, dueDate: new Date(Date.now() + MONTH_MS) },
      admin: { name: 'Agent', email, password: 'operating-test', profile: 'admin' },
    });
  } finally {
    await client.end();
    await server.close();
    await database.close();
  }
}
