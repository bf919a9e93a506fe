/** The processes of a chaos run: each with its own log; all are killed when the run ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, createWriteStream, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) {
    // A process stopped with SIGSTOP must be killed too.
    child.kill('SIGCONT');
    child.kill('SIGKILL');
  }
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

export interface Spawned {
  pid: number;
  /** The text in parentheses of its ready line. */
  readyText: string;
  hasEnded(): boolean;
  /** SIGKILL, without any shutdown. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Resident memory in megabytes. */
  resident(): number;
}
interface ProcessOptions {
  file: string;
  args?: string[];
  env: Record<string, string>;
  log: string;
  readyPattern: RegExp;
}

/** Longer than a busy machine needs; a process that ends is noticed at once. */
const START_TIMEOUT_MS = 180_000;
const { PATH = '', HOME = '' } = process.env;
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/compiled');

/** Resolves once the process prints its ready line. */
export async function start({ file, args = [], env, log, readyPattern }: ProcessOptions): Promise<Spawned> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  living.add(child);
  const ended = once(child, 'exit').then(([code, signal]) => {
    living.delete(child);
    appendFileSync(log, `— ended: ${String(code ?? signal)}\n`);
  });
  const out = createWriteStream(log, { flags: 'a' });
  child.stderr.pipe(out, { end: false });
  const readyText = await new Promise<string>((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`${file} was not ready in time: ${output}`)), START_TIMEOUT_MS);
    child.stdout.on('data', (part: Buffer) => {
      out.write(part);
      output = (output + part.toString()).slice(-4000);
      const match = readyPattern.exec(output);
      if (match) {
        clearTimeout(late);
        resolve(match[1]!);
      }
    });
    void ended.then(() => {
      clearTimeout(late);
      reject(new EndedEarly(`It ended before it was ready; its output is in ${log}`));
    });
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const endBy = async (signal: NodeJS.Signals) => {
    if (!hasEnded()) child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid!,
    readyText,
    hasEnded,
    kill: () => endBy('SIGKILL'),
    stop: () => endBy('SIGTERM'),
    signal: (name) => void child.kill(name),
    resident: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  };
}

export class EndedEarly extends Error {}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
