import pg from 'pg';

// What is in the database, company by company, seen by the owner past row-level security.

type Asker = Pick<pg.Pool, 'query'>;
export interface Table {
  name: string;
  key: string[];
}
export interface Column {
  table: string;
  name: string;
  type: string;
}

const TABLES = `
  select c.relname as name, array(
           select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
            where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id') = $1
   order by 1`;

/** Every table with rows of companies, the directory included. */
export const tenantTables = async (owner: Asker): Promise<Table[]> => (await owner.query<Table>(TABLES, [true])).rows;
/** Every table that belongs to no company. */
export const platformTables = async (owner: Asker): Promise<Table[]> =>
  (await owner.query<Table>(TABLES, [false])).rows;

export async function columnsOf(owner: Asker, tables: Table[]): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attnum > 0 and not a.attisdropped
      order by 1, a.attnum`,
    [tables.map((table) => table.name)],
  );
  return rows;
}

/** Looks at rows; built once a database, because the tables do not change while a test runs. */
export async function lookAtRows(owner: Asker) {
  const tenant = await tenantTables(owner);
  const platform = await platformTables(owner);
  const quote = (name: string) => pg.escapeIdentifier(name);
  const union = (tables: Table[], one: (table: string) => string) =>
    tables.map(({ name }) => one(quote(name))).join(' union all ');
  const texts = union(
    tenant,
    (table) => `select tableoid::regclass || ' ' || t::text as line from ${table} t where company_id = $1`,
  );
  const objects = union(
    tenant,
    (table) => `select tableoid::regclass::text as "table", to_jsonb(t) as row from ${table} t where company_id = $1`,
  );
  const others = union(
    platform,
    (table) => `select tableoid::regclass::text as "table", to_jsonb(t) as row from ${table} t`,
  );
  const keys = new Map([...tenant, ...platform].map(({ name, key }) => [name, key]));

  return {
    tenant,
    platform,
    /** One hash over all rows of a company: equal means that nothing of it has changed. */
    async hash(companyId: number): Promise<string> {
      const { rows } = await owner.query<{ hash: string }>(
        `select encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' order by line), ''), 'UTF8')), 'hex') as hash from (${texts}) lines`,
        [companyId],
      );
      return rows[0]!.hash;
    },
    /** All rows of a company and of the platform, by table and key. */
    async dump(companyId: number): Promise<Dump> {
      const [own, shared] = [await owner.query<DumpRow>(objects, [companyId]), await owner.query<DumpRow>(others)];
      const dump: Dump = new Map();
      for (const { table, row } of [...own.rows, ...shared.rows]) {
        const name = table.replaceAll('"', '');
        dump.set(`${name} ${JSON.stringify(keys.get(name)!.map((column) => row[column]))}`, { table: name, row });
      }
      return dump;
    },
  };
}
export type Rows = Awaited<ReturnType<typeof lookAtRows>>;

interface DumpRow {
  table: string;
  row: Record<string, unknown>;
}
export type Dump = Map<string, DumpRow>;

/** What differs: `tags +` a row came, `tags -` one went, `tags.name` a column changed. */
export function changes(before: Dump, after: Dump): string[] {
  const found = new Set<string>();
  for (const [key, { table, row }] of after) {
    const old = before.get(key)?.row;
    if (!old) found.add(`${table} +`);
    else for (const column of Object.keys(row)) if (!isSame(old[column], row[column])) found.add(`${table}.${column}`);
  }
  for (const [key, { table }] of before) if (!after.has(key)) found.add(`${table} -`);
  return [...found].sort();
}
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The rows that came, by table. */
export const newRows = (before: Dump, after: Dump): DumpRow[] =>
  [...after].flatMap(([key, row]) => (before.has(key) ? [] : [row]));
