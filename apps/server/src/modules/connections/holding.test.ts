import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aChannel } from '../../../test/channel.ts';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { holdSessions } from './holding.ts';

const LEASE_SECONDS = 2;
const SOON = { timeout: 9_000, interval: 20 };

const { channel } = aChannel();
const opened: number[] = [];
const deaf = new Set<number>();
channel.session = {
  async open({ connectionId }) {
    opened.push(connectionId);
    if (deaf.has(connectionId)) throw new Error('the channel does not answer');
  },
  close: async ({ connectionId }) => void closed.push(connectionId),
};
const closed: number[] = [];
const timesOpened = (id: number) => opened.filter((one) => one === id).length;

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({
    channels: { of: (provider) => (provider === 'sandbox' ? channel : undefined), close: async () => {} },
  });
});
afterAll(() => house.stop());

type Node = ReturnType<typeof holdSessions>;
const nodes: Node[] = [];
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await house.asOwner.query(`update connections set status = 'DISCONNECTED'`);
});
function aNode(name: string, more: Partial<Parameters<typeof holdSessions>[0]> = {}): Node {
  const node = holdSessions({
    db: house.db,
    connections: house.modules.connections,
    node: name,
    failed: () => {},
    leaseSeconds: LEASE_SECONDS,
    lookEveryMs: 60,
    ...more,
  });
  nodes.push(node);
  return node;
}
const holds = (node: Node, id: number) => node.held().some(({ connectionId }) => connectionId === id);
const whenHeldBy = (node: Node, id: number) => vi.waitUntil(() => holds(node, id), SOON);

const draft = (name: string) => ({ name, channel: 'whatsapp', provider: 'sandbox' });
const begin = async (admin: Caller, name = 'Matriz') =>
  (await admin.ask('POST', '/whatsapp', draft(name))).json<{ id: number }>().id;
/** Connections that are connected and held by nobody, as after the whole house stood still. */
async function left(count: number): Promise<number[]> {
  const admin = await house.anAdmin();
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) ids.push(await begin(admin, `Linha ${number}`));
  await house.asOwner.query(
    `update connections set status = 'CONNECTED', lease_node = null, lease_until = null where id = any($1)`,
    [ids],
  );
  opened.splice(0);
  return ids;
}
/** A node's way to the database, which can be cut. */
function aWire() {
  let isCut = false;
  const gone = () => Promise.reject(new Error('the database cannot be reached'));
  const db: Db = {
    ...house.db,
    inCompany: (companyId, work) => (isCut ? gone() : house.db.inCompany(companyId, work)),
    onPlatform: (work) => (isCut ? gone() : house.db.onPlatform(work)),
  };
  return { db, cut: () => void (isCut = true), mend: () => void (isCut = false) };
}

describe('a live session belongs to one node', () => {
  it('of two that look at the same time, exactly one opens each', async () => {
    const ids = await left(8);
    const [north, south] = [aNode('north'), aNode('south')];
    await vi.waitUntil(() => ids.every((id) => holds(north, id) || holds(south, id)), SOON);
    for (const id of ids)
      expect([holds(north, id), holds(south, id)].filter(Boolean), `connection ${id}`).toEqual([true]);
    await Promise.all([north.stop(), south.stop()]);
    expect(opened.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('keeps it longer than a lease lasts, as long as it lives', async () => {
    const [id] = await left(1);
    const north = aNode('north');
    await whenHeldBy(north, id!);
    const south = aNode('south');
    const until = async () =>
      (await house.asOwner.query<{ at: Date }>('select lease_until as at from connections where id = $1', [id]))
        .rows[0]!.at;
    const first = await until();
    await vi.waitUntil(async () => +(await until()) > +first + LEASE_SECONDS * 1_100, SOON);
    expect([holds(north, id!), holds(south, id!), timesOpened(id!)]).toEqual([true, false, 1]);
  });

  it('loses it by silence: another opens it, and the first lets go when it is back', async () => {
    const [id] = await left(1);
    const wire = aWire();
    const north = aNode('north', { db: wire.db });
    await whenHeldBy(north, id!);
    const south = aNode('south');
    wire.cut();
    await whenHeldBy(south, id!);
    await vi.waitUntil(() => timesOpened(id!) === 2, SOON);
    wire.mend();
    await vi.waitUntil(() => !holds(north, id!), SOON);
    expect([holds(south, id!), timesOpened(id!)]).toEqual([true, 2]);
  });

  it('gives it back at once when it stops', async () => {
    const [id] = await left(1);
    const north = aNode('north', { leaseSeconds: 3_600 });
    await whenHeldBy(north, id!);
    await north.stop();
    const south = aNode('south');
    await whenHeldBy(south, id!);
    await vi.waitUntil(() => timesOpened(id!) === 2, SOON);
  });

  it('that lives in our own processes is closed where another took it, or where it rests; never where it was opened anew', async () => {
    const [id] = await left(1);
    const whereItIs = new Set([id!]);
    channel.session!.isHere = async ({ connectionId }) => whereItIs.has(connectionId);
    try {
      const north = aNode('north');
      await whenHeldBy(north, id!);
      const lease = (node: string, status = 'CONNECTED') =>
        house.asOwner.query(
          `update connections set lease_node = $2, lease_until = now() + interval '1 minute', lease_fence = lease_fence + 10,
                  status = $3 where id = $1`,
          [id, node, status],
        );
      await lease('being opened', 'OPENING');
      await vi.waitUntil(() => !holds(north, id!), SOON);
      expect(closed).not.toContain(id);
      // Handed over, it is taken as it is while it is here, and opened where it is not.
      const handOver = `update connections set lease_node = 'opened', lease_until = null where id = $1`;
      await house.asOwner.query(handOver, [id]);
      await whenHeldBy(north, id!);
      expect(timesOpened(id!)).toBe(1);
      await lease('south');
      await vi.waitUntil(() => closed.includes(id!), SOON);
      whereItIs.delete(id!);
      await house.asOwner.query(handOver, [id]);
      await vi.waitUntil(() => timesOpened(id!) === 2, SOON);
    } finally {
      delete channel.session!.isHere;
    }
  });

  it('is not taken for a company that was switched off', async () => {
    const [off, on] = [(await left(1))[0]!, (await left(1))[0]!];
    await house.asOwner.query(
      'update companies set is_active = false where company_id = (select company_id from connections where id = $1)',
      [off],
    );
    const north = aNode('north');
    await whenHeldBy(north, on);
    await north.stop();
    expect([timesOpened(on), timesOpened(off)]).toEqual([1, 0]);
  });
});

describe('a session that a person begins', () => {
  it('is taken as it is: a second opening would use up one of its codes', async () => {
    const admin = await house.anAdmin();
    const north = aNode('north');
    const south = aNode('south');
    const id = await begin(admin);
    await vi.waitUntil(() => holds(north, id) || holds(south, id), SOON);
    expect(timesOpened(id)).toBe(1);

    for (const again of [2, 3, 4]) {
      const before = [...north.held(), ...south.held()].find(({ connectionId }) => connectionId === id)!.fence;
      expect((await admin.ask(again === 3 ? 'PUT' : 'POST', `/whatsappsession/${id}`)).statusCode).toBe(200);
      await vi.waitUntil(
        () => [...north.held(), ...south.held()].some((one) => one.connectionId === id && one.fence > before + 1),
        SOON,
      );
    }
    await Promise.all([north.stop(), south.stop()]);
    expect(timesOpened(id)).toBe(4);
  });

  it('is let go when that person ends it, and nobody opens it again', async () => {
    const admin = await house.anAdmin();
    const north = aNode('north');
    const [id, other] = [await begin(admin), await begin(admin, 'Outra')];
    await whenHeldBy(north, id);
    expect((await admin.ask('DELETE', `/whatsappsession/${id}`)).statusCode).toBe(200);
    await vi.waitUntil(() => !holds(north, id), SOON);
    await house.asOwner.query('update connections set lease_node = null, lease_until = null where id = any($1)', [
      [id, other],
    ]);
    const south = aNode('south');
    await vi.waitUntil(() => timesOpened(other) === 2, SOON);
    await south.stop();
    expect(timesOpened(id)).toBe(1);
  });

  it('that could not be opened is opened by whoever holds sessions, as often as it needs', async () => {
    const admin = await house.anAdmin();
    opened.splice(0);
    deaf.add(await nextId());
    const id = await begin(admin);
    expect([...deaf]).toContain(id);
    // As if the first fifteen seconds were over.
    await house.asOwner.query(`update connections set lease_until = now() - interval '1 second' where id = $1`, [id]);
    const north = aNode('north', { leaseSeconds: 1 });
    await vi.waitUntil(() => timesOpened(id) === 3, SOON);
    deaf.clear();
    await whenHeldBy(north, id);
    await vi.waitUntil(() => timesOpened(id) === 4, SOON);
  });

  it('is opened even if whoever began it died on the way', async () => {
    const [id] = await left(1);
    await house.asOwner.query(
      `update connections set status = 'OPENING', lease_node = 'being opened', lease_until = now() + interval '1 second' where id = $1`,
      [id],
    );
    await whenHeldBy(aNode('north'), id!);
    await vi.waitUntil(() => timesOpened(id!) === 1, SOON);
  });
});

describe('one that cannot be opened', () => {
  it('does not stand in the way of the others', async () => {
    const [orphan, good] = (await left(2)) as [number, number];
    await house.asOwner.query(`update connections set provider = 'official' where id = $1`, [orphan]);
    // It is looked at first, and there is only one look.
    await house.asOwner.query(`update connections set lease_until = now() - interval '1 hour' where id = $1`, [good]);
    const faults: unknown[] = [];
    const north = aNode('north', { lookEveryMs: 60_000, failed: (fault) => void faults.push(fault) });
    await whenHeldBy(north, good);
    expect(faults).toEqual([expect.objectContaining({ code: 'ERR_PROVIDER_UNAVAILABLE' })]);
    expect([holds(north, orphan), timesOpened(good)]).toEqual([false, 1]);
  });
});

/** The id that the next connection gets. */
async function nextId(): Promise<number> {
  const { rows } = await house.asOwner.query<{ last: number }>('select last_value as last from connection_ids');
  return Number(rows[0]!.last) + 1;
}
