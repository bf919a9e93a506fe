import { and, eq, sql } from 'drizzle-orm';
import { connectionQueues, connections, type NewConnection } from '../../infrastructure/db/schema/connections.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Inserts and partial updates of connections by key. */
export const connectionRecordStore = {
  async insert(tx: Tx, connection: NewConnection): Promise<number> {
    const [row] = await tx.orm
      .insert(connections)
      .values({ ...connection, companyId: tx.companyId })
      .returning({ id: connections.id });
    return row!.id;
  },
  async update(tx: Tx, id: number, change: Partial<NewConnection>): Promise<void> {
    await tx.orm
      .update(connections)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, connections), eq(connections.id, id)));
  },
  async setQueues(tx: Tx, connectionId: number, queueIds: number[]): Promise<void> {
    await tx.orm
      .delete(connectionQueues)
      .where(and(own(tx, connectionQueues), eq(connectionQueues.connectionId, connectionId)));
    if (queueIds.length === 0) return;
    await tx.orm
      .insert(connectionQueues)
      .values(queueIds.map((queueId) => ({ companyId: tx.companyId, connectionId, queueId })));
  },
};
