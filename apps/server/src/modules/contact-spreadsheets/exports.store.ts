import { and, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import type { ExportFilter, ExportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { contacts } from '../../infrastructure/db/schema/contacts.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { contactCondition } from '../contacts/index.ts';

/** A contact as it is written to an export. */
export interface ExportedContact {
  id: number;
  name: string;
  number: string;
  email: string;
  channel: string;
  connection: string | null;
  createdAt: Date;
  tags: string[];
  extra: [name: string, value: string][];
}
interface ExportEnd {
  status: 'done' | 'failed';
  finishedAt: Date;
  storageKey?: string;
  rowCount?: number;
}
/** An import reads at most this many columns of extra information. */
const MAX_EXTRA_COLUMNS = 150;
/** Small pages are freed while they are still young; long-lived garbage would let the process grow. */
const PAGE = 200;
const dialect = new PgDialect();

const run = <Row extends Record<string, unknown>>(tx: Tx, query: SQL) =>
  tx.query<Row>(...namedByHash(dialect.sqlToQuery(query)));

export const exportStore = {
  async insert(tx: Tx, { userId, filter, inClear }: Pick<ExportRow, 'userId' | 'filter' | 'inClear'>) {
    return (await tx.query<ExportRow>(insert, [tx.companyId, userId, JSON.stringify(filter), inClear]))[0]!;
  },
  async byId(tx: Tx, id: number): Promise<ExportRow | undefined> {
    return (await tx.query<ExportRow>(byId, [tx.companyId, id]))[0];
  },
  /** Claims the export for 60 seconds; undefined if another worker holds it. */
  async claim(tx: Tx, id: number): Promise<ExportRow | undefined> {
    return (await tx.query<ExportRow>(claim, [tx.companyId, id]))[0];
  },
  progress: (tx: Tx, id: number, rowCount: number) => tx.query(progress, [tx.companyId, id, rowCount]),
  finish: (tx: Tx, id: number, { status, finishedAt, storageKey, rowCount }: ExportEnd) =>
    tx.query(finish, [tx.companyId, id, status, finishedAt, storageKey ?? null, rowCount ?? null]),
  clearFile: (tx: Tx, id: number) => tx.query(clearFile, [tx.companyId, id]),

  async hasAny(tx: Tx, filter: ExportFilter, searchCondition: SQL | undefined): Promise<boolean> {
    const where = contactCondition(tx, filter, searchCondition);
    return (await run(tx, sql`select id from contacts where ${where} limit 1`)).length > 0;
  },
  async count(tx: Tx, filter: ExportFilter, searchCondition: SQL | undefined): Promise<number> {
    const where = contactCondition(tx, filter, searchCondition);
    return (await run<{ count: number }>(tx, sql`select count(*)::int as count from contacts where ${where}`))[0]!
      .count;
  },
  async extraNames(tx: Tx): Promise<string[]> {
    return (await tx.query<{ name: string }>(extraNames, [tx.companyId, MAX_EXTRA_COLUMNS])).map(({ name }) => name);
  },

  /** The next contacts after this name and id. */
  async page(
    tx: Tx,
    filter: ExportFilter,
    searchCondition: SQL | undefined,
    after: { name: string; id: number } | undefined,
  ): Promise<ExportedContact[]> {
    const where = and(
      contactCondition(tx, filter, searchCondition),
      after && sql`(${contacts.name}, ${contacts.id}) > (${after.name}, ${after.id})`,
    );
    const ids = await run<{ id: number }>(
      tx,
      sql`select id from contacts where ${where} order by name, id limit ${PAGE}`,
    );
    if (ids.length === 0) return [];
    return tx.query<ExportedContact>(exported, [tx.companyId, ids.map(({ id }) => id)]);
  },

  /** Exports of all companies that need a worker or have a file to remove. */
  due: (db: Db, limit: number) => db.query<{ companyId: number; id: number }>(due, [limit]),
};

const COLUMNS = `company_id as "companyId", id, user_id as "userId", filter, in_clear as "inClear", status,
                row_count as "rowCount", storage_key as "storageKey", lease_until as "leaseUntil", tries,
                created_at as "createdAt", finished_at as "finishedAt"`;
const insert = {
  name: 'contact-exports.insert',
  text: `insert into contact_exports (company_id, user_id, filter, in_clear) values ($1, $2, $3, $4) returning ${COLUMNS}`,
};
const byId = {
  name: 'contact-exports.by-id',
  text: `select ${COLUMNS} from contact_exports where company_id = $1 and id = $2`,
};
const claim = {
  name: 'contact-exports.claim',
  text: `update contact_exports set status = 'running', lease_until = now() + interval '60 seconds', tries = tries + 1
          where company_id = $1 and id = $2 and status in ('waiting', 'running')
            and (lease_until is null or lease_until < now())
          returning ${COLUMNS}`,
};
const progress = {
  name: 'contact-exports.progress',
  text: `update contact_exports set row_count = $3, lease_until = now() + interval '60 seconds'
          where company_id = $1 and id = $2`,
};
const finish = {
  name: 'contact-exports.finish',
  text: `update contact_exports
            set status = $3, finished_at = $4, storage_key = coalesce($5, storage_key), row_count = coalesce($6, row_count)
          where company_id = $1 and id = $2`,
};
const clearFile = {
  name: 'contact-exports.clear-file',
  text: 'update contact_exports set storage_key = null where company_id = $1 and id = $2',
};
const extraNames = {
  name: 'contact-exports.extra-names',
  text: 'select distinct name from contact_extra_info where company_id = $1 order by name limit $2',
};
const exported = {
  name: 'contact-exports.exported-contacts',
  text: `select c.id, c.name, c.number, c.email, c.channel, c.created_at as "createdAt",
                (select k.name from connections k where k.company_id = $1 and k.id = c.connection_id) as connection,
                array(select t.name from contact_tags ct join tags t on t.company_id = $1 and t.id = ct.tag_id
                       where ct.company_id = $1 and ct.contact_id = c.id order by t.name) as tags,
                coalesce((select json_agg(json_build_array(e.name, e.value)) from contact_extra_info e
                           where e.company_id = $1 and e.contact_id = c.id), '[]') as extra
           from contacts c where c.company_id = $1 and c.id = any($2) order by c.name, c.id`,
};
const due = { name: 'contact-exports.due', text: 'select company_id as "companyId", id from contact_exports_due($1)' };
