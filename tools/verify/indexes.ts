import pg from 'pg';

interface Relation {
  name: string;
}

/** Names of the indexes whose order, or whose entries compared with their table, are wrong. Needs a superuser. */
export const damagedIndexesOf = (ownerUrl: string): Promise<string[]> =>
  damaged(ownerUrl, {
    relations: `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
                 where c.relam = (select oid from pg_am where amname = 'btree') and c.relkind = 'i' and i.indisvalid
                   and c.relpersistence <> 't' order by c.relpages`,
    // A damaged index raises an error.
    check: 'select bt_index_check($1::text::regclass, true)',
    isSound: () => true,
  });

/**
 * Names of the tables with a page that cannot be read, which includes one with a wrong checksum, or with rows whose header,
 * transaction or value stored apart is wrong. Needs a superuser.
 */
export const damagedTablesOf = (ownerUrl: string): Promise<string[]> =>
  damaged(ownerUrl, {
    relations: `select c.oid::regclass::text as name from pg_class c
                 where c.relkind in ('r', 'm', 't') and c.relpersistence <> 't' order by c.relpages`,
    check: 'select from verify_heapam($1::text::regclass, check_toast => true) limit 1',
    isSound: (rowCount) => rowCount === 0,
  });

async function damaged(
  ownerUrl: string,
  { relations, check, isSound }: { relations: string; check: string; isSound: (rowCount: number) => boolean },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-verify' });
  await client.connect();
  try {
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query<Relation>(relations);
    const names: string[] = [];
    for (const { name } of rows) {
      const found = await client.query(check, [name]).catch(() => undefined);
      if (!found || !isSound(found.rowCount ?? 0)) names.push(name);
    }
    return names;
  } finally {
    await client.end();
  }
}
