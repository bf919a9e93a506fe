import { and, inArray } from 'drizzle-orm';
import { contactDistinctions } from '../../foundation/db/schema/contact-sheets.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

export interface Pair {
  oneId: number;
  otherId: number;
}

export const distinctionStore = {
  /** Which of these are known not to be one person. */
  among: (tx: Tx, ids: number[]): Promise<Pair[]> =>
    tx.sql
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
    await tx.sql.insert(contactDistinctions).values(rows).onConflictDoNothing();
  },

  /** Whatever was said about any two of these is no longer said. */
  async remove(tx: Tx, ids: number[]): Promise<void> {
    await tx.sql
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
