import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const METER = resolve(import.meta.dirname, 'meter.ts');
const living = new Set<ChildProcess>();
// However the benchmark ends, no process it started outlives it.
process.on('exit', () => living.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

export interface Memory {
  resident: number;
  heap: number;
}

/** A measured server: `url` comes from its ready line. */
export interface Measured {
  url: string;
  cpuMicros(): Promise<number>;
  /** After a full collection, in bytes: resident memory and heap. */
  memory(): Promise<Memory>;
  /** Resident memory at this moment, without a collection. */
  resident(): Promise<number>;
  stop(): Promise<void>;
}

export async function startMeasured(
  file: string,
  env: Record<string, string>,
  readyPattern: RegExp,
  flags: string[] = [],
): Promise<Measured> {
  const child = spawn(process.execPath, [...flags, '--expose-gc', '--import', METER, file], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: cleanEnv(env),
  });
  const url = await firstMatch(tracked(child), readyPattern);
  return {
    url,
    cpuMicros: () => request<number>(child, 'cpu'),
    memory: () => request<Memory>(child, 'memory'),
    resident: () => request<number>(child, 'resident'),
    stop: () => end(child),
  };
}

/** A process of callers or listeners: receives one command at a time and replies to it. */
export interface Helper {
  request<Answer>(order: object): Promise<Answer>;
  stop(): Promise<void>;
}

export function startHelper(file: string): Helper {
  const child = tracked(fork(resolve(import.meta.dirname, 'clients', file), { env: cleanEnv() }));
  return { request: (order) => request(child, order), stop: () => end(child) };
}

/** Only the variables a program needs: a PORT or DATABASE_URL of the user's shell must not leak in. */
export function cleanEnv(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...more };
}

/** The captured text of the first matching output line; fails when the process ends before. */
export function firstMatch({ stdout, stderr }: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  stderr?.on('data', (part) => (output += String(part)));
  return new Promise((resolve, reject) => {
    // Output is read on: a full or closed pipe would block the process.
    stdout!.on('data', (part) => {
      output += String(part);
      const match = pattern.exec(output);
      if (match) resolve(match[1] ?? match[0]);
    });
    stdout!.once('close', () => reject(new Error(`It ended before it was ready: ${output}`)));
  });
}

export function tracked<Child extends ChildProcess>(child: Child): Child {
  living.add(child);
  child.once('exit', () => living.delete(child));
  return child;
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function request<Answer>(child: ChildProcess, order: object | string): Promise<Answer> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error('A process of the bench ended too early.'));
  child.once('exit', onExit);
  try {
    child.send(order);
    const [answer] = (await once(child, 'message', { signal: ended.signal })) as [Answer];
    return answer;
  } finally {
    child.off('exit', onExit);
  }
}
