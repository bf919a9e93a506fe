import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The part of the driver's connection object that is used here. */
interface Wire {
  connection: { stream: Writable };
}
const corked = new WeakSet<pg.PoolClient>();

/**
 * Sends all statements that are issued in the same tick in one write: a statement is cheap, each write costs a system
 * call.
 */
export function pipelined<T>(client: pg.PoolClient, send: () => T): T {
  if (!corked.has(client)) {
    const { stream } = (client as unknown as Wire).connection;
    corked.add(client);
    stream.cork();
    // After all synchronous code of this tick.
    process.nextTick(() => {
      corked.delete(client);
      stream.uncork();
    });
  }
  return send();
}
