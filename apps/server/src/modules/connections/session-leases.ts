import type { Db } from '../../infrastructure/db/tx.ts';
import type { Connections } from './connections.ts';
import { connectionStore, isLeasedElsewhere, LEASE_SECONDS } from './connections.store.ts';

const POLL_INTERVAL_MS = 4000;
const CLAIM_LIMIT = 50;

interface SessionLease {
  companyId: number;
  connectionId: number;
  fence: number;
}

/**
 * A live session belongs to one node at a time. Each node takes what nobody holds, renews what it has, and lets go of
 * what another took meanwhile; when a node dies, its leases run out and another one opens the sessions again.
 */
export function startSessionLeases({
  db,
  connections,
  node,
  onError,
  leaseSeconds = LEASE_SECONDS,
  pollIntervalMs = POLL_INTERVAL_MS,
}: {
  db: Db;
  connections: Connections;
  node: string;
  onError(error: unknown): void;
  leaseSeconds?: number;
  pollIntervalMs?: number;
}) {
  const leases = new Map<string, SessionLease>();
  let isStopped = false;
  let renewing: Promise<void> = Promise.resolve();
  let claiming: Promise<void> | undefined;
  /** What is held is kept also while a channel takes its time to open another. */
  function poll() {
    renewing = renewing.then(renewAll).catch(onError);
    claiming ??= claimAll()
      .catch(onError)
      .finally(() => (claiming = undefined));
  }
  const timer = setInterval(poll, pollIntervalMs);
  poll();

  async function renewAll() {
    // What is the matter with one must not cost the others their leases.
    for (const [key, lease] of leases) await renew(key, lease).catch(onError);
  }
  async function renew(key: string, lease: SessionLease) {
    const isRenewed = await db.inCompany(lease.companyId, (tx) =>
      connectionStore.renew(tx, lease.connectionId, lease.fence, leaseSeconds),
    );
    // Unless it was taken anew in the meantime.
    if (isRenewed || leases.get(key) !== lease) return;
    leases.delete(key);
    await closeLost(lease);
  }
  /** One that rests is of no use here, and two of the same would throw each other out for ever. */
  async function closeLost({ companyId, connectionId }: SessionLease) {
    const connection = await connections.find(companyId, connectionId);
    // Somebody here may just have opened it anew.
    if (!connection || (connection.status !== 'DISCONNECTED' && !isLeasedElsewhere(connection, node))) return;
    const { session } = connections.channelOf(connection);
    if (!session?.isOpenLocally) return;
    const account = connections.accountOf(connection);
    if (await session.isOpenLocally(account)) await session.close(account, false);
  }

  async function claimAll() {
    for (const unleased of await db.onPlatform((tx) => connectionStore.loadUnleased(tx, CLAIM_LIMIT))) {
      if (isStopped) return;
      await claim(unleased).catch(onError);
    }
  }
  async function claim({ companyId, connectionId }: Pick<SessionLease, 'companyId' | 'connectionId'>) {
    const claimed = await db.inCompany(companyId, (tx) => connectionStore.claim(tx, connectionId, node, leaseSeconds));
    const connection = claimed && (await connections.find(companyId, connectionId));
    if (!connection) return;
    const key = `${companyId} ${connectionId}`;
    leases.set(key, { companyId, connectionId, fence: claimed.fence });
    try {
      const { session } = connections.channelOf(connection);
      const account = connections.accountOf(connection);
      // What somebody has just opened is taken as it is: opened again, it would use up one of its QR codes. Unless its
      // sessions live in our own processes, and it was another that was asked to open it.
      if (claimed.isOpen && (await session?.isOpenLocally?.(account)) !== false) return;
      await session?.open(account, false);
    } catch (error) {
      // Not held, the lease runs out; then it is tried again, here or on another node.
      leases.delete(key);
      throw error;
    }
  }

  return {
    leases: () => [...leases.values()],
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([renewing, claiming]);
      for (const { companyId, connectionId, fence } of leases.values()) {
        await db.inCompany(companyId, (tx) => connectionStore.release(tx, connectionId, fence)).catch(onError);
      }
    },
  };
}
