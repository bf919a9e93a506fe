import type { Db } from '../../infrastructure/db/tx.ts';
import type { Connections } from './connections.ts';
import { isLeasedElsewhere, LEASE_SECONDS, sessionLeaseStore } from './session-leases.store.ts';

const POLL_INTERVAL_MS = 4000;
const CLAIM_LIMIT = 50;

interface SessionLease {
  companyId: number;
  connectionId: number;
  fence: number;
}

/**
 * A live session belongs to one node at a time. Each node claims free sessions, renews its own leases and closes the
 * sessions that another node took over. When a node dies, its leases expire and another node opens the sessions again.
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
  /** Renewing does not wait for claiming, because a channel may open a session slowly. */
  function poll() {
    renewing = renewing.then(renewAll).catch(onError);
    claiming ??= claimAll()
      .catch(onError)
      .finally(() => (claiming = undefined));
  }
  const timer = setInterval(poll, pollIntervalMs);
  poll();

  async function renewAll() {
    // A failure of one company must not stop the renewal of the others.
    for (const [companyId, own] of Map.groupBy(leases.values(), (lease) => lease.companyId))
      await renew(companyId, own).catch(onError);
  }
  async function renew(companyId: number, own: SessionLease[]) {
    const renewed = new Set(await db.inCompany(companyId, (tx) => sessionLeaseStore.renew(tx, own, leaseSeconds)));
    for (const lease of own) {
      const key = `${companyId} ${lease.connectionId}`;
      // The session may have been claimed again during the renewal.
      if (renewed.has(lease.connectionId) || leases.get(key) !== lease) continue;
      leases.delete(key);
      await closeLost(lease).catch(onError);
    }
  }
  /** Closes a lost session: two open sessions of one account would disconnect each other forever. */
  async function closeLost({ companyId, connectionId }: SessionLease) {
    const connection = await connections.find(companyId, connectionId);
    // A user may just have opened it again on this node.
    if (!connection || (connection.status !== 'DISCONNECTED' && !isLeasedElsewhere(connection, node))) return;
    const { session } = connections.channelOf(connection);
    if (!session?.isOpenLocally) return;
    const account = connections.accountOf(connection);
    if (await session.isOpenLocally(account)) await session.close(account, false);
  }

  async function claimAll() {
    for (const unleased of await db.onPlatform((tx) => sessionLeaseStore.loadUnleased(tx, CLAIM_LIMIT))) {
      if (isStopped) return;
      await claim(unleased).catch(onError);
    }
  }
  async function claim({ companyId, connectionId }: Pick<SessionLease, 'companyId' | 'connectionId'>) {
    const claimed = await db.inCompany(companyId, (tx) =>
      sessionLeaseStore.claim(tx, connectionId, node, leaseSeconds),
    );
    const connection = claimed && (await connections.find(companyId, connectionId));
    if (!connection) return;
    const key = `${companyId} ${connectionId}`;
    leases.set(key, { companyId, connectionId, fence: claimed.fence });
    try {
      const { session } = connections.channelOf(connection);
      const account = connections.accountOf(connection);
      // A session that a user just opened is not opened again, which would use up a QR code. The exception is a session
      // that lives in a local process and was opened on another node.
      if (claimed.isOpen && (await session?.isOpenLocally?.(account)) !== false) return;
      await session?.open(account, false);
    } catch (error) {
      // The lease expires unrenewed; then this or another node retries.
      leases.delete(key);
      throw error;
    }
  }

  return {
    leases: () => [...leases.values()],
    /** Renews now, as the next poll would. */
    renew: renewAll,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([renewing, claiming]);
      for (const { companyId, connectionId, fence } of leases.values()) {
        await db.inCompany(companyId, (tx) => sessionLeaseStore.release(tx, connectionId, fence)).catch(onError);
      }
    },
  };
}
