/** One running PostgreSQL server: its start, its postmaster.pid file and its end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded, startOf } from './processes.ts';
import { failure, type LaunchMode } from './launch-modes.ts';

/** The required port is used by another program. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

export type Running = {
  pid: number;
  /** Start time of the process, so that another process with the same id is never signalled. */
  since: string | undefined;
  port: number;
  how: string;
  /** Running and not asked to stop: an exit is unexpected. */
  isServing: boolean;
  /** Called once when it ends without being asked to. */
  onEnd?: () => void;
  atExit: () => void;
};

/** How soon the end of an adopted server is noticed. */
const WATCH_MS = 250;

type LaunchOptions = {
  port?: number | undefined;
  onProgress: (line: string) => void;
  /** Folders inside the data folder that PostgreSQL writes besides its own. */
  folders?: string[];
};

/** Resolves once connections are accepted. */
export async function launch(
  launchMode: LaunchMode,
  dir: string,
  settings: string[],
  { port, onProgress, folders = [] }: LaunchOptions,
): Promise<Running> {
  const data = join(dir, 'data');
  launchMode.changeOwner(data);
  for (const folder of folders) {
    mkdirSync(join(data, folder), { recursive: true, mode: 0o700 });
    launchMode.changeOwner(join(data, folder));
  }
  for (let attempt = 1; ; attempt += 1) {
    const candidate = port ?? (attempt === 1 ? lastPort(dir) : undefined) ?? (await freePort());
    const running = spawned(launchMode, dir, settings, candidate);
    if (running.pid !== 0 && (await isReady(running.pid, data, onProgress))) {
      running.isServing = true;
      return running;
    }
    stopTracking(running);
    const log = readFileSync(logOf(dir), 'utf8');
    if (!log.includes('Address already in use')) throw failure('PostgreSQL did not start', log);
    if (port !== undefined) throw new PortTaken(`Port ${port} on 127.0.0.1 is taken by another program.`);
    // Another program can take the free port before PostgreSQL does, but not ten times.
    if (attempt === 10) throw failure('PostgreSQL found no free port', log);
  }
}

function spawned(launchMode: LaunchMode, dir: string, settings: string[], port: number): Running {
  const data = join(dir, 'data');
  const [file, args] = launchMode.command('postgres', [
    '-D',
    launchMode.dataArgument(data),
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  if (existsSync(logOf(dir))) renameSync(logOf(dir), `${logOf(dir)}.previous`);
  const log = openSync(logOf(dir), 'w', 0o600);
  const child = spawn(file, args, {
    ...launchMode.identity,
    cwd: data,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
    // A separate session: Ctrl-C in the terminal reaches only this process, which stops PostgreSQL after the last request.
    detached: true,
  });
  closeSync(log);
  child.unref();
  const running = owned(child.pid ?? 0, port, launchMode.how);
  child.on('error', () => {});
  child.once('exit', () => reportEnd(running));
  return running;
}

/** Ties the server to this process: any exit except SIGKILL asks it to stop. */
export function owned(pid: number, port: number, how: string): Running {
  const running: Running = {
    pid,
    since: startOf(pid),
    port,
    how,
    isServing: false,
    atExit: () => requestStop(running),
  };
  process.once('exit', running.atExit);
  return running;
}

/** Watches a server that another process started: its exit is not reported to this one. */
export function watchAdopted(running: Running): void {
  running.isServing = true;
  const timer = setInterval(() => {
    if (running.isServing && startOf(running.pid) === running.since) return;
    clearInterval(timer);
    reportEnd(running);
  }, WATCH_MS);
  timer.unref();
}

function reportEnd(running: Running): void {
  if (!running.isServing) return;
  stopTracking(running);
  running.onEnd?.();
}

/** Parses postmaster.pid: process id, folder, start, port, socket, address, memory, state. */
export function postmasterOf(data: string): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Waits while the server is alive: after a power cut it first replays its write-ahead log. */
export async function isReady(pid: number, data: string, onProgress: LaunchOptions['onProgress']): Promise<boolean> {
  const warnAfter = performance.now() + 3_000;
  let hasWarned = false;
  for (;;) {
    const postmaster = postmasterOf(data);
    if (postmaster?.pid === pid && postmaster.ready) return true;
    if (startOf(pid) === undefined) return false;
    if (!hasWarned && performance.now() > warnAfter) {
      hasWarned = true;
      onProgress('Waiting for the database to be ready…');
    }
    await delay(3);
  }
}

/** Resolves when the process is gone. */
export async function shutDown(running: Running): Promise<void> {
  stopTracking(running);
  requestStop(running);
  if (await hasEnded(running.pid, 60_000)) return;
  // A recovery at the next start is better than a process that never ends.
  killProcess(running.pid, 'SIGQUIT');
  await hasEnded(running.pid, 10_000);
}

/** SIGINT shuts down cleanly without waiting for clients. */
function requestStop({ pid, since }: Running): void {
  if (since !== undefined && startOf(pid) === since) killProcess(pid, 'SIGINT');
}

function stopTracking(running: Running): void {
  running.isServing = false;
  process.off('exit', running.atExit);
}

function killProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

export function logOf(dir: string): string {
  return join(dir, 'postgres.log');
}

/** Reusing the last port keeps saved connections of database tools valid. */
function lastPort(dir: string): number | undefined {
  try {
    return Number(readFileSync(join(dir, 'port'), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
