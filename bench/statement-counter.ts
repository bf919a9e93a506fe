/** A relay between a server and its database that counts statements and round trips. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface StatementCounter {
  /** The database URL through the relay. */
  url: string;
  /** Names, or the text of unnamed statements, since the last call; in the order in which they were sent. */
  take(): { statements: string[]; roundTrips: number };
  close(): Promise<void>;
}

export async function openStatementCounter(databaseUrl: string): Promise<StatementCounter> {
  const target = new URL(databaseUrl);
  const statements: string[] = [];
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const read = readStatements((statement) => statements.push(statement));
    // Statements that are sent without waiting for an answer share a round trip.
    let isWaiting = false;
    client.on('data', (part) => {
      if (!isWaiting) roundTrips += 1;
      isWaiting = true;
      read(part);
      database.write(part);
    });
    database.on('data', (part) => {
      isWaiting = false;
      client.write(part);
    });
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket.setNoDelay());
      socket.on('error', () => {}).on('close', () => other.destroy());
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((relay.address() as AddressInfo).port);
  // The Unix socket would bypass the relay.
  url.searchParams.delete('host');
  return {
    url: url.href,
    take() {
      const taken = { statements: statements.splice(0), roundTrips };
      roundTrips = 0;
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}

/** Reads the messages Query and Bind of the protocol; a Bind names the prepared statement that is executed next. */
function readStatements(found: (statement: string) => void): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  return (part) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    for (;;) {
      // The first message has no type.
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const type = hasStarted ? String.fromCharCode(rest[0]!) : '';
      const fields = rest.toString('utf8', head + 4, length).split('\0');
      // One Query may contain several statements.
      if (type === 'Q') for (const text of fields[0]!.split('; ')) found(text);
      if (type === 'B') found(fields[1] === '' ? '(unnamed)' : fields[1]!);
      hasStarted = true;
      rest = rest.subarray(length);
    }
  };
}
