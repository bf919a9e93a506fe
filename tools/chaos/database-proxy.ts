/**
 * A TCP proxy before PostgreSQL. It can drop packets: connections stay open, and nothing passes. And it can cut a connection
 * after a commit, before its answer has passed.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** As simple messages of the protocol: type, length and text. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');

export async function startDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const host = target.hostname || '127.0.0.1';
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let mayCut = () => false;
  let cuts = 0;
  const server = createServer((client) => {
    const database = connect(port, host);
    let isCut = false;
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (from === client && bytes.includes(COMMIT) && mayCut()) isCut = true;
        if (from === database && isCut && bytes.includes(COMMITTED)) {
          cuts += 1;
          client.destroy();
        } else if (!isSilent && !to.destroyed) to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  // The Unix socket would bypass the proxy.
  url.searchParams.delete('host');
  return {
    url: url.href,
    /** Drops every packet in both directions, as a failed network does; the connections learn nothing of it. */
    silence: () => void (isSilent = true),
    restore: () => void (isSilent = false),
    /** The answers of the commits that `which` chooses never arrive, because their connection is cut. */
    cutCommits: (which: () => boolean) => void (mayCut = which),
    cutCount: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
