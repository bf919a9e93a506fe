import type { Db } from '../../foundation/db/tx.ts';
import type { Connections } from './connections.ts';
import { connectionStore, isHeldElsewhere, LEASE_SECONDS } from './connections.store.ts';

const LOOK_EVERY_MS = 4000;
const AT_ONCE = 50;

interface Held {
  companyId: number;
  connectionId: number;
  fence: number;
}

/**
 * A live session belongs to one node at a time. Each node takes what nobody holds, renews what it has, and lets go of
 * what another took meanwhile; when a node dies, its leases run out and another one opens the sessions again.
 */
export function holdSessions({
  db,
  connections,
  node,
  failed,
  leaseSeconds = LEASE_SECONDS,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  db: Db;
  connections: Connections;
  node: string;
  failed(fault: unknown): void;
  leaseSeconds?: number;
  lookEveryMs?: number;
}) {
  const held = new Map<string, Held>();
  let isStopped = false;
  let keeping: Promise<void> = Promise.resolve();
  let taking: Promise<void> | undefined;
  /** What is held is kept also while a channel takes its time to open another. */
  function look() {
    keeping = keeping.then(keep).catch(failed);
    taking ??= take()
      .catch(failed)
      .finally(() => (taking = undefined));
  }
  const timer = setInterval(look, lookEveryMs);
  look();

  async function keep() {
    // What is the matter with one must not cost the others their leases.
    for (const [key, one] of held) await keepOne(key, one).catch(failed);
  }
  async function keepOne(key: string, one: Held) {
    const mine = await db.inCompany(one.companyId, (tx) =>
      connectionStore.renew(tx, one.connectionId, one.fence, leaseSeconds),
    );
    // Unless it was taken anew in the meantime.
    if (mine || held.get(key) !== one) return;
    held.delete(key);
    await leave(one);
  }
  /** One that rests is of no use here, and two of the same would throw each other out for ever. */
  async function leave({ companyId, connectionId }: Held) {
    const connection = await connections.show(companyId, connectionId);
    // Somebody here may just have opened it anew.
    if (!connection || (connection.status !== 'DISCONNECTED' && !isHeldElsewhere(connection, node))) return;
    const { session } = connections.channelOf(connection);
    if (!session?.isHere) return;
    const account = connections.accountOf(connection);
    if (await session.isHere(account)) await session.close(account, false);
  }

  async function take() {
    for (const one of await db.onPlatform((tx) => connectionStore.toHold(tx, AT_ONCE))) {
      if (isStopped) return;
      await takeOne(one).catch(failed);
    }
  }
  async function takeOne({ companyId, connectionId }: Pick<Held, 'companyId' | 'connectionId'>) {
    const taken = await db.inCompany(companyId, (tx) => connectionStore.claim(tx, connectionId, node, leaseSeconds));
    const connection = taken && (await connections.show(companyId, connectionId));
    if (!connection) return;
    const key = `${companyId} ${connectionId}`;
    held.set(key, { companyId, connectionId, fence: taken.fence });
    try {
      const { session } = connections.channelOf(connection);
      const account = connections.accountOf(connection);
      // What somebody has just opened is taken as it is: opened again, it would use up one of its QR codes. Unless its
      // sessions live in our own processes, and it was another that was asked to open it.
      if (taken.isOpen && (await session?.isHere?.(account)) !== false) return;
      await session?.open(account, false);
    } catch (fault) {
      // Not held, the lease runs out; then it is tried again, here or on another node.
      held.delete(key);
      throw fault;
    }
  }

  return {
    held: () => [...held.values()],
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([keeping, taking]);
      for (const { companyId, connectionId, fence } of held.values()) {
        await db.inCompany(companyId, (tx) => connectionStore.release(tx, connectionId, fence)).catch(failed);
      }
    },
  };
}
