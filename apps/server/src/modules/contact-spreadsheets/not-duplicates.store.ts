import { and, inArray } from 'drizzle-orm';
import { contactDistinctions } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export interface Pair {
  oneId: number;
  otherId: number;
}

export const notDuplicateStore = {
  /** Which of these are known not to be one person. */
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

  /** Whatever was said about any two of these is no longer said. */
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
