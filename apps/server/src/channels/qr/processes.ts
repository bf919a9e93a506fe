/** Starts child processes. */
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ChildProcess } from './child-pool.ts';

const main = fileURLToPath(import.meta.resolve('@balcao/whatsapp-qr/child-main'));

/** Main file of the optional library; undefined if it is not installed. */
export function libraryFile(): string | undefined {
  try {
    return createRequire(main).resolve('baileys');
  } catch {
    return undefined;
  }
}
export const hasLibrary = (): boolean => libraryFile() !== undefined;

/** `pretend` uses the fake library. An empty version is that of the library. In tests a local address replaces WhatsApp's server, with a shorter first wait. */
export function startProcess(
  kind: 'real' | 'pretend',
  version = '',
  ...test: [address?: string, firstWaitMs?: number]
): ChildProcess {
  const child = fork(main, [kind, version, ...test.map(String)], {
    // No secrets of the server. Output is discarded because it would contain phone numbers and keys.
    env: {},
    execArgv: ['--max-old-space-size=1024'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isOver = false;
  const listeners: (() => void)[] = [];
  const over = () => {
    if (isOver) return;
    isOver = true;
    for (const listener of listeners) listener();
  };
  child.on('exit', over);
  child.on('error', over);
  return {
    send: (text) => child.connected && (child.send(text, () => {}), true),
    onMessage: (listener) => void child.on('message', (text) => typeof text === 'string' && listener(text)),
    onExit: (listener) => void listeners.push(listener),
    kill: () => void child.kill('SIGKILL'),
  };
}
