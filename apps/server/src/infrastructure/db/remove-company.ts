/** Removes a company with everything it owns, as the owner of the database, in short transactions. */
import pg from 'pg';
import { forgetMove } from '../snapshot/moved-companies.store.ts';

/** A portion commits well within a second. */
const PORTION = 1_000;

/** Tables of companies, those that refer to others first, so that no delete cascades into many rows; `companies` comes last. */
const TABLES = `
  with recursive tables as (
    select c.oid, c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  ), depths (oid, depth) as (
    select oid, 0 from tables
    union
    select f.conrelid, d.depth + 1 from depths d join pg_constraint f on f.confrelid = d.oid and f.contype = 'f'
     where f.conrelid <> f.confrelid and f.conrelid in (select oid from tables) and d.depth < 8
  )
  select t.relname as name from tables t join depths d using (oid) group by t.relname order by max(d.depth) desc, 1`;

export async function removeCompany(ownerUrl: string, companyId: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-remove' });
  await client.connect();
  try {
    // Row-level security is forced for the owner too.
    await client.query("select set_config('app.company', $1, false)", [String(companyId)]);
    const { rows } = await client.query<{ name: string }>(TABLES);
    for (const { name } of rows) await removeRows(client, pg.escapeIdentifier(name), companyId);
    await forgetMove(client, companyId);
  } finally {
    await client.end();
  }
}

async function removeRows(client: pg.Client, table: string, companyId: number): Promise<void> {
  const text = `delete from ${table} where ctid = any(array(select ctid from ${table} where company_id = $1 limit ${PORTION}))`;
  for (;;) {
    const { rowCount } = await client.query(text, [companyId]);
    if ((rowCount ?? 0) < PORTION) return;
  }
}
