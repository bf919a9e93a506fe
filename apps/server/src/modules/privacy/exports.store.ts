import { and, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import { users } from '../../infrastructure/db/schema/access.ts';
import { personExports, type PersonExportRow } from '../../infrastructure/db/schema/privacy.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const MAX_LISTED = 5;
const MAX_PRUNED = 100;

export interface FullExport extends PersonExportRow {
  userName: string | null;
}

export const exportStore = {
  async of(tx: Tx, contactId: number): Promise<FullExport[]> {
    const rows = await all(tx)
      .where(and(own(tx, personExports), eq(personExports.contactId, contactId)))
      .orderBy(desc(personExports.id))
      .limit(MAX_LISTED);
    return rows.map(({ row, userName }) => ({ ...row, userName }));
  },

  async byId(tx: Tx, id: number): Promise<FullExport | undefined> {
    const [match] = await all(tx).where(and(own(tx, personExports), eq(personExports.id, id)));
    return match && { ...match.row, userName: match.userName };
  },

  async insert(tx: Tx, request: { contactId: number; userId: number; endsAt: Date }): Promise<number> {
    const [row] = await tx.orm
      .insert(personExports)
      .values({ ...request, companyId: tx.companyId })
      .returning({ id: personExports.id });
    return row!.id;
  },

  update: (tx: Tx, id: number, change: Partial<Omit<PersonExportRow, 'companyId' | 'id'>>) =>
    tx.orm
      .update(personExports)
      .set(change)
      .where(and(own(tx, personExports), eq(personExports.id, id), ne(personExports.state, 'ready'))),

  /** False when it is there already, or no longer wanted. */
  async finish(tx: Tx, id: number, result: Pick<PersonExportRow, 'fileKey' | 'bytes' | 'done'>): Promise<boolean> {
    const rows = await tx.orm
      .update(personExports)
      .set({ ...result, state: 'ready' })
      .where(and(own(tx, personExports), eq(personExports.id, id), ne(personExports.state, 'ready')))
      .returning({ id: personExports.id });
    return rows.length > 0;
  },

  /** Asked for a while ago, and not there yet. */
  stuck: (tx: Tx, since: Date) =>
    tx.orm
      .select({ id: personExports.id })
      .from(personExports)
      .where(
        and(
          own(tx, personExports),
          inArray(personExports.state, ['waiting', 'making']),
          lt(personExports.createdAt, since),
        ),
      )
      .limit(MAX_PRUNED),

  /** Whose day is over, with the file that goes with them. */
  over: (tx: Tx, now: Date) =>
    tx.orm
      .select({ id: personExports.id, fileKey: personExports.fileKey })
      .from(personExports)
      .where(and(own(tx, personExports), lt(personExports.endsAt, now)))
      .limit(MAX_PRUNED),
  remove: (tx: Tx, ids: number[]) =>
    tx.orm.delete(personExports).where(and(own(tx, personExports), inArray(personExports.id, ids))),
};

const all = (tx: Tx) =>
  tx.orm
    .select({ row: personExports, userName: users.name })
    .from(personExports)
    .leftJoin(users, and(eq(users.companyId, personExports.companyId), eq(users.id, personExports.userId)));
