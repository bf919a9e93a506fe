import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm';
import {
  connectionQueues,
  connections,
  type ConnectionRow,
  type NewConnection,
} from '../../infrastructure/db/schema/connections.ts';
import { own, type PlatformTx, type Tx } from '../../infrastructure/db/tx.ts';

const MAX_CONNECTIONS = 500;
/** A node that is silent for so long has lost what it held. */
export const LEASE_SECONDS = 15;

export interface FullConnection extends ConnectionRow {
  queues: { id: number; name: string; color: string }[];
}
const itsQueues = sql<FullConnection['queues']>`coalesce((
  select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.position nulls last, q.name)
    from connection_queues cq join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
   where cq.company_id = connections.company_id and cq.connection_id = connections.id), '[]')`;
const toFull = ({
  connection,
  queues,
}: {
  connection: ConnectionRow;
  queues: FullConnection['queues'];
}): FullConnection => ({ ...connection, queues });
const select = (tx: Tx) => tx.orm.select({ connection: connections, queues: itsQueues }).from(connections);

export const connectionStore = {
  list: async (tx: Tx) =>
    (
      await select(tx)
        .where(own(tx, connections))
        .orderBy(asc(connections.name), asc(connections.id))
        .limit(MAX_CONNECTIONS)
    ).map(toFull),

  async byId(tx: Tx, id: number): Promise<FullConnection | undefined> {
    const [row] = await tx.ready(byId, { company: tx.companyId, id });
    return row && toFull(row);
  },

  async lock(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(connections)
      .where(and(own(tx, connections), eq(connections.id, id)))
      .for('update');
    return row;
  },

  /** Under the company's lock: neither the last place of the plan nor the default can be taken twice. */
  async lockCompany(tx: Tx) {
    await tx.orm.execute(sql`select pg_advisory_xact_lock(4, ${tx.companyId})`);
  },
  async countOf(tx: Tx, channel: ConnectionRow['channel']) {
    const [row] = await tx.orm
      .select({ n: count() })
      .from(connections)
      .where(and(own(tx, connections), eq(connections.channel, channel)));
    return row?.n ?? 0;
  },

  async insert(tx: Tx, connection: NewConnection) {
    const [row] = await tx.orm
      .insert(connections)
      .values({ ...connection, companyId: tx.companyId })
      .returning();
    return row!;
  },
  async update(tx: Tx, id: number, change: Partial<NewConnection>) {
    const [row] = await tx.orm
      .update(connections)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, connections), eq(connections.id, id)))
      .returning();
    return row;
  },
  /** True when it differs from what was known. Nobody changed it: its time of change stays. */
  async saveHealth(tx: Tx, id: number, health: ConnectionRow['health']) {
    return (await tx.query(saveHealth, [tx.companyId, id, JSON.stringify(health)])).length > 0;
  },
  async savePerSecond(tx: Tx, id: number, perSecond: number) {
    await tx.query(savePerSecond, [tx.companyId, id, perSecond]);
  },
  async remove(tx: Tx, id: number) {
    const [row] = await tx.orm
      .delete(connections)
      .where(and(own(tx, connections), eq(connections.id, id)))
      .returning();
    return row;
  },

  async setQueues(tx: Tx, connectionId: number, queueIds: number[]) {
    await tx.orm
      .delete(connectionQueues)
      .where(and(own(tx, connectionQueues), eq(connectionQueues.connectionId, connectionId)));
    if (queueIds.length === 0) return;
    await tx.orm
      .insert(connectionQueues)
      .values(queueIds.map((queueId) => ({ companyId: tx.companyId, connectionId, queueId })));
  },

  /** Takes the default away from whoever had it; answers who that was. */
  async clearDefault(tx: Tx, except: number): Promise<number | undefined> {
    const [row] = await tx.orm
      .update(connections)
      .set({ isDefault: false })
      .where(and(own(tx, connections), eq(connections.isDefault, true), ne(connections.id, except)))
      .returning({ id: connections.id });
    return row?.id;
  },

  /** The connection to use when none is named: the preferred one, the default, any that is connected. */
  async usable(tx: Tx, preferred: number | null) {
    const rows = await select(tx)
      .where(and(own(tx, connections), eq(connections.status, 'CONNECTED')))
      .orderBy(sql`connections.id = ${preferred ?? 0} desc`, desc(connections.isDefault), asc(connections.id))
      .limit(1);
    return rows[0] && toFull(rows[0]);
  },

  // A live session belongs to one node -------------------------------------------------------------------------

  async loadUnleased(tx: PlatformTx, limit: number) {
    const { rows } = await tx.orm.execute<{ company_id: number; id: number }>(
      sql`select company_id, id from connections_to_hold(${limit})`,
    );
    return rows.map((row) => ({ companyId: row.company_id, connectionId: row.id }));
  },
  /** Nobody takes it while it is being opened; whoever held it has lost it. */
  async reserve(tx: Tx, id: number, seconds: number) {
    const [row] = await tx.query<{ fence: string }>(reserve, [tx.companyId, id, OPENER, seconds]);
    return Number(row!.fence);
  },
  /** It has been opened: the next node that looks takes it as it is. */
  async markOpened(tx: Tx, id: number, fence: number) {
    await tx.query(markOpened, [tx.companyId, id, fence, OPENED]);
  },
  /** Database time decides: nodes' clocks may differ. Undefined when another node was quicker. */
  async claim(tx: Tx, id: number, node: string, seconds: number) {
    const [row] = await tx.query<{ fence: string; was: string | null }>(claim, [tx.companyId, id, node, seconds]);
    return row && { fence: Number(row.fence), isOpen: row.was === OPENED };
  },
  async renew(tx: Tx, id: number, fence: number, seconds: number) {
    return (await tx.query(renew, [tx.companyId, id, fence, seconds])).length > 0;
  },
  async release(tx: Tx, id: number, fence: number) {
    await tx.query(release, [tx.companyId, id, fence]);
  },
};

/** In the node's place: whoever opens a session is not always one of those that hold them. */
const OPENER = 'being opened';
const OPENED = 'opened';
/** Has another node got it? Being opened, it is nobody's yet. */
export const isLeasedElsewhere = ({ leaseNode, leaseUntil }: ConnectionRow, node: string): boolean =>
  leaseUntil !== null && leaseUntil > new Date() && ![null, node, OPENER, OPENED].includes(leaseNode);
const reserve = {
  name: 'connections.reserve',
  text: `update connections set lease_node = $3, lease_until = now() + make_interval(secs => $4), lease_fence = lease_fence + 1
          where company_id = $1 and id = $2 returning lease_fence as fence`,
};
const markOpened = {
  name: 'connections.hand-over',
  text: 'update connections set lease_node = $4, lease_until = null where company_id = $1 and id = $2 and lease_fence = $3',
};
const claim = {
  name: 'connections.claim',
  text: `with free as (
           select lease_node from connections
            where company_id = $1 and id = $2 and status <> 'DISCONNECTED' and (lease_until is null or lease_until < now())
              for update)
         update connections set lease_node = $3, lease_until = now() + make_interval(secs => $4), lease_fence = lease_fence + 1
           from free where company_id = $1 and id = $2 returning lease_fence as fence, free.lease_node as was`,
};
const renew = {
  name: 'connections.renew',
  text: `update connections set lease_until = now() + make_interval(secs => $4)
          where company_id = $1 and id = $2 and lease_fence = $3 and status <> 'DISCONNECTED' returning id`,
};
const release = {
  name: 'connections.release',
  text: 'update connections set lease_node = null, lease_until = null where company_id = $1 and id = $2 and lease_fence = $3',
};

const saveHealth = {
  name: 'connections.keep-health',
  text: `update connections set health = $3::jsonb
          where company_id = $1 and id = $2 and health is distinct from $3::jsonb returning id`,
};
const savePerSecond = {
  name: 'connections.keep-per-second',
  text: `update connections set per_second = $3 where company_id = $1 and id = $2 and per_second is distinct from $3`,
};
const byId = {
  name: 'connections.by-id',
  build: (builder: Tx['orm']) =>
    builder
      .select({ connection: connections, queues: itsQueues })
      .from(connections)
      .where(and(eq(connections.companyId, sql.placeholder('company')), eq(connections.id, sql.placeholder('id')))),
};
