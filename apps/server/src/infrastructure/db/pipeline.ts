import type { Writable } from 'node:stream';
import type pg from 'pg';

/** What a connection of the driver is made of, as far as it is used here. */
interface Wire {
  connection: { stream: Writable };
}
const corked = new WeakSet<pg.PoolClient>();

/**
 * What is asked of a connection before the program waits for anything leaves in one piece: a statement costs little, each
 * piece that goes out costs a turn through the system.
 */
export function pipelined<T>(client: pg.PoolClient, send: () => T): T {
  if (!corked.has(client)) {
    const { stream } = (client as unknown as Wire).connection;
    corked.add(client);
    stream.cork();
    // After everything that waits for nothing has run.
    process.nextTick(() => {
      corked.delete(client);
      stream.uncork();
    });
  }
  return send();
}
