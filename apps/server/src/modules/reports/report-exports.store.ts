import type { ReportExportRow } from '../../infrastructure/db/schema/insight.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

interface ExportEnd {
  status: 'done' | 'failed';
  finishedAt: Date;
  storageKey?: string;
  rowCount?: number;
}

export const reportExportStore = {
  async insert(tx: Tx, row: Pick<ReportExportRow, 'userId' | 'kind' | 'filter' | 'total'>): Promise<ReportExportRow> {
    const values = [tx.companyId, row.userId, row.kind, JSON.stringify(row.filter), row.total];
    return (await tx.query<ReportExportRow>(insert, values))[0]!;
  },
  async byId(tx: Tx, id: number): Promise<ReportExportRow | undefined> {
    return (await tx.query<ReportExportRow>(byId, [tx.companyId, id]))[0];
  },
  /** Exports of the user in the last day, newest first. */
  of: (tx: Tx, userId: number) => tx.query<ReportExportRow>(of, [tx.companyId, userId]),
  /** Claims the export for 60 seconds; undefined if another worker holds it, or it is over. */
  async claim(tx: Tx, id: number): Promise<ReportExportRow | undefined> {
    return (await tx.query<ReportExportRow>(claim, [tx.companyId, id]))[0];
  },
  /** False if it was canceled meanwhile. */
  async progress(tx: Tx, id: number, rowCount: number, total: number): Promise<boolean> {
    return (await tx.query(progress, [tx.companyId, id, rowCount, total])).length > 0;
  },
  /** False if it was canceled meanwhile. */
  async finish(tx: Tx, id: number, { status, finishedAt, storageKey, rowCount }: ExportEnd): Promise<boolean> {
    const values = [tx.companyId, id, status, finishedAt, storageKey ?? null, rowCount ?? null];
    return (await tx.query(finish, values)).length > 0;
  },
  async cancel(tx: Tx, id: number, at: Date): Promise<ReportExportRow | undefined> {
    return (await tx.query<ReportExportRow>(cancel, [tx.companyId, id, at]))[0];
  },
  clearFile: (tx: Tx, id: number) => tx.query(clearFile, [tx.companyId, id]),
  /** Exports of all companies that need a worker or have a file to remove. */
  due: (db: Db, limit: number) => db.query<{ companyId: number; id: number }>(due, [limit]),
};

const COLUMNS = `company_id as "companyId", id, user_id as "userId", kind, filter, status, row_count as "rowCount", total,
                storage_key as "storageKey", lease_until as "leaseUntil", tries, created_at as "createdAt", finished_at as "finishedAt"`;
const insert = {
  name: 'report-exports.insert',
  text: `insert into report_exports (company_id, user_id, kind, filter, total) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
};
const byId = {
  name: 'report-exports.by-id',
  text: `select ${COLUMNS} from report_exports where company_id = $1 and id = $2`,
};
const of = {
  name: 'report-exports.of-user',
  text: `select ${COLUMNS} from report_exports where company_id = $1 and user_id = $2
            and created_at > now() - interval '1 day' order by id desc limit 20`,
};
const claim = {
  name: 'report-exports.claim',
  text: `update report_exports set status = 'running', lease_until = now() + interval '60 seconds', tries = tries + 1
          where company_id = $1 and id = $2 and status in ('waiting', 'running')
            and (lease_until is null or lease_until < now()) returning ${COLUMNS}`,
};
const progress = {
  name: 'report-exports.progress',
  text: `update report_exports set row_count = $3, total = $4, lease_until = now() + interval '60 seconds'
          where company_id = $1 and id = $2 and status = 'running' returning id`,
};
const finish = {
  name: 'report-exports.finish',
  text: `update report_exports
            set status = $3, finished_at = $4, storage_key = coalesce($5, storage_key), row_count = coalesce($6, row_count),
                total = coalesce($6, total)
          where company_id = $1 and id = $2 and status = 'running' returning id`,
};
const cancel = {
  name: 'report-exports.cancel',
  text: `update report_exports set status = 'canceled', finished_at = $3
          where company_id = $1 and id = $2 and status in ('waiting', 'running') returning ${COLUMNS}`,
};
const clearFile = {
  name: 'report-exports.clear-file',
  text: 'update report_exports set storage_key = null where company_id = $1 and id = $2',
};
const due = { name: 'report-exports.due', text: 'select company_id as "companyId", id from report_exports_due($1)' };
