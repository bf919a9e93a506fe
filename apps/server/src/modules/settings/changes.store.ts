import { and, eq, sql } from 'drizzle-orm';
import { settingChanges } from '../../infrastructure/db/schema/settings.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

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
export interface NewChange {
  key: string;
  before: unknown;
  after: unknown;
  userId: number | null;
  undoes: number | null;
}

const PAGE = 30;
/** Who writes on within this time is still at the same change. */
const STILL_WRITING = '5 minutes';

const COLUMNS = `c.id::int, c.key, c.before, c.after, c.at, c.user_id as "userId", u.name as "userName",
                c.undoes::int, not exists (select from setting_changes n
                  where n.company_id = c.company_id and n.key = c.key and n.id > c.id) as "isNewest"
           from setting_changes c left join users u on u.company_id = c.company_id and u.id = c.user_id`;
const page = {
  name: 'setting-changes.page',
  text: `select ${COLUMNS} where c.company_id = $1 and c.id < $2 order by c.id desc limit $3`,
};
const byId = { name: 'setting-changes.by-id', text: `select ${COLUMNS} where c.company_id = $1 and c.id = $2` };
/** The change that this person is still writing, if nobody came after it. */
const findOpenChange = {
  name: 'setting-changes.in-hand',
  text: `select c.id::int, c.before from setting_changes c
          where c.company_id = $1 and c.key = $2
            and c.id = (select max(id) from setting_changes where company_id = $1 and key = $2)
            and c.user_id = $3 and c.undoes is null and c.at > now() - interval '${STILL_WRITING}'`,
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

  /** Forgets what was changed before this moment; how things stand is kept elsewhere. */
  prune: (tx: Tx, before: Date) =>
    tx.orm
      .delete(settingChanges)
      .where(and(own(tx, settingChanges), sql`${settingChanges.at} < ${before.toISOString()}::timestamptz`)),
};
