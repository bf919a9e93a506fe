import type { Tx } from '../../infrastructure/db/tx.ts';

export interface ChangeRow {
  id: number;
  key: string;
  before: unknown;
  after: unknown;
  at: Date;
  userId: number | null;
  userName: string | null;
  undoes: number | null;
  isNewest: boolean;
}

const PAGE = 30;
/** Edits of the same text by the same user within this time extend one change. */
const EXTEND_WITHIN = '5 minutes';

const COLUMNS = `c.id::int, c.key, c.before, c.after, c.at, c.user_id as "userId", u.name as "userName",
                c.undoes::int, not exists (select from setting_changes n
                  where n.company_id = c.company_id and n.key = c.key and n.id > c.id) as "isNewest"
           from setting_changes c left join users u on u.company_id = c.company_id and u.id = c.user_id`;
const page = {
  name: 'setting-changes.page',
  text: `select ${COLUMNS} where c.company_id = $1 and c.id < $2 order by c.id desc limit $3`,
};
const byId = { name: 'setting-changes.by-id', text: `select ${COLUMNS} where c.company_id = $1 and c.id = $2` };
/** The user's change that a further edit extends: the newest of its key, recent, and not an undo. */
const findOpenChange = {
  name: 'setting-changes.open',
  text: `select c.id::int, c.before from setting_changes c
          where c.company_id = $1 and c.key = $2
            and c.id = (select max(id) from setting_changes where company_id = $1 and key = $2)
            and c.user_id = $3 and c.undoes is null and c.at > now() - interval '${EXTEND_WITHIN}'`,
};

export const changeStore = {
  async page(tx: Tx, before: number = Number.MAX_SAFE_INTEGER) {
    const rows = await tx.query<ChangeRow>(page, [tx.companyId, before, PAGE + 1]);
    return { rows: rows.slice(0, PAGE), hasMore: rows.length > PAGE };
  },

  async byId(tx: Tx, id: number): Promise<ChangeRow | undefined> {
    return (await tx.query<ChangeRow>(byId, [tx.companyId, id]))[0];
  },

  async findOpenChange(tx: Tx, key: string, userId: number) {
    return (await tx.query<{ id: number; before: unknown }>(findOpenChange, [tx.companyId, key, userId]))[0];
  },
};
