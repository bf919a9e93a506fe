import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  fileListItems,
  fileLists,
  type FileListItemRow,
  type FileListRow,
} from '../../infrastructure/db/schema/file-lists.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export type ItemFile = Pick<FileListItemRow, 'mediaKey' | 'mediaName' | 'mediaMime' | 'mediaBytes'>;

const byItemId = (tx: Tx, id: number) => and(own(tx, fileListItems), eq(fileListItems.id, id));

export const fileListRecords = {
  /** Locks the list until the transaction ends: concurrent uploads count and number its files one after the other. */
  lock: (tx: Tx, id: number): Promise<FileListRow | undefined> =>
    lockRow(tx, fileLists, { companyId: tx.companyId, id }),
  async insert(tx: Tx, fields: { name: string; message: string; userId: number }): Promise<number> {
    const [row] = await tx.orm
      .insert(fileLists)
      .values({ ...fields, companyId: tx.companyId })
      .returning({ id: fileLists.id });
    return row!.id;
  },
  async update(tx: Tx, id: number, fields: { name: string; message: string }) {
    await tx.orm
      .update(fileLists)
      .set({ ...fields, updatedAt: sql`now()` })
      .where(and(own(tx, fileLists), eq(fileLists.id, id)));
  },
  async remove(tx: Tx, id: number) {
    await tx.orm.delete(fileLists).where(and(own(tx, fileLists), eq(fileLists.id, id)));
  },

  items: (tx: Tx, listId: number): Promise<FileListItemRow[]> =>
    tx.orm
      .select()
      .from(fileListItems)
      .where(and(own(tx, fileListItems), eq(fileListItems.listId, listId)))
      .orderBy(asc(fileListItems.position), asc(fileListItems.id)),
  async addItem(tx: Tx, item: { listId: number; name: string; position: number } & Partial<ItemFile>) {
    await tx.orm.insert(fileListItems).values({ ...item, companyId: tx.companyId });
  },
  /** A new file resets `wasSent`: no customer has received it yet. */
  async setItem(tx: Tx, id: number, change: Partial<ItemFile & { name: string; position: number }>) {
    await tx.orm
      .update(fileListItems)
      .set({ ...change, ...(change.mediaKey !== undefined && { wasSent: false }) })
      .where(byItemId(tx, id));
  },
  async removeItems(tx: Tx, ids: number[]) {
    if (ids.length > 0)
      await tx.orm.delete(fileListItems).where(and(own(tx, fileListItems), inArray(fileListItems.id, ids)));
  },
  async markSent(tx: Tx, ids: number[]) {
    if (ids.length === 0) return;
    await tx.orm
      .update(fileListItems)
      .set({ wasSent: true })
      .where(and(own(tx, fileListItems), inArray(fileListItems.id, ids)));
  },
};
