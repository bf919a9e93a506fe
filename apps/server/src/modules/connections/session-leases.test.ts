import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { startSessionLeases } from './session-leases.ts';

const LEASE_SECONDS = 2;
const SOON = { timeout: 9_000, interval: 20 };

const { channel } = createTestChannel();
const opened: number[] = [];
const unresponsive = new Set<number>();
channel.session = {
  async open({ connectionId }) {
    opened.push(connectionId);
    if (unresponsive.has(connectionId)) throw new Error('the channel does not answer');
  },
  close: async ({ connectionId }) => void closed.push(connectionId),
};
const closed: number[] = [];
const timesOpened = (id: number) => opened.filter((openedId) => openedId === id).length;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    channels: { of: (provider) => (provider === 'sandbox' ? channel : undefined), close: async () => {} },
  });
});
afterAll(() => server.stop());

type Node = ReturnType<typeof startSessionLeases>;
const nodes: Node[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await server.asOwner.query(`update connections set status = 'DISCONNECTED'`);
});
function aNode(name: string, more: Partial<Parameters<typeof startSessionLeases>[0]> = {}): Node {
  const node = startSessionLeases({
    db: server.db,
    connections: server.modules.connections,
    node: name,
    onError: () => {},
    leaseSeconds: LEASE_SECONDS,
    pollIntervalMs: 60,
    ...more,
  });
  nodes.push(node);
  return node;
}
const isLeasedBy = (node: Node, id: number) => node.leases().some(({ connectionId }) => connectionId === id);
const whenLeasedBy = (node: Node, id: number) => vi.waitUntil(() => isLeasedBy(node, id), SOON);

const draft = (name: string) => ({ name, channel: 'whatsapp', provider: 'sandbox' });
const connect = async (admin: Caller, name = 'Matriz') =>
  (await admin.request('POST', '/whatsapp', draft(name))).json<{ id: number }>().id;
/** Connected connections without a lease, as after a stop of all nodes. */
async function orphanedConnections(count: number): Promise<number[]> {
  const admin = await server.createAdmin();
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) ids.push(await connect(admin, `Linha ${number}`));
  await server.asOwner.query(
    `update connections set status = 'CONNECTED', lease_node = null, lease_until = null where id = any($1)`,
    [ids],
  );
  opened.splice(0);
  return ids;
}
/** Database access of a node that the test can interrupt. */
function createDbLink() {
  let isCut = false;
  const unreachable = () => Promise.reject(new Error('the database cannot be reached'));
  const db: Db = {
    ...server.db,
    inCompany: (companyId, work) => (isCut ? unreachable() : server.db.inCompany(companyId, work)),
    onPlatform: (work) => (isCut ? unreachable() : server.db.onPlatform(work)),
  };
  return { db, cut: () => void (isCut = true), restore: () => void (isCut = false) };
}

describe('the lease of a live session', () => {
  it('is claimed by exactly one of two concurrent nodes', async () => {
    const ids = await orphanedConnections(8);
    const [north, south] = [aNode('north'), aNode('south')];
    await vi.waitUntil(() => ids.every((id) => isLeasedBy(north, id) || isLeasedBy(south, id)), SOON);
    for (const id of ids)
      expect([isLeasedBy(north, id), isLeasedBy(south, id)].filter(Boolean), `connection ${id}`).toEqual([true]);
    await Promise.all([north.stop(), south.stop()]);
    expect(opened.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('is renewed while its node lives', async () => {
    const [id] = await orphanedConnections(1);
    const north = aNode('north');
    await whenLeasedBy(north, id!);
    const south = aNode('south');
    const until = async () =>
      (await server.asOwner.query<{ at: Date }>('select lease_until as at from connections where id = $1', [id]))
        .rows[0]!.at;
    const first = await until();
    await vi.waitUntil(async () => +(await until()) > +first + LEASE_SECONDS * 1_100, SOON);
    expect([isLeasedBy(north, id!), isLeasedBy(south, id!), timesOpened(id!)]).toEqual([true, false, 1]);
  });

  it('moves to another node when it is not renewed; the first node closes the session when it returns', async () => {
    const [id] = await orphanedConnections(1);
    const wire = createDbLink();
    const north = aNode('north', { db: wire.db });
    await whenLeasedBy(north, id!);
    const south = aNode('south');
    wire.cut();
    await whenLeasedBy(south, id!);
    await vi.waitUntil(() => timesOpened(id!) === 2, SOON);
    wire.restore();
    await vi.waitUntil(() => !isLeasedBy(north, id!), SOON);
    expect([isLeasedBy(south, id!), timesOpened(id!)]).toEqual([true, 2]);
  });

  it('is released at once when its node stops', async () => {
    const [id] = await orphanedConnections(1);
    const north = aNode('north', { leaseSeconds: 3_600 });
    await whenLeasedBy(north, id!);
    await north.stop();
    const south = aNode('south');
    await whenLeasedBy(south, id!);
    await vi.waitUntil(() => timesOpened(id!) === 2, SOON);
  });

  it('closes a local session that another node took over or that was disconnected, but not one opened again', async () => {
    const [id] = await orphanedConnections(1);
    const whereItIs = new Set([id!]);
    channel.session!.isOpenLocally = async ({ connectionId }) => whereItIs.has(connectionId);
    try {
      const north = aNode('north');
      await whenLeasedBy(north, id!);
      const lease = (node: string, status = 'CONNECTED') =>
        server.asOwner.query(
          `update connections set lease_node = $2, lease_until = now() + interval '1 minute', lease_fence = lease_fence + 10,
                  status = $3 where id = $1`,
          [id, node, status],
        );
      await lease('being opened', 'OPENING');
      await vi.waitUntil(() => !isLeasedBy(north, id!), SOON);
      expect(closed).not.toContain(id);
      // An opened session is claimed as it is on its own node, and opened on any other.
      const markOpened = `update connections set lease_node = 'opened', lease_until = null where id = $1`;
      await server.asOwner.query(markOpened, [id]);
      await whenLeasedBy(north, id!);
      expect(timesOpened(id!)).toBe(1);
      await lease('south');
      await vi.waitUntil(() => closed.includes(id!), SOON);
      whereItIs.delete(id!);
      await server.asOwner.query(markOpened, [id]);
      await vi.waitUntil(() => timesOpened(id!) === 2, SOON);
    } finally {
      delete channel.session!.isOpenLocally;
    }
  });

  it('is not claimed for a deactivated company', async () => {
    const [off, on] = [(await orphanedConnections(1))[0]!, (await orphanedConnections(1))[0]!];
    await server.asOwner.query(
      'update companies set is_active = false where company_id = (select company_id from connections where id = $1)',
      [off],
    );
    const north = aNode('north');
    await whenLeasedBy(north, on);
    await north.stop();
    expect([timesOpened(on), timesOpened(off)]).toEqual([1, 0]);
  });
});

describe('a session opened by a user', () => {
  it('is claimed without opening it again, which would use up a QR code', async () => {
    const admin = await server.createAdmin();
    const north = aNode('north');
    const south = aNode('south');
    const id = await connect(admin);
    await vi.waitUntil(() => isLeasedBy(north, id) || isLeasedBy(south, id), SOON);
    expect(timesOpened(id)).toBe(1);

    for (const again of [2, 3, 4]) {
      const before = [...north.leases(), ...south.leases()].find(({ connectionId }) => connectionId === id)!.fence;
      expect((await admin.request(again === 3 ? 'PUT' : 'POST', `/whatsappsession/${id}`)).statusCode).toBe(200);
      await vi.waitUntil(
        () =>
          [...north.leases(), ...south.leases()].some(
            (openedId) => openedId.connectionId === id && openedId.fence > before + 1,
          ),
        SOON,
      );
    }
    await Promise.all([north.stop(), south.stop()]);
    expect(timesOpened(id)).toBe(4);
  });

  it('is released when the user ends it, and no node opens it again', async () => {
    const admin = await server.createAdmin();
    const north = aNode('north');
    const [id, other] = [await connect(admin), await connect(admin, 'Outra')];
    await whenLeasedBy(north, id);
    expect((await admin.request('DELETE', `/whatsappsession/${id}`)).statusCode).toBe(200);
    await vi.waitUntil(() => !isLeasedBy(north, id), SOON);
    await server.asOwner.query('update connections set lease_node = null, lease_until = null where id = any($1)', [
      [id, other],
    ]);
    const south = aNode('south');
    await vi.waitUntil(() => timesOpened(other) === 2, SOON);
    await south.stop();
    expect(timesOpened(id)).toBe(1);
  });

  it('that failed to open is retried by the lease holders until it succeeds', async () => {
    const admin = await server.createAdmin();
    opened.splice(0);
    unresponsive.add(await nextId());
    const id = await connect(admin);
    expect([...unresponsive]).toContain(id);
    // Simulates the end of the first fifteen seconds.
    await server.asOwner.query(`update connections set lease_until = now() - interval '1 second' where id = $1`, [id]);
    const north = aNode('north', { leaseSeconds: 1 });
    await vi.waitUntil(() => timesOpened(id) === 3, SOON);
    unresponsive.clear();
    await whenLeasedBy(north, id);
    await vi.waitUntil(() => timesOpened(id) === 4, SOON);
  });

  it('is opened by another node if its node died', async () => {
    const [id] = await orphanedConnections(1);
    await server.asOwner.query(
      `update connections set status = 'OPENING', lease_node = 'being opened', lease_until = now() + interval '1 second' where id = $1`,
      [id],
    );
    await whenLeasedBy(aNode('north'), id!);
    await vi.waitUntil(() => timesOpened(id!) === 1, SOON);
  });
});

describe('a session that cannot be opened', () => {
  it('does not delay the others', async () => {
    const [orphan, good] = (await orphanedConnections(2)) as [number, number];
    await server.asOwner.query(`update connections set provider = 'beta' where id = $1`, [orphan]);
    // It is claimed first, and there is only one poll.
    await server.asOwner.query(`update connections set lease_until = now() - interval '1 hour' where id = $1`, [good]);
    const faults: unknown[] = [];
    const north = aNode('north', { pollIntervalMs: 60_000, onError: (error) => void faults.push(error) });
    await whenLeasedBy(north, good);
    expect(faults).toEqual([expect.objectContaining({ code: 'ERR_PROVIDER_UNAVAILABLE' })]);
    expect([isLeasedBy(north, orphan), timesOpened(good)]).toEqual([false, 1]);
  });
});

/** The id of the next connection. */
async function nextId(): Promise<number> {
  const { rows } = await server.asOwner.query<{ last: number }>('select last_value as last from connection_ids');
  return Number(rows[0]!.last) + 1;
}

it('renews all sessions of a company in one transaction, and none of an account without session [F-M13]', async () => {
  const ids = await orphanedConnections(3);
  await server.asOwner.query(`update connections set provider = 'official' where id = $1`, [ids[2]]);
  let transactions = 0;
  const db: Db = { ...server.db, inCompany: (...args) => ((transactions += 1), server.db.inCompany(...args)) };
  const node = aNode('counting', { db, pollIntervalMs: 60_000 });
  await vi.waitUntil(() => node.leases().length === 2, SOON);
  expect(node.leases().map(({ connectionId }) => connectionId)).toEqual(expect.arrayContaining(ids.slice(0, 2)));
  const before = transactions;
  await node.renew();
  expect(transactions - before).toBe(1);
  expect(node.leases()).toHaveLength(2);
});
