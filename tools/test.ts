/** `npm test`: runs every check and test, and ends with one line with the overall result. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromiumPath } from './chromium.ts';
import { journeysWith, retrySummary, withReason } from './retries.ts';

type Tally = { passed: number; failed: number; skipped: number };
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}
type Step = { name: string; run: () => Promise<Tally> };

const repository = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'balcao-test-'));
const env = { ...process.env, PATH: [join(repository, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };
const children = new Set<ChildProcess>();
/** Tests and journeys that passed only at their second try. */
const retried: string[] = [];
const failedSteps: string[] = [];
/** Named again in the last lines: the output of a run is too long to search. */
const failedTests: string[] = [];

const projects = ['domain', 'server', 'web'];

/** Quick checks, two in parallel. */
const checks: Step[] = [
  // One checker each: with several, each of them resolves the types of the contract anew, for three times the CPU time.
  check(
    'types',
    ['tsc', '-p', 'tsconfig.json', '--checkers', '1'],
    ['tsc', '-p', 'apps/web/tsconfig.json', '--checkers', '1'],
    ['tsc', '-p', 'e2e/tsconfig.json', '--checkers', '1'],
  ),
  // One thread for the rules with types, for the same reason; the other core checks the types meanwhile.
  check('lint', ['env', 'GOMAXPROCS=1', 'oxlint', '--type-aware', '--deny-warnings']),
  check('layers', ['node', 'tools/check-layers.ts']),
  check('vocabulary', ['node', 'tools/check-vocabulary.ts']),
  check('shape', ['node', 'tools/check-shape.ts']),
  check('unused', ['knip']),
  check('format', ['oxfmt', '--check']),
  check('catalogue', ['node', 'tools/catalogue.ts', '--check']),
  check('build', ['node', 'tools/bootstrap.mjs', 'build'], ['node', 'tools/check-sizes.ts']),
];

process.exitCode = await main(parseSelection(process.argv.slice(2)));

async function main(isSelected: (name: string) => boolean): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => abort(signal));
  const start = performance.now();
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  try {
    await twoAtATime(
      checks.filter(({ name }) => isSelected(name)),
      total,
    );
    const selectedProjects = projects.filter(isSelected);
    if (selectedProjects.length > 0)
      await runStep({ name: `tests: ${selectedProjects.join(', ')}`, run: () => vitest(selectedProjects) }, total);
    if (isSelected('journeys')) await runStep({ name: 'journeys', run: journeys }, total);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const retries = retrySummary(retried);
  if (retries.isFailure) {
    total.failed += 1;
    failedSteps.push('second tries');
  }
  const { passed, failed, skipped } = total;
  if (projects.some(isSelected) || isSelected('journeys')) console.log(`\n${retries.text}`);
  if (failedTests.length > 0) console.log(`\n${['Failed:', ...failedTests].join('\n  ')}`);
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`\n── all: ${failedSteps.length === 0 ? 'ok' : `FAILED: ${failedSteps.join('; ')}`} (${minutes} min)`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** `--only domain,server` skips the rest; an unknown name is an error, not an empty run. */
function parseSelection(args: string[]): (name: string) => boolean {
  const at = args.indexOf('--only');
  if (at === -1) return () => true;
  const names = new Set((args[at + 1] ?? '').split(','));
  const available = new Set([...checks.map(({ name }) => name), ...projects, 'journeys']);
  const unknown = names.difference(available);
  if (unknown.size === 0) return (name) => names.has(name);
  console.error(`There is no ${[...unknown].join(', ')}; there are ${[...available].join(', ')}.`);
  process.exit(2);
}

async function twoAtATime(steps: Step[], total: Tally): Promise<void> {
  const waiting = steps.values();
  const worker = async (): Promise<void> => {
    for (const step of waiting) await runStep(step, total);
  };
  await Promise.all([worker(), worker()]);
}

async function runStep({ name, run }: Step, total: Tally): Promise<void> {
  const start = performance.now();
  const tally = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`── ${name}: ${tally.failed === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (tally.failed > 0) failedSteps.push(name);
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key];
}

/** Commands run one after the other and count as one; their output is printed in one piece. */
function check(name: string, ...commands: string[][]): Step {
  return {
    name,
    async run() {
      for (const [file = '', ...args] of commands) {
        const { code, output } = await runQuiet(file, args);
        if (output) console.log(`\n${output}`);
        if (code !== 0) return { passed: 0, failed: 1, skipped: 0 };
      }
      return { passed: 1, failed: 0, skipped: 0 };
    },
  };
}

async function vitest(projects: string[]): Promise<Tally> {
  const file = join(scratch, 'vitest.json');
  const retriedFile = join(scratch, 'retried.json');
  const reporters = ['default', './tools/test-reporter.ts', 'json'].map((name) => `--reporter=${name}`);
  const code = await runInherited(
    'vitest',
    ['run', ...reporters, `--outputFile.json=${file}`, ...projects.flatMap((project) => ['--project', project])],
    { RETRIED_TESTS_FILE: retriedFile },
  );
  retried.push(...readJson<string[]>(retriedFile));
  const report = readJson<VitestReport>(file);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  for (const { name, assertionResults } of report.testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed')
        failedTests.push(withReason(`${relative(repository, name)} > ${fullName}`, failureMessages?.[0]));
  return tally(code, numPassedTests, numFailedTests, numPendingTests + numTodoTests);
}

async function journeys(): Promise<Tally> {
  const file = join(scratch, 'journeys.json');
  const code = await runInherited('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    CHROMIUM_PATH: chromiumPath(env, console.log),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const { stats, suites } = readJson<{ stats: Record<string, number>; suites: Parameters<typeof journeysWith>[1] }>(
    file,
  );
  retried.push(...journeysWith('flaky', suites));
  failedTests.push(...journeysWith('unexpected', suites));
  const { expected, unexpected, flaky, skipped } = stats;
  return tally(code, (expected ?? 0) + (flaky ?? 0), unexpected, skipped);
}

/** A run with an error exit but no failed test, or without any test, counts as failed. */
function tally(code: number, passed = 0, failed = 0, skipped = 0): Tally {
  const hasFailed = code !== 0 || passed === 0;
  return { passed, failed: hasFailed ? Math.max(failed, 1) : failed, skipped };
}

async function runQuiet(file: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = started(spawn(file, args, { cwd: repository, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const [code, out, err] = await Promise.all([ended(child), text(child.stdout), text(child.stderr)]);
  return { code, output: `${out}${err}`.trim() };
}

function runInherited(file: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<number> {
  return ended(started(spawn(file, args, { cwd: repository, env: { ...env, ...more }, stdio: 'inherit' })));
}

function started<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function abort(signal: NodeJS.Signals): void {
  for (const child of children) child.kill(signal);
  rmSync(scratch, { recursive: true, force: true });
  process.exit(130);
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}
