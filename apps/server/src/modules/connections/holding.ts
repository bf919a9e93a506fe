import type { Db } from '../../foundation/db/tx.ts';
import type { Connections } from './connections.ts';
import { connectionStore } from './connections.store.ts';

const LEASE_SECONDS = 15;
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
}: {
  db: Db;
  connections: Connections;
  node: string;
  failed(fault: unknown): void;
}) {
  const held = new Map<string, Held>();
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();
  const again = () => void (round = round.then(look).catch(failed));
  const timer = setInterval(again, LOOK_EVERY_MS);
  again();

  async function look() {
    if (isStopped) return;
    for (const [key, one] of held) {
      const mine = await db.inCompany(one.companyId, (tx) =>
        connectionStore.renew(tx, one.connectionId, one.fence, LEASE_SECONDS),
      );
      if (!mine) held.delete(key);
    }
    for (const { companyId, connectionId } of await db.onPlatform((tx) => connectionStore.toHold(tx, AT_ONCE))) {
      const fence = await db.inCompany(companyId, (tx) => connectionStore.claim(tx, connectionId, node, LEASE_SECONDS));
      if (fence === undefined) continue;
      held.set(`${companyId} ${connectionId}`, { companyId, connectionId, fence });
      const connection = await connections.show(companyId, connectionId);
      if (connection)
        await connections.channelOf(connection).session?.open(connections.accountOf(connection), false).catch(failed);
    }
  }

  return {
    held: () => [...held.values()],
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
      for (const { companyId, connectionId, fence } of held.values()) {
        await db.inCompany(companyId, (tx) => connectionStore.release(tx, connectionId, fence)).catch(failed);
      }
    },
  };
}
