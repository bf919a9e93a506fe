/** `npm run test:full`: runs every proof at its full count and prints the figures at the end. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumPath } from './chromium.ts';

const repository = join(import.meta.dirname, '..');
const projects = ['domain', 'server'];

process.exitCode = await main(process.argv.slice(2));

/** File names narrow the run, as in vitest. */
async function main(files: string[]): Promise<number> {
  const start = performance.now();
  const figures: string[] = [];
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), ...files];
  const vitest = spawn(process.execPath, [join(repository, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: repository,
    env: { ...process.env, PROOF: 'full', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal));
  const ended = new Promise<number>((resolve, reject) => {
    vitest.once('error', reject);
    vitest.once('exit', (code) => resolve(code ?? 1));
  });
  for await (const line of createInterface({ input: vitest.stdout })) {
    console.log(line);
    if (line.startsWith('figure ')) figures.push(line);
  }
  const code = (await ended) || (files.length > 0 ? 0 : await runLoadHour(figures));

  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`\n${code === 0 ? 'Every proof passed' : 'A proof failed'} at the full counts, in ${minutes} min:`);
  for (const line of figures.sort()) console.log(line);
  return code;
}

/** An hour of two agents in real browsers. */
async function runLoadHour(figures: string[]): Promise<number> {
  const play = spawn(process.execPath, [join(repository, 'e2e/load-hour.ts')], {
    cwd: repository,
    env: { ...process.env, CHROMIUM_PATH: chromiumPath(process.env, console.log) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const played = new Promise<number>((resolve, reject) => {
    play.once('error', reject);
    play.once('exit', (code) => resolve(code ?? 1));
  });
  for await (const line of createInterface({ input: play.stdout })) {
    console.log(line);
    if (line.startsWith('figure ')) figures.push(line);
  }
  return played;
}
