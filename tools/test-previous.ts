/**
 * `npm run test:previous`: runs the tests of the previous release on the schema of this one [OP-02]. During an upgrade
 * nodes of both use the same database, and the way back is the earlier code on the later schema. `-- --ref v4.5.0` names
 * the release, otherwise it is the newest tag before this commit, or the newest release whose commit is known; names of
 * files narrow the run, as in vitest.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { previousRelease } from './previous-release.ts';

const repository = join(import.meta.dirname, '..');
const MIGRATIONS = 'apps/server/src/infrastructure/db/migrations';
/** Tests of the release that state what the schema is, not what the code does with it. */
const aboutSchema: Record<string, string> = {
  'apps/server/test/schema-mirror.test.ts': 'compares every column with the schema files',
  'apps/server/src/modules/privacy/personal-tables.test.ts': 'lists every table',
};

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { ref: { type: 'string' } }, allowPositionals: true });
  const { name, ref } = previousRelease(values.ref, earlierTags());
  if (git('rev-parse', '--quiet', '--verify', `${ref}^{commit}`) === undefined)
    throw new Error(`${name} is not in this clone. Fetch it with its history: git fetch --tags --unshallow`);
  const root = mkdtempSync(join(tmpdir(), 'balcao-previous-'));
  try {
    console.log(`Tests of ${name} on the schema of this version`);
    command('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', ref, root], repository);
    const added = addMigrations(root);
    console.log(`${added.length} later migrations: ${added.join(', ')}`);
    command('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], root);
    return await runTests(root, positionals);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Tags of releases, the newest first, without that of this commit. */
const earlierTags = (): string[] =>
  git('tag', '--list', 'v*', '--merged', 'HEAD^', '--sort=-version:refname')?.split('\n').filter(Boolean) ?? [];

/** Undefined if git has no answer. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Migrations that the release does not have. Those that it has must not have changed. */
function addMigrations(root: string): string[] {
  const released = new Set(readdirSync(join(root, MIGRATIONS)));
  const current = readdirSync(join(repository, MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  const textOf = (folder: string, name: string) => readFileSync(join(folder, MIGRATIONS, name), 'utf8');
  const changed = current.filter((name) => released.has(name) && textOf(root, name) !== textOf(repository, name));
  if (changed.length > 0) throw new Error(`Changed after they were released: ${changed.join(', ')}`);
  const added = current.filter((name) => !released.has(name));
  for (const name of added) copyFileSync(join(repository, MIGRATIONS, name), join(root, MIGRATIONS, name));
  return added;
}

async function runTests(root: string, files: string[]): Promise<number> {
  const output = join(root, '.test-report');
  mkdirSync(output);
  const file = join(output, 'report.json');
  const selected = files.length > 0 ? files : ['apps/server'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...selected];
  const child = spawn(process.execPath, [...args, '--reporter=dot', '--reporter=json', `--outputFile=${file}`], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  await once(child, 'exit');
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed').map(({ fullName }) => fullName);
    // A file whose set-up fails has no failed test: its tests are not run.
    const tests = failed.length > 0 ? failed : status === 'failed' ? [`not run: ${message.split('\n')[0]!}`] : [];
    return tests.map((test) => ({ path, test }));
  });
  const expected = failures.filter(({ path }) => aboutSchema[path] !== undefined);
  const unexpected = failures.filter(({ path }) => aboutSchema[path] === undefined);
  for (const { path, test } of expected) console.log(`expected  ${path}: ${test} (${aboutSchema[path]})`);
  for (const { path, test } of unexpected) console.log(`FAIL      ${path}: ${test}`);
  console.log(`${numPassedTests} passed, ${unexpected.length} failed, ${expected.length} about the schema itself`);
  return unexpected.length === 0 && numPassedTests > 0 ? 0 : 1;
}

function command(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
