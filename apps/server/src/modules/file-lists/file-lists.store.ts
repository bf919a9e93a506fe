import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  fileListItems,
  fileLists,
  type FileListItemRow,
  type FileListRow,
} from '../../infrastructure/db/schema/file-lists.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** Pickers show all at once. */
const MAX_PICKED = 1000;

export interface CountedFileList extends FileListRow {
  filesCount: number;
}
export type ItemFile = Pick<FileListItemRow, 'mediaKey' | 'mediaName' | 'mediaMime' | 'mediaBytes'>;

const COLUMNS = `l.company_id as "companyId", l.id, l.user_id as "userId", l.name, l.message,
                 l.created_at as "createdAt", l.updated_at as "updatedAt",
                 (select count(*)::int from file_list_items i
                   where i.company_id = l.company_id and i.list_id = l.id and i.media_key is not null) as "filesCount"`;
// The count rides along: one statement a page.
const page = {
  name: 'file-lists.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total from file_lists l
          where l.company_id = $1 and ($2 = '%%' or folded(l.name) like $2)
          order by folded(l.name), l.id limit $3 offset $4`,
};
const byId = {
  name: 'file-lists.by-id',
  text: `select ${COLUMNS} from file_lists l where l.company_id = $1 and l.id = $2`,
};

const byItemId = (tx: Tx, id: number) => and(own(tx, fileListItems), eq(fileListItems.id, id));

export const fileListStore = {
  async page(tx: Tx, { search, page: number }: { search: string; page: number }) {
    const offset = (number - 1) * PAGE;
    const values = [tx.companyId, likePattern(search), PAGE, offset];
    const rows = await tx.query<CountedFileList & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows, count, hasMore: count > offset + rows.length };
  },
  pick: (tx: Tx) => tx.query<CountedFileList>(page, [tx.companyId, '%%', MAX_PICKED, 0]),
  async byId(tx: Tx, id: number): Promise<CountedFileList | undefined> {
    return (await tx.query<CountedFileList>(byId, [tx.companyId, id]))[0];
  },
  /** Held until the transaction ends: its files are counted and numbered by one at a time. */
  async lock(tx: Tx, id: number): Promise<FileListRow | undefined> {
    const [row] = await tx.orm
      .select()
      .from(fileLists)
      .where(and(own(tx, fileLists), eq(fileLists.id, id)))
      .for('no key update');
    return row;
  },
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
  /** A new file under a name has been sent to nobody yet. */
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
