/** Process that runs linked devices only: without the server's secrets, without a database. It ends with the server. */
import { createSessions } from './sessions.ts';
import type { WaLibrary } from './wa-socket.ts';

/** `pretend` selects the fake library of tests and demos. */
const [kind = 'real', version = '', address, firstWaitMs] = process.argv.slice(2);
const library: WaLibrary =
  kind === 'pretend'
    ? await (await import('./fake-library.ts')).openFakeLibrary()
    : await (await import('./real-library.ts')).openRealLibrary(version, address);

/** Shorter waits for a test server on this machine. */
const waits = address !== undefined &&
  firstWaitMs !== undefined && {
    reconnectMs: (attempt: number) => Number(firstWaitMs) * 2 ** attempt,
    restartMs: Number(firstWaitMs),
    undecipheredMs: 60_000,
  };
const sessions = createSessions(
  library,
  {
    send: (text) => process.connected && (process.send?.(text), true),
    onMessage: (listener) => void process.on('message', (text) => typeof text === 'string' && listener(text)),
  },
  waits ? { waits } : {},
);

process.on('disconnect', () => {
  sessions.saveQueues();
  process.exit(0);
});
// An error of one device must not stop the others.
process.on('unhandledRejection', sessions.onError);
process.on('uncaughtException', (error) => {
  sessions.onError(error);
  // The state of the process is unknown. A new process starts from the stored state.
  setTimeout(() => process.exit(1), 200);
});
process.send?.('"ready"');
