import { and, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import { users } from '../../foundation/db/schema/access.ts';
import { personExports, type PersonExportRow } from '../../foundation/db/schema/privacy.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

const MOST_SHOWN = 5;
const MOST_PRUNED = 100;

export interface FullExport extends PersonExportRow {
  userName: string | null;
}

export const exportStore = {
  async of(tx: Tx, contactId: number): Promise<FullExport[]> {
    const rows = await all(tx)
      .where(and(own(tx, personExports), eq(personExports.contactId, contactId)))
      .orderBy(desc(personExports.id))
      .limit(MOST_SHOWN);
    return rows.map(({ row, userName }) => ({ ...row, userName }));
  },

  async byId(tx: Tx, id: number): Promise<FullExport | undefined> {
    const [found] = await all(tx).where(and(own(tx, personExports), eq(personExports.id, id)));
    return found && { ...found.row, userName: found.userName };
  },

  async insert(tx: Tx, wanted: { contactId: number; userId: number; endsAt: Date }): Promise<number> {
    const [row] = await tx.sql
      .insert(personExports)
      .values({ ...wanted, companyId: tx.companyId })
      .returning({ id: personExports.id });
    return row!.id;
  },

  update: (tx: Tx, id: number, change: Partial<Omit<PersonExportRow, 'companyId' | 'id'>>) =>
    tx.sql
      .update(personExports)
      .set(change)
      .where(and(own(tx, personExports), eq(personExports.id, id), ne(personExports.state, 'ready'))),

  /** False when it is there already, or no longer wanted. */
  async finish(tx: Tx, id: number, made: Pick<PersonExportRow, 'fileKey' | 'bytes' | 'done'>): Promise<boolean> {
    const rows = await tx.sql
      .update(personExports)
      .set({ ...made, state: 'ready' })
      .where(and(own(tx, personExports), eq(personExports.id, id), ne(personExports.state, 'ready')))
      .returning({ id: personExports.id });
    return rows.length > 0;
  },

  /** Asked for a while ago, and not there yet. */
  stuck: (tx: Tx, since: Date) =>
    tx.sql
      .select({ id: personExports.id })
      .from(personExports)
      .where(
        and(
          own(tx, personExports),
          inArray(personExports.state, ['waiting', 'making']),
          lt(personExports.createdAt, since),
        ),
      )
      .limit(MOST_PRUNED),

  /** Whose day is over, with the file that goes with them. */
  over: (tx: Tx, now: Date) =>
    tx.sql
      .select({ id: personExports.id, fileKey: personExports.fileKey })
      .from(personExports)
      .where(and(own(tx, personExports), lt(personExports.endsAt, now)))
      .limit(MOST_PRUNED),
  remove: (tx: Tx, ids: number[]) =>
    tx.sql.delete(personExports).where(and(own(tx, personExports), inArray(personExports.id, ids))),
};

const all = (tx: Tx) =>
  tx.sql
    .select({ row: personExports, userName: users.name })
    .from(personExports)
    .leftJoin(users, and(eq(users.companyId, personExports.companyId), eq(users.id, personExports.userId)));
