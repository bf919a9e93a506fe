/**
 * `npm run mutate:guards`: removes each guard, one at a time, in a copy of the tree, and shows that a test fails
 * without it. `--only words` runs the guards whose names contain the words, `--part 2/6` the second sixth of them. The
 * tree itself is never changed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '../apps/server/test/database.ts';
import { guards, OPEN_TABLE, type Guard } from './guards.ts';

const repository = join(import.meta.dirname, '..');
/** The first run plays every proof file. */
const TIMEOUT_MS = 15 * 60_000;
/** The parts of the tree that the tests need; the rest is not copied. */
const COPIED = [
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'packages',
  'tools/retries.ts',
  'tools/test-reporter.ts',
  'tools/test-setup.ts',
  'apps/server',
  'apps/web/contract-routes.ts',
];
/** Copies of the tree, each with one guard removed at a time. A test waits for the database half of its time. */
const COPIES = 2;

/** A copy of the tree, with a database server for all of its runs. */
interface Copy {
  path: string;
  postgres: Awaited<ReturnType<typeof startTestPostgres>>;
}
type MutationResult = 'killed' | 'survived' | 'broken';
interface Outcome {
  result: MutationResult;
  output: string;
}

const running = new Set<ChildProcess>();
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const chosen = chooseGuards(args);
  const lost = chosen.filter((guard) => !occursOnce(guard));
  for (const { name, file, find } of lost) console.error(`Not found exactly once in ${file}: ${find} (${name})`);
  if (lost.length > 0 || chosen.length === 0) return 2;

  const copies = await Promise.all(
    Array.from({ length: Math.min(COPIES, chosen.length) }, async () => ({
      path: copyOfTree(),
      postgres: await startTestPostgres(),
    })),
  );
  const tidy = () => copies.forEach(({ path }) => rmSync(path, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      for (const child of running) child.kill('SIGTERM');
      tidy();
      process.exit(130);
    });
  }
  try {
    return await tryAll(copies, chosen);
  } finally {
    tidy();
    for (const { postgres } of copies) await postgres.stop();
  }
}

function chooseGuards(args: string[]): Guard[] {
  const valueOf = (option: string) => (args.includes(option) ? (args[args.indexOf(option) + 1] ?? '') : undefined);
  const words = valueOf('--only') ?? '';
  const [part = 1, parts = 1] = (valueOf('--part') ?? '1/1').split('/').map(Number);
  const named = guards.filter(({ name }) => name.includes(words));
  return named.slice(Math.floor(((part - 1) * named.length) / parts), Math.floor((part * named.length) / parts));
}

async function tryAll(copies: Copy[], chosen: Guard[]): Promise<number> {
  const proofs = [...new Set(chosen.map(({ proof }) => proof))];
  console.log(`With every guard in place: ${proofs.length} proofs`);
  const names = [...new Set(chosen.map(({ only }) => only))].map((only) => `(${only})`);
  const baseline = await runTests(copies[0]!.path, proofs, {
    only: names.join('|'),
    postgresUrl: copies[0]!.postgres.url,
  });
  if (baseline.result !== 'survived') {
    console.error(`${baseline.output}\nThe proofs fail with every guard in place.`);
    return 2;
  }
  const survivors: string[] = [];
  const waiting = chosen.values();
  await Promise.all(
    copies.map(async (copy) => {
      for (const guard of waiting) if (!(await isDetected(copy, guard))) survivors.push(guard.name);
    }),
  );
  console.log(`\nfigure TI-15 guards removed, detected = ${chosen.length}, ${chosen.length - survivors.length}`);
  for (const name of survivors) console.log(`not detected: ${name}`);
  console.log(`killed ${chosen.length - survivors.length} of ${chosen.length}`);
  return survivors.length === 0 ? 0 : 1;
}

async function isDetected(copy: Copy, guard: Guard): Promise<boolean> {
  const start = performance.now();
  const { result, output } = await withoutGuard(copy, guard);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${result.padEnd(8)} ${guard.name} (${seconds} s)`);
  if (result === 'broken') console.log(output.split('\n').slice(-30).join('\n'));
  return result === 'killed';
}

async function withoutGuard(copy: Copy, { file, find, replace, proof, only }: Guard): Promise<Outcome> {
  const path = join(copy.path, file);
  const sound = readFileSync(path, 'utf8');
  const prelude = replace.startsWith('call open_table') ? OPEN_TABLE : '';
  writeFileSync(path, prelude + sound.replace(find, () => replace));
  try {
    // A changed migration needs a database of its own.
    const postgresUrl = file.endsWith('.sql') ? undefined : copy.postgres.url;
    return await runTests(copy.path, [proof], { only, postgresUrl });
  } finally {
    writeFileSync(path, sound);
  }
}

/** Only a failed test counts as detection; a run that broke down before its tests proves nothing. */
async function runTests(
  copy: string,
  proofs: string[],
  { only, postgresUrl }: { only: string; postgresUrl: string | undefined },
): Promise<Outcome> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', '--project', 'server', ...proofs, '-t', only, '--bail', '1'];
  // A second try would double the time of each detection.
  args.push('--retry=0', '--reporter=json', `--outputFile=${report}`);
  const { output } = await vitest(copy, args, postgresUrl);
  if (!existsSync(report)) return { result: 'broken', output };
  const { numFailedTests, numPassedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    string,
    number
  >;
  if (numFailedTests! > 0) return { result: 'killed', output: failuresIn(report) };
  return { result: numPassedTests! > 0 && numFailedTestSuites === 0 ? 'survived' : 'broken', output };
}

interface Report {
  testResults: { name: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[];
}
/** The failed tests of a run, with the beginning of each message. */
function failuresIn(report: string): string {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults
    .flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n').slice(0, 500)}`),
    )
    .join('\n\n');
}

function vitest(copy: string, args: string[], postgresUrl: string | undefined): Promise<{ output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: copy,
      env: { ...process.env, NO_COLOR: '1', ...(postgresUrl !== undefined && { TEST_POSTGRES_URL: postgresUrl }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    child.once('error', reject);
    child.once('close', () => {
      running.delete(child);
      resolve({ output });
    });
  });
}

function occursOnce({ file, find }: Guard): boolean {
  return readFileSync(join(repository, file), 'utf8').split(find).length === 2;
}

/** The packages are linked, those of the product to the copy: a removed guard is removed in the copy alone. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'balcao-guards-'));
  for (const path of COPIED)
    cpSync(join(repository, path), join(copy, path), {
      recursive: true,
      filter: (from) => !/node_modules|\/dist(\/|$)/.test(from),
    });
  const packages = join(copy, 'node_modules');
  mkdirSync(join(packages, '@balcao'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name !== '@balcao' && !/^\.(cache|vite|balcao)/.test(name))
      symlinkSync(join(repository, 'node_modules', name), join(packages, name));
  }
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(packages, '@balcao', name));
  symlinkSync(join(copy, 'apps/server'), join(packages, '@balcao', 'server'));
  return copy;
}
