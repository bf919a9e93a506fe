import { and, eq } from 'drizzle-orm';
import { contactImports, type ImportRow, type NewImport } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Inserts and partial updates of imports by key. */
export const importRecordStore = {
  async insert(tx: Tx, row: Omit<NewImport, 'companyId'>): Promise<number> {
    const [created] = await tx.orm
      .insert(contactImports)
      .values({ ...row, companyId: tx.companyId })
      .returning({ id: contactImports.id });
    return created!.id;
  },

  async update(tx: Tx, id: number, change: Partial<Omit<ImportRow, 'companyId' | 'id'>>): Promise<void> {
    await tx.orm
      .update(contactImports)
      .set(change)
      .where(and(own(tx, contactImports), eq(contactImports.id, id)));
  },
};
