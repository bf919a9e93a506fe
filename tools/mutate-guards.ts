/**
 * `npm run mutate:guards`: removes each guard, one at a time, in a copy of the tree, and shows that a test fails
 * without it. `--only words` runs the guards whose names contain the words. The tree itself is never changed.
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
  'apps/server',
  'apps/web/contract-routes.ts',
];

type MutationResult = 'killed' | 'survived' | 'broken';
interface Outcome {
  result: MutationResult;
  output: string;
}

let running: ChildProcess | undefined;
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const filter = args[args.indexOf('--only') + 1];
  const chosen = args.includes('--only') ? guards.filter(({ name }) => name.includes(filter ?? '')) : guards;
  const lost = chosen.filter((guard) => !occursOnce(guard));
  for (const { name, file, find } of lost) console.error(`Not found exactly once in ${file}: ${find} (${name})`);
  if (lost.length > 0 || chosen.length === 0) return 2;

  const copy = copyOfTree();
  const tidy = () => rmSync(copy, { recursive: true, force: true });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      running?.kill('SIGTERM');
      tidy();
      process.exit(130);
    });
  }
  try {
    return await tryAll(copy, chosen);
  } finally {
    tidy();
  }
}

async function tryAll(copy: string, chosen: Guard[]): Promise<number> {
  const proofs = [...new Set(chosen.map(({ proof }) => proof))];
  console.log(`With every guard in place: ${proofs.length} proofs`);
  const baseline = await runTests(copy, proofs);
  if (baseline.result !== 'survived') {
    console.error(`${baseline.output}\nThe proofs fail with every guard in place.`);
    return 2;
  }
  const survivors: string[] = [];
  for (const guard of chosen) {
    const { result, output } = await withoutGuard(copy, guard);
    console.log(`${result.padEnd(8)} ${guard.name}`);
    if (result === 'broken') console.log(output.split('\n').slice(-30).join('\n'));
    if (result !== 'killed') survivors.push(guard.name);
  }
  console.log(`\nfigure TI-15 guards removed, detected = ${chosen.length}, ${chosen.length - survivors.length}`);
  console.log(`killed ${chosen.length - survivors.length} of ${chosen.length}`);
  return survivors.length === 0 ? 0 : 1;
}

async function withoutGuard(copy: string, { file, find, replace, proof, only }: Guard): Promise<Outcome> {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  const prelude = replace.startsWith('call open_table') ? OPEN_TABLE : '';
  writeFileSync(path, prelude + sound.replace(find, () => replace));
  try {
    return await runTests(copy, [proof], only);
  } finally {
    writeFileSync(path, sound);
  }
}

/** Only a failed test counts as detection; a run that broke down before its tests proves nothing. */
async function runTests(copy: string, proofs: string[], only?: string): Promise<Outcome> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const narrowed = only === undefined ? [] : ['-t', only, '--bail', '1'];
  const { output } = await vitest(copy, [
    'run',
    '--project',
    'server',
    ...proofs,
    ...narrowed,
    '--reporter=json',
    `--outputFile=${report}`,
  ]);
  if (!existsSync(report)) return { result: 'broken', output };
  const { numFailedTests, numPassedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    string,
    number
  >;
  if (numFailedTests! > 0) return { result: 'killed', output: readFileSync(report, 'utf8').slice(0, 5000) };
  return { result: numPassedTests! > 0 && numFailedTestSuites === 0 ? 'survived' : 'broken', output };
}

function vitest(copy: string, args: string[]): Promise<{ output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(copy, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: copy,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    child.once('error', reject);
    child.once('close', () => resolve({ output }));
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
