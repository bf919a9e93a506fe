import type { FileListRow } from '../../infrastructure/db/schema/file-lists.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** Pickers load all lists at once. */
const MAX_PICKED = 1000;

export interface CountedFileList extends FileListRow {
  filesCount: number;
}

const COLUMNS = `l.company_id as "companyId", l.id, l.user_id as "userId", l.name, l.message,
                 l.created_at as "createdAt", l.updated_at as "updatedAt",
                 (select count(*)::int from file_list_items i
                   where i.company_id = l.company_id and i.list_id = l.id and i.media_key is not null) as "filesCount"`;
// The total comes with each row: one statement per page.
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
};
