import { createServer, connect as connectTo, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createDb, createPool, type Db } from './tx.ts';

/** A network between server and database that can fall silent: connections stay open, bytes no longer pass. */
function createNetwork(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const proxy: Server = createServer((client) => {
    const database = connectTo(target);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => void (isSilent || database.write(bytes)));
    database.on('data', (bytes) => void (isSilent || client.write(bytes)));
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  });
  return {
    async open(): Promise<number> {
      await new Promise<void>((done) => void proxy.listen(0, '127.0.0.1', done));
      return (proxy.address() as AddressInfo).port;
    },
    fallSilent: () => void (isSilent = true),
    recover: () => void (isSilent = false),
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

const LIMITS = { connectionTimeoutMillis: 300, query_timeout: 400 };
const now = { name: 'test.now', text: 'select 1 as one' };

let server: TestServer;
let network: ReturnType<typeof createNetwork>;
let db: Db;
beforeAll(async () => {
  server = await startTestServer();
  const url = new URL(server.appUrl);
  network = createNetwork({ host: url.hostname, port: Number(url.port || 5432) });
  url.hostname = '127.0.0.1';
  url.port = String(await network.open());
  url.searchParams.delete('host');
  db = createDb({
    pool: createPool(url.href, 2, () => {}, LIMITS),
    addJob: async () => {},
    committed: () => {},
    onLongWrite: () => {},
  });
});
afterAll(async () => {
  network.close();
  await db.pool.end().catch(() => {});
  await server.stop();
});

describe('a network that falls silent', () => {
  it('fails waiting and new calls in time, and serves again once it recovers [F-H7]', async () => {
    const { companyId } = await server.createCompany();
    const ask = () => db.readCompany(companyId, (tx) => tx.query(now, []));
    expect(await ask()).toEqual([{ one: 1 }]);
    network.fallSilent();
    const startedAt = performance.now();
    // More than the pool has connections: some wait for an answer, the others for a connection.
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => ask()));
    expect(performance.now() - startedAt).toBeLessThan(3000);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } });
    await expect(db.query(now, [])).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    network.recover();
    expect(await ask()).toEqual([{ one: 1 }]);
    expect(db.pool.totalCount).toBeLessThanOrEqual(2);
  });

  it('refuses further calls at once when too many wait for a connection [F-H7]', async () => {
    const { companyId } = await server.createCompany();
    const gate = Promise.withResolvers<void>();
    const holders = [1, 2].map(() =>
      db.readCompany(companyId, async (tx) => {
        await tx.query(now, []);
        await gate.promise;
      }),
    );
    const waiting = Array.from({ length: 520 }, () =>
      db.query(now, []).catch((error: { code?: string }) => error.code),
    );
    const refused = await db.query(now, []).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'ETIMEDOUT', message: 'Too many calls wait for the database' });
    gate.resolve();
    await Promise.all([...holders, ...waiting]);
    expect(await db.query(now, [])).toEqual([{ one: 1 }]);
  });
});
