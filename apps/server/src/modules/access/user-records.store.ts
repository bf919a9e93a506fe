import { and, eq, sql } from 'drizzle-orm';
import { userQueues, users, type NewUser, type UserRow } from '../../infrastructure/db/schema/access.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Inserts, partial updates and deletes of users by key, with their queues. */
export const userRecordStore = {
  async insert(tx: Tx, user: NewUser): Promise<UserRow> {
    const [row] = await tx.orm
      .insert(users)
      .values({ ...user, companyId: tx.companyId })
      .returning();
    return row!;
  },

  async update(tx: Tx, id: number, change: Partial<NewUser>): Promise<void> {
    await tx.orm
      .update(users)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, users), eq(users.id, id)));
  },

  async addQueue(tx: Tx, userId: number, queueId: number): Promise<void> {
    await tx.orm.insert(userQueues).values({ companyId: tx.companyId, userId, queueId }).onConflictDoNothing();
  },

  async setQueues(tx: Tx, userId: number, queueIds: number[]): Promise<void> {
    await tx.orm.delete(userQueues).where(and(own(tx, userQueues), eq(userQueues.userId, userId)));
    if (queueIds.length === 0) return;
    await tx.orm.insert(userQueues).values(queueIds.map((queueId) => ({ companyId: tx.companyId, userId, queueId })));
  },
};
