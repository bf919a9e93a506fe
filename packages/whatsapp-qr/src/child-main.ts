/**
 * A process that holds linked devices and nothing else: it is started without any secret of the house, knows no database,
 * and ends when the house does.
 */
import { createSessions } from './sessions.ts';
import type { WaLibrary } from './wa-socket.ts';

/** Which library: the real one, or what stands in for it where things are only tried. */
const [kind = 'real', address, firstWaitMs] = process.argv.slice(2);
const library: WaLibrary =
  kind === 'pretend'
    ? await (await import('./fake-library.ts')).openFakeLibrary()
    : await (await import('./real-library.ts')).openRealLibrary(address);

/** Against this very machine one need not be patient. */
const waits = address !== undefined &&
  firstWaitMs !== undefined && {
    before: (attempt: number) => Number(firstWaitMs) * 2 ** attempt,
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

process.on('disconnect', () => process.exit(0));
// One device's trouble is not the others': it is told of, and everything goes on.
process.on('unhandledRejection', sessions.onError);
process.on('uncaughtException', (error) => {
  sessions.onError(error);
  // Whoever threw it is in no known state. A new process starts with what was kept.
  setTimeout(() => process.exit(1), 200);
});
process.send?.('"ready"');
