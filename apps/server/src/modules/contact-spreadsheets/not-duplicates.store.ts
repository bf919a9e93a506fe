import { and, inArray } from 'drizzle-orm';
import { contactDistinctions } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export interface Pair {
  oneId: number;
  otherId: number;
}

export const notDuplicateStore = {
  /** Pairs among these contacts that are marked as different persons. */
  among: (tx: Tx, ids: number[]): Promise<Pair[]> =>
    tx.orm
      .select({ oneId: contactDistinctions.oneId, otherId: contactDistinctions.otherId })
      .from(contactDistinctions)
      .where(
        and(
          own(tx, contactDistinctions),
          inArray(contactDistinctions.oneId, ids),
          inArray(contactDistinctions.otherId, ids),
        ),
      ),

  async add(tx: Tx, pairs: Pair[], userId: number): Promise<void> {
    const rows = pairs.map((pair) => ({ ...pair, companyId: tx.companyId, userId }));
    await tx.orm.insert(contactDistinctions).values(rows).onConflictDoNothing();
  },

  /** Removes the marks between any two of these contacts. */
  async remove(tx: Tx, ids: number[]): Promise<void> {
    await tx.orm
      .delete(contactDistinctions)
      .where(
        and(
          own(tx, contactDistinctions),
          inArray(contactDistinctions.oneId, ids),
          inArray(contactDistinctions.otherId, ids),
        ),
      );
  },
};
