import type { ReportFilterRow } from '../../infrastructure/db/schema/insight.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

type FilterDraft = Pick<ReportFilterRow, 'name' | 'filter'>;

/** Filters that a user saved for reports. */
export const reportFilterStore = {
  of: (tx: Tx, userId: number) => tx.query<ReportFilterRow>(of, [tx.companyId, userId]),
  /** Undefined if the user has another one with this name. */
  async insert(tx: Tx, userId: number, { name, filter }: FilterDraft): Promise<ReportFilterRow | undefined> {
    return (await tx.query<ReportFilterRow>(insert, [tx.companyId, userId, name, JSON.stringify(filter)]))[0];
  },
  async update(
    tx: Tx,
    userId: number,
    id: number,
    { name, filter }: FilterDraft,
  ): Promise<ReportFilterRow | undefined> {
    return (await tx.query<ReportFilterRow>(update, [tx.companyId, userId, id, name, JSON.stringify(filter)]))[0];
  },
  async remove(tx: Tx, userId: number, id: number): Promise<boolean> {
    return (await tx.query(remove, [tx.companyId, userId, id])).length > 0;
  },
  /** Serializes the changes of one user, so that the limit and unique names hold. */
  lock: (tx: Tx, userId: number) => tx.query(lock, [tx.companyId, userId]),
};

const COLUMNS = 'company_id as "companyId", id, user_id as "userId", name, filter';
const of = {
  name: 'report-filters.of-user',
  text: `select ${COLUMNS} from report_filters where company_id = $1 and user_id = $2 order by lower(name), id`,
};
const insert = {
  name: 'report-filters.insert',
  text: `insert into report_filters (company_id, user_id, name, filter) values ($1, $2, $3, $4)
         on conflict do nothing returning ${COLUMNS}`,
};
const update = {
  name: 'report-filters.update',
  text: `update report_filters set name = $4, filter = $5 where company_id = $1 and user_id = $2 and id = $3 returning ${COLUMNS}`,
};
const remove = {
  name: 'report-filters.remove',
  text: 'delete from report_filters where company_id = $1 and user_id = $2 and id = $3 returning id',
};
const lock = {
  name: 'report-filters.lock',
  text: 'select id from users where company_id = $1 and id = $2 for no key update',
};
