/**
 * `npm run dev`: the server, restarted at every change, and the web app with hot reload, in one terminal. Unless an app
 * at Meta is configured, a Graph simulator replaces it. Models and bots of other services have a simulator too.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startBotsForDev, startSimulatorForDev } from './dev-simulator.ts';

const repository = join(import.meta.dirname, '..');
const vite = join(repository, 'node_modules/vite/bin/vite.js');

const { META_APP_ID, META_GRAPH_URL, PORT = '3000' } = process.env;
const simulator =
  META_APP_ID === undefined && META_GRAPH_URL === undefined ? await startSimulatorForDev(PORT) : undefined;
const bots = await startBotsForDev(process.env['PRIVATE_HOSTS']);
for (const line of [...(simulator?.messages ?? []), ...bots.messages]) console.log(line);

const children = [
  run(repository, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    ...simulator?.env,
    ...bots.env,
  }),
  run(join(repository, 'apps/web'), [vite, '--clearScreen', 'false']),
];

// On a terminal Ctrl-C reaches the children directly; this process only waits for them.
process.on('SIGINT', () => {});
process.on('SIGTERM', stopAll);

const ends = children.map((child) => once(child, 'exit'));
const [code] = (await Promise.race(ends)) as [number | null];
stopAll();
await Promise.all(ends);
await simulator?.close();
await bots.close();
process.exitCode = code ?? 0;

function run(cwd: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
