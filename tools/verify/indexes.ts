import pg from 'pg';

/** Names of the indexes whose order, or whose entries compared with their table, are wrong. Needs a superuser. */
export async function damagedIndexesOf(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-verify' });
  await client.connect();
  try {
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relam = (select oid from pg_am where amname = 'btree') and c.relkind = 'i' and i.indisvalid
          and c.relnamespace in ('public'::regnamespace, 'pg_catalog'::regnamespace) order by c.relpages`,
    );
    const damaged: string[] = [];
    for (const { name } of rows)
      await client.query('select bt_index_check($1::text::regclass, true)', [name]).catch(() => damaged.push(name));
    return damaged;
  } finally {
    await client.end();
  }
}
