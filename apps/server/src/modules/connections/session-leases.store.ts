import type { ConnectionRow } from '../../infrastructure/db/schema/connections.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

/** A node that does not renew its lease for this long loses the session. */
export const LEASE_SECONDS = 15;

/** Stored instead of a node name: the session is being opened, possibly by a process that holds no leases. */
const OPENER = 'being opened';
/** Stored instead of a node name: the session is open and waits for a lease holder. */
const OPENED = 'opened';

/** Whether another node holds the lease. A session that is being opened belongs to no node yet. */
export const isLeasedElsewhere = ({ leaseNode, leaseUntil }: ConnectionRow, node: string): boolean =>
  leaseUntil !== null && leaseUntil > new Date() && ![null, node, OPENER, OPENED].includes(leaseNode);

/** Leases of live channel sessions. Times come from the database, because the clocks of nodes may differ. */
export const sessionLeaseStore = {
  loadUnleased: (tx: PlatformTx, limit: number) =>
    tx.query<{ companyId: number; connectionId: number }>(loadUnleased, [limit]),
  /** Reserves the session while it is opened and ends the lease of its former holder. Returns the new fence. */
  async reserve(tx: Tx, id: number, seconds: number): Promise<number> {
    const [row] = await tx.query<{ fence: string }>(reserve, [tx.companyId, id, OPENER, seconds]);
    return Number(row!.fence);
  },
  /** Marks the session as open, so that the next node claims it without opening it again. */
  async markOpened(tx: Tx, id: number, fence: number): Promise<void> {
    await tx.query(markOpened, [tx.companyId, id, fence, OPENED]);
  },
  /** Returns undefined if another node holds the lease. */
  async claim(tx: Tx, id: number, node: string, seconds: number) {
    const [row] = await tx.query<{ fence: string; formerNode: string | null }>(claim, [
      tx.companyId,
      id,
      node,
      seconds,
    ]);
    return row && { fence: Number(row.fence), isOpen: row.formerNode === OPENED };
  },
  /** Renews the leases of a company in one statement; returns the connections that are still held. */
  async renew(tx: Tx, leases: { connectionId: number; fence: number }[], seconds: number): Promise<number[]> {
    const ids = leases.map(({ connectionId }) => connectionId);
    const fences = leases.map(({ fence }) => fence);
    return (await tx.query<{ id: number }>(renew, [tx.companyId, ids, fences, seconds])).map(({ id }) => id);
  },
  async release(tx: Tx, id: number, fence: number): Promise<void> {
    await tx.query(release, [tx.companyId, id, fence]);
  },
};

const loadUnleased = {
  name: 'session-leases.unleased',
  text: 'select company_id as "companyId", id as "connectionId" from connections_to_hold($1)',
};
const reserve = {
  name: 'session-leases.reserve',
  text: `update connections set lease_node = $3, lease_until = now() + make_interval(secs => $4), lease_fence = lease_fence + 1
          where company_id = $1 and id = $2 returning lease_fence as fence`,
};
const markOpened = {
  name: 'session-leases.mark-opened',
  text: 'update connections set lease_node = $4, lease_until = null where company_id = $1 and id = $2 and lease_fence = $3',
};
const claim = {
  name: 'session-leases.claim',
  text: `with free as (
           select lease_node from connections
            where company_id = $1 and id = $2 and status <> 'DISCONNECTED' and (lease_until is null or lease_until < now())
              for update)
         update connections set lease_node = $3, lease_until = now() + make_interval(secs => $4), lease_fence = lease_fence + 1
           from free where company_id = $1 and id = $2 returning lease_fence as fence, free.lease_node as "formerNode"`,
};
const renew = {
  name: 'session-leases.renew',
  text: `update connections c set lease_until = now() + make_interval(secs => $4)
           from unnest($2::int[], $3::bigint[]) as held (id, fence)
          where c.company_id = $1 and c.id = held.id and c.lease_fence = held.fence and c.status <> 'DISCONNECTED'
            and exists (select from companies where company_id = $1 and is_active)
          returning c.id`,
};
const release = {
  name: 'session-leases.release',
  text: 'update connections set lease_node = null, lease_until = null where company_id = $1 and id = $2 and lease_fence = $3',
};
