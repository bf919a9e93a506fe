/** A child as a process of its own. */
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ChildProcess } from './child-pool.ts';

const main = fileURLToPath(import.meta.resolve('@balcao/whatsapp-qr/child-main'));

/** Is the library there at all? It is an optional part of the installation. */
export function hasLibrary(): boolean {
  try {
    createRequire(main).resolve('baileys');
    return true;
  } catch {
    return false;
  }
}

/** `pretend` stands in for the network; an address of this machine may stand in for WhatsApp's own, with less patience. */
export function startProcess(
  kind: 'real' | 'pretend',
  ...trial: [address?: string, firstWaitMs?: number]
): ChildProcess {
  const child = fork(main, [kind, ...trial.map(String)], {
    // Nothing of ours: no database, no key of the house. Its words would name people and keys, so nobody prints them.
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
