import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { median, ms, ratio, type Figure } from '../figures.ts';
import type { World } from '../house.ts';
import { cleanEnv, firstMatch, tracked } from '../processes.ts';

const ROUNDS = 7;
/** Said when the web app was built or the database was made or migrated on the way. */
const MADE_SOMETHING = /^(Building|Installing|Creating|Preparing)/m;
const REPOSITORY = resolve(import.meta.dirname, '../..');
const BARE = readFileSync(resolve(import.meta.dirname, '../bare/start.js'), 'utf8');

interface Run {
  command: string[];
  env: Record<string, string>;
  cwd?: string;
  /** The line that ends the measurement. */
  ready: RegExp;
}

/** From typing `npm start` to the ready line, database included, against Node with three packages and one connection. */
export async function start(open: () => Promise<World>, say: (line: string) => void): Promise<Figure[]> {
  const world = await open();
  const scratch = mkdtempSync(join(tmpdir(), 'balcao-start-'));
  const env = { DATA_DIR: join(scratch, 'data'), PORT: String(await freePort()) };
  const ready = /Balcão is ready/;
  writeFileSync(
    join(scratch, 'package.json'),
    '{ "scripts": { "start": "node -e \\"console.log(\'connected\')\\"" } }',
  );
  const runs = {
    npm: { command: ['npm', 'start'], env, ready },
    server: { command: [process.execPath, 'tools/bootstrap.mjs', 'start'], env, ready },
    bare: { command: [process.execPath, '-e', BARE], env: { APP_URL: world.appUrl }, ready: /connected/ },
    empty: { command: ['npm', 'start'], env: {}, cwd: scratch, ready: /connected/ },
  } satisfies Record<string, Run>;
  type Name = keyof typeof runs;
  const names = Object.keys(runs) as Name[];
  const times: Record<Name, number[]> = { npm: [], server: [], bare: [], empty: [] };
  try {
    // The first start builds the web app and makes the database; the second one fills the caches that a start leaves behind.
    for (let warm = 0; warm < 2; warm++) for (const name of names) await timed(runs[name]);
    for (let round = 1; round <= ROUNDS; round++) {
      for (const name of names) times[name].push(await timed(runs[name]));
      say(`round ${round}: ${ms(times.npm.at(-1)!)} against ${ms(times.bare.at(-1)!)}`);
    }
    say(`of it npm itself, with an empty script: ${ms(median(times.empty))}`);
    say(`without npm: ${ms(median(times.server))}, ${(median(times.server) / median(times.bare)).toFixed(2)}×`);
    return [ratio('start: npm start to ready', median(times.npm), median(times.bare), ms)];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Milliseconds from spawning it to its line. A start that had something to make first is no warm one: once more. */
async function timed(run: Run): Promise<number> {
  for (let tries = 1; ; tries++) {
    const { took, said } = await runOnce(run);
    if (!MADE_SOMETHING.test(said) || tries === 3) return took;
  }
}

/** Returns when it has ended. */
async function runOnce({ command: [file = '', ...args], env, cwd = REPOSITORY, ready }: Run) {
  const begun = performance.now();
  // A process group of its own: npm does not hand every signal on to what it started.
  const child = tracked(
    spawn(file, args, { cwd, env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
  );
  const said = text(child.stdout);
  await firstMatch(child, ready);
  const took = performance.now() - begun;
  stopGroup(child);
  return { took, said: await said };
}

function stopGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGTERM');
  } catch {
    // The bare one ends by itself.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
