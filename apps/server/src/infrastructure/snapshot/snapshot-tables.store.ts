/** What a portable snapshot contains, from the catalogue of the database. */
import type pg from 'pg';

export interface SnapshotTable {
  name: string;
  /** Belongs to companies. */
  isTenant: boolean;
  /** Without generated columns and transaction numbers, which mean nothing in another database. */
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
  /** The column with the number of a row, and what counts it. */
  numbered: { column: string; sequence: string } | null;
  /** Read across companies by workers: rows of a company that is not there yet must not be visible in it. */
  isShared: boolean;
  refersToPlatform: boolean;
}

/** Belong to an installation and not to its data. */
const OF_INSTALLATION = [
  'schema_migrations',
  'preparation',
  'backups',
  'drills',
  'nodes',
  'erased_files',
  'file_copies_unused',
  'restored_state',
  'rate_limits',
  'seen_deliveries',
];
/** Ordered by transaction numbers; browsers fetch everything again. */
const OF_TRANSACTIONS = ['event_log', 'event_log_floor'];

const TABLES = `
  with columns as (
    select a.attrelid, a.attname, a.attnum from pg_attribute a
     where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype),
  counters as (
    select p.refobjid as relation, p.refobjsubid as position, p.objid as sequence from pg_depend p
     where p.classid = 'pg_class'::regclass and p.refclassid = 'pg_class'::regclass and p.deptype = 'i' and p.refobjsubid > 0
    union all
    select d.adrelid, d.adnum, p.refobjid from pg_attrdef d
      join pg_depend p on p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refclassid = 'pg_class'::regclass)
  select c.relname as name,
         exists (select from columns a where a.attrelid = c.oid and a.attname = 'company_id') as "isTenant",
         array(select a.attname::text from columns a where a.attrelid = c.oid order by a.attnum) as columns,
         array(select a.attname::text from pg_index i join columns a on a.attrelid = c.oid and a.attnum = any (i.indkey)
                where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)) as key,
         (select jsonb_build_object('column', a.attname, 'sequence', s.oid::regclass::text) from counters n
            join pg_class s on s.oid = n.sequence and s.relkind = 'S'
            join columns a on a.attrelid = n.relation and a.attnum = n.position
           where n.relation = c.oid limit 1) as numbered,
         not c.relrowsecurity or has_table_privilege('balcao_reader', c.oid, 'select') as "isShared",
         exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and not exists (
           select from columns a where a.attrelid = f.confrelid and a.attname = 'company_id')) as "refersToPlatform"
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname <> all ($1)
   order by c.relname`;

export const snapshotTables = async (client: pg.Client): Promise<SnapshotTable[]> =>
  (await client.query<SnapshotTable>(TABLES, [[...OF_INSTALLATION, ...OF_TRANSACTIONS]])).rows;

/** Tables of one company: without platform tables, and without those that refer to them, such as read announcements. */
export const tablesOfCompany = (tables: SnapshotTable[]): SnapshotTable[] =>
  tables
    .filter(({ name, isTenant, refersToPlatform }) => isTenant && (!refersToPlatform || name === 'companies'))
    .map((table) =>
      // Numbered over all companies, and nothing refers to these numbers.
      table.key.includes('company_id') || !table.numbered
        ? table
        : { ...table, numbered: null, columns: table.columns.filter((column) => column !== table.numbered?.column) },
    );

/** Row-level security is forced for the owner too. */
export async function seesAllCompanies(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sees: boolean }>(
    'select rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  );
  return rows[0]?.sees ?? false;
}
