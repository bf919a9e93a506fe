import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { median, ms, ratio, type Figure } from '../figures.ts';
import type { BenchServer } from '../server.ts';
import { cleanEnv, firstMatch, tracked } from '../processes.ts';

const ROUNDS = 7;
/** Printed when the start built the web app or created or migrated the database. */
const SETUP_OUTPUT = /^(Building|Installing|Creating|Preparing)/m;
const REPOSITORY = resolve(import.meta.dirname, '../..');
const BARE = readFileSync(resolve(import.meta.dirname, '../bare/start.js'), 'utf8');

interface Run {
  command: string[];
  env: Record<string, string>;
  cwd?: string;
  /** The output line that ends the measurement. */
  readyPattern: RegExp;
}

/** Time from `npm start` to the ready line, database included; the bare side imports three packages and connects once. */
export async function start(open: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await open();
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-start-'));
  const env = { DATA_DIR: join(scratch, 'data'), PORT: String(await freePort()) };
  const readyPattern = /Balcão is ready/;
  writeFileSync(
    join(scratch, 'package.json'),
    '{ "scripts": { "start": "node -e \\"console.log(\'connected\')\\"" } }',
  );
  const runs = {
    npm: { command: ['npm', 'start'], env, readyPattern },
    server: { command: [process.execPath, 'tools/bootstrap.mjs', 'start'], env, readyPattern },
    bare: { command: [process.execPath, '-e', BARE], env: { APP_URL: bench.appUrl }, readyPattern: /connected/ },
    empty: { command: ['npm', 'start'], env: {}, cwd: scratch, readyPattern: /connected/ },
  } satisfies Record<string, Run>;
  type Name = keyof typeof runs;
  const names = Object.keys(runs) as Name[];
  const times: Record<Name, number[]> = { npm: [], server: [], bare: [], empty: [] };
  try {
    // The first start builds the web app and creates the database; the second fills the caches that a start leaves.
    for (let warm = 0; warm < 2; warm++) for (const name of names) await timed(runs[name]);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const name of names) times[name].push(await timed(runs[name]));
      log(`round ${round}: ${ms(times.npm.at(-1)!)} against ${ms(times.bare.at(-1)!)}`);
    }
    log(`npm alone, with an empty script: ${ms(median(times.empty))}`);
    log(`without npm: ${ms(median(times.server))}, ${(median(times.server) / median(times.bare)).toFixed(2)}×`);
    return [ratio('start: npm start to ready', median(times.npm), median(times.bare), ms)];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Milliseconds from spawn to the ready line. A start that had to build or create something is repeated. */
async function timed(run: Run): Promise<number> {
  for (let tries = 1; ; tries++) {
    const { took, output } = await runOnce(run);
    if (!SETUP_OUTPUT.test(output) || tries === 3) return took;
  }
}

/** Resolves when the process has ended. */
async function runOnce({ command: [file = '', ...args], env, cwd = REPOSITORY, readyPattern }: Run) {
  const startedAt = performance.now();
  // A separate process group: npm does not forward every signal to its children.
  const child = tracked(
    spawn(file, args, { cwd, env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
  );
  const output = text(child.stdout);
  await firstMatch(child, readyPattern);
  const took = performance.now() - startedAt;
  stopGroup(child);
  return { took, output: await output };
}

function stopGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGTERM');
  } catch {
    // The bare program ends by itself.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
