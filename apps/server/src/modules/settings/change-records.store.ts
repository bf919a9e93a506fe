import { and, eq, sql } from 'drizzle-orm';
import { settingChanges } from '../../infrastructure/db/schema/settings.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export interface NewChange {
  key: string;
  before: unknown;
  after: unknown;
  userId: number | null;
  undoes: number | null;
}

export const changeRecords = {
  async insert(tx: Tx, change: NewChange): Promise<number> {
    const [row] = await tx.orm
      .insert(settingChanges)
      .values({ ...change, companyId: tx.companyId })
      .returning({ id: settingChanges.id });
    return row!.id;
  },

  extend: (tx: Tx, id: number, after: unknown) =>
    tx.orm
      .update(settingChanges)
      .set({ after, at: sql`now()` })
      .where(and(own(tx, settingChanges), eq(settingChanges.id, id))),

  drop: (tx: Tx, id: number) =>
    tx.orm.delete(settingChanges).where(and(own(tx, settingChanges), eq(settingChanges.id, id))),

  /** Removes history before this time; the current values are stored in other tables. */
  prune: (tx: Tx, before: Date) =>
    tx.orm
      .delete(settingChanges)
      .where(and(own(tx, settingChanges), sql`${settingChanges.at} < ${before.toISOString()}::timestamptz`)),
};
