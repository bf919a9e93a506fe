/** A new server that is idle connects to nothing but itself and its database [DP-08]. Counted by strace. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { missingPrograms, type Report } from './report.ts';
import { APP_SECRET, becomesReady, repository } from './test-server.ts';

const PORT = 43_120;
const STOP_MS = 20_000;

/** Lines of strace whose address is neither a path, nor nothing, nor this machine; attempts that failed count too. */
export function outgoingConnections(trace: string): string[] {
  const loopback = /inet_addr\("127\.|inet_pton\(AF_INET6, "(?:::1|::ffff:127\.[\d.]+)"/;
  return trace
    .split('\n')
    .filter((line) => /\b(?:connect|sendto|sendmsg|sendmmsg)\(/.test(line) && /sa_family=AF_INET6?\b/.test(line))
    .filter((line) => !loopback.test(line));
}

export async function tryIdle(root: string, report: Report, seconds: number): Promise<void> {
  const name = `a new server makes no outgoing connection in ${seconds} s`;
  if (missingPrograms({ strace: 'strace' }).length > 0) return report.skip(name, 'apt-get install strace');
  const file = join(root, 'idle.trace');
  const calls = '--trace=connect,sendto,sendmsg,sendmmsg';
  const args = ['-f', '-qq', calls, '-o', file, process.execPath, 'apps/server/src/main.ts'];
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: join(root, 'idle'),
    HOST: '127.0.0.1',
    PORT: String(PORT),
    APP_SECRET,
    LOG_LEVEL: 'error',
  };
  const traced = spawn('strace', args, {
    cwd: repository,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  const ended = once(traced, 'exit');
  try {
    if (!(await becomesReady(PORT, traced))) return report.check(name, false, 'the server does not become ready');
    // The time is what is measured: work of every minute must happen within it.
    await pause(seconds * 1000);
  } finally {
    process.kill(-traced.pid!, 'SIGTERM');
    await Promise.race([ended, pause(STOP_MS)]);
  }
  const trace = readFileSync(file, 'utf8');
  const outgoing = outgoingConnections(trace);
  const own = trace.split('\n').filter((line) => /\bconnect\(/.test(line)).length;
  report.check('the connections to its own database are in the count', own > 0);
  report.check(
    `${name}; ${own} to its own database and this machine`,
    outgoing.length === 0,
    `\n${outgoing.slice(0, 20).join('\n')}`,
  );
}
