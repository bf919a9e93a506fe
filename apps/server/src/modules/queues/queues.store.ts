import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { queues, type NewQueue } from '../../infrastructure/db/schema/queues.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Far above the limit of every plan. */
const MAX_QUEUES = 1000;

export const queueStore = {
  list: (tx: Tx) =>
    tx.orm
      .select()
      .from(queues)
      .where(own(tx, queues))
      .orderBy(sql`position asc nulls last`, asc(queues.name), asc(queues.id))
      .limit(MAX_QUEUES),

  async byId(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(queues)
      .where(and(own(tx, queues), eq(queues.id, id)));
    return row;
  },

  async existingIds(tx: Tx, ids: number[]) {
    if (ids.length === 0) return [];
    const rows = await tx.orm
      .select({ id: queues.id })
      .from(queues)
      .where(and(own(tx, queues), inArray(queues.id, ids)));
    return rows.map((row) => row.id);
  },

  /** With a company lock, so that two concurrent requests cannot exceed the plan's limit. */
  async countLocked(tx: Tx) {
    await tx.orm.execute(sql`select pg_advisory_xact_lock(2, ${tx.companyId})`);
    const [row] = await tx.orm.select({ n: count() }).from(queues).where(own(tx, queues));
    return row?.n ?? 0;
  },

  async insert(tx: Tx, queue: NewQueue) {
    const [row] = await tx.orm
      .insert(queues)
      .values({ ...queue, companyId: tx.companyId })
      .returning();
    return row!;
  },

  async update(tx: Tx, id: number, change: Partial<NewQueue>) {
    const [row] = await tx.orm
      .update(queues)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, queues), eq(queues.id, id)))
      .returning();
    return row;
  },

  lock: (tx: Tx, id: number) => lockRow(tx, queues, { companyId: tx.companyId, id }, 'update'),
};
