import { and, eq, sql } from 'drizzle-orm';
import { erasures, type ErasureRow } from '../../infrastructure/db/schema/privacy.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Inserts and partial updates of erasures by key. */
export const erasureRecordStore = {
  async insert(
    tx: Tx,
    erasure: Pick<ErasureRow, 'contactId' | 'userId' | 'userName' | 'askedAt' | 'total'>,
  ): Promise<ErasureRow> {
    const [row] = await tx.orm
      .insert(erasures)
      .values({ ...erasure, companyId: tx.companyId })
      .returning();
    return row!;
  },
  async update(tx: Tx, id: number, change: Partial<Omit<ErasureRow, 'companyId' | 'id'>>): Promise<void> {
    await tx.orm
      .update(erasures)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, erasures), eq(erasures.id, id)));
  },
};
