import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { users } from '../../infrastructure/db/schema/access.ts';
import {
  contactImportBatches,
  contactImports,
  type ContactChange,
  type ImportRow,
  type NewImport,
} from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { own, type Db, type Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
export interface NamedImport extends ImportRow {
  userName: string | null;
}
export type ImportCount = 'created' | 'changed' | 'unchanged' | 'ignored' | 'invalid' | 'excludedCount';

const byImportId = (tx: Tx, id: number) => and(own(tx, contactImports), eq(contactImports.id, id));
const named = {
  ...getTableColumns(contactImports),
  userName: sql<
    string | null
  >`(select u.name from ${users} u where u.company_id = ${contactImports.companyId} and u.id = ${contactImports.userId})`,
};
/** As long as somebody who works on it may be silent. */
const leased = sql`now() + interval '60 seconds'`;
const free = or(isNull(contactImports.leaseUntil), lt(contactImports.leaseUntil, sql`now()`));

export const importStore = {
  async insert(tx: Tx, row: Omit<NewImport, 'companyId'>): Promise<number> {
    const [created] = await tx.orm
      .insert(contactImports)
      .values({ ...row, companyId: tx.companyId })
      .returning({ id: contactImports.id });
    return created!.id;
  },

  async byId(tx: Tx, id: number): Promise<NamedImport | undefined> {
    return (await tx.orm.select(named).from(contactImports).where(byImportId(tx, id)))[0];
  },

  /** Held until the transaction ends: whoever works on it waits, and whoever would stop it. */
  async lock(tx: Tx, id: number): Promise<ImportRow | undefined> {
    return (await tx.orm.select().from(contactImports).where(byImportId(tx, id)).for('update'))[0];
  },

  async page(tx: Tx, { page, ofUser }: { page: number; ofUser: number | null }) {
    const where = and(own(tx, contactImports), ofUser === null ? undefined : eq(contactImports.userId, ofUser));
    const offset = (page - 1) * PAGE;
    const rows = await tx.orm
      .select(named)
      .from(contactImports)
      .where(where)
      .orderBy(desc(contactImports.id))
      .limit(PAGE)
      .offset(offset);
    const count = await tx.orm.$count(contactImports, where);
    return { rows, count, hasMore: count > offset + rows.length };
  },

  change: (tx: Tx, id: number, change: Partial<Omit<ImportRow, 'companyId' | 'id'>>) =>
    tx.orm.update(contactImports).set(change).where(byImportId(tx, id)),

  /** Takes it up, unless somebody else has it in hand. */
  async claim(tx: Tx, id: number): Promise<ImportRow | undefined> {
    const [row] = await tx.orm
      .update(contactImports)
      .set({
        status: sql`case when ${contactImports.status} = 'waiting' then 'running' else ${contactImports.status} end`,
        startedAt: sql`coalesce(${contactImports.startedAt}, now())`,
        leaseUntil: leased,
        fence: sql`${contactImports.fence} + 1`,
        tries: sql`${contactImports.tries} + 1`,
      })
      .where(and(byImportId(tx, id), inArray(contactImports.status, ['waiting', 'running', 'undoing']), free))
      .returning();
    return row;
  },

  /** Whoever has it in hand is still at work. */
  heartbeat: (tx: Tx, id: number, fence: number) =>
    tx.orm
      .update(contactImports)
      .set({ leaseUntil: leased })
      .where(
        and(
          byImportId(tx, id),
          eq(contactImports.fence, fence),
          inArray(contactImports.status, ['running', 'undoing']),
        ),
      ),

  /** What was just done, and how far that is: in the transaction that did it. */
  async progress(
    tx: Tx,
    id: number,
    position: number,
    counts: Partial<Record<ImportCount | 'removed' | 'restored' | 'kept', number>>,
  ) {
    const more = Object.fromEntries(
      Object.entries(counts).map(([name, n]) => [name, sql`${contactImports[name as ImportCount]} + ${n}`]),
    );
    await tx.orm
      .update(contactImports)
      .set({ ...more, position, leaseUntil: leased, tries: 0 })
      .where(byImportId(tx, id));
  },

  addBatch: (tx: Tx, batch: { importId: number; firstRow: number; created: number[]; changed: ContactChange[] }) =>
    tx.orm.insert(contactImportBatches).values({ ...batch, companyId: tx.companyId }),

  /** The newest piece first: what was changed twice is put back in the opposite order. */
  async lastBatch(tx: Tx, importId: number) {
    const [row] = await tx.orm
      .select()
      .from(contactImportBatches)
      .where(and(own(tx, contactImportBatches), eq(contactImportBatches.importId, importId)))
      .orderBy(desc(contactImportBatches.firstRow))
      .limit(1);
    return row;
  },
  dropBatch: (tx: Tx, importId: number, firstRow: number) =>
    tx.orm
      .delete(contactImportBatches)
      .where(
        and(
          own(tx, contactImportBatches),
          eq(contactImportBatches.importId, importId),
          eq(contactImportBatches.firstRow, firstRow),
        ),
      ),
  dropBatches: (tx: Tx, importId: number) =>
    tx.orm
      .delete(contactImportBatches)
      .where(and(own(tx, contactImportBatches), eq(contactImportBatches.importId, importId))),
  /** Those a piece made, from a row on; for whoever asks the channel about them one by one. */
  async batchFrom(tx: Tx, importId: number, firstRow: number) {
    const [row] = await tx.orm
      .select()
      .from(contactImportBatches)
      .where(
        and(
          own(tx, contactImportBatches),
          eq(contactImportBatches.importId, importId),
          sql`${contactImportBatches.firstRow} >= ${firstRow}`,
        ),
      )
      .orderBy(asc(contactImportBatches.firstRow))
      .limit(1);
    return row;
  },

  due: (db: Db, limit: number) => db.query<{ company_id: number; id: number }>(due, [limit]),
};

const due = { name: 'contact-imports.due', text: 'select company_id, id from contact_imports_due($1)' };
