/** `npm run dev`: the server, started anew at every change, and the web app with hot reload, in one terminal. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..');
const vite = join(repository, 'node_modules/vite/bin/vite.js');

const children = [
  run(repository, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts']),
  run(join(repository, 'apps/web'), [vite, '--clearScreen', 'false']),
];

// On a terminal Ctrl-C reaches the children by itself; we only wait for them.
process.on('SIGINT', () => {});
process.on('SIGTERM', stopAll);

const ends = children.map((child) => once(child, 'exit'));
const [code] = (await Promise.race(ends)) as [number | null];
stopAll();
await Promise.all(ends);
process.exitCode = code ?? 0;

function run(cwd: string, args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
}

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
