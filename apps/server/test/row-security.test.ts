import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure } from './fixtures/scale.ts';
import { createTenantFixture, queryAsOwner, tenantTables, type TenantFixture } from './fixtures/tenant-fixture.ts';

// Row-level security alone: what the app role can read and write with queries that do not filter by company.

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());
const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
  queryAsOwner<Row>(fixture, text, values);
const tenant = () => tenantTables(fixture);

/** Runs as the app role on its own connection; everything is rolled back. */
async function asApp<T>(companyId: number | null, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: fixture.server.appUrl });
  await client.connect();
  try {
    await client.query('begin');
    if (companyId !== null) await client.query("select set_config('app.company', $1, true)", [String(companyId)]);
    return await work(client);
  } finally {
    await client.query('rollback').catch(() => {});
    await client.end();
  }
}
/** Number of affected rows; 0 when the privilege is missing. */
const affectedRows = (client: pg.Client, text: string, values: unknown[] = []): Promise<number> =>
  client.query('savepoint here').then(() =>
    client.query(text, values).then(
      (result) => result.rowCount ?? 0,
      async (error: Error) => {
        await client.query('rollback to here');
        if (!/permission denied|row-level security/.test(error.message)) throw error;
        return 0;
      },
    ),
  );

describe('the app role without a company reads and writes nothing [TI-11]', () => {
  it.each([
    ['no company set', null],
    ['an empty company, as a pooled connection has it after commit', ''],
  ])('%s: no row is read, changed or removed', async (_, setting) => {
    let rows = 0;
    for (const table of tenant()) {
      rows += await asApp(null, async (client) => {
        if (setting !== null) await client.query("select set_config('app.company', $1, true)", [setting]);
        const seen = await affectedRows(client, `select * from ${table}`);
        const changed = await affectedRows(client, `update ${table} set company_id = company_id`);
        return seen + changed + (await affectedRows(client, `delete from ${table}`));
      });
    }
    expect(rows).toBe(0);
    figure('TI-11', `rows affected with ${setting === null ? 'no' : 'an empty'} company`, rows);
  });

  it('with a company it reads and writes rows of that company only', async () => {
    const { a, b } = fixture;
    for (const table of tenant()) {
      const [all] = await query<{ n: number }>(`select count(*)::int as n from ${table} where company_id = $1`, [
        a.companyId,
      ]);
      await asApp(a.companyId, async (client) => {
        expect(await affectedRows(client, `select * from ${table}`), table).toBe(all!.n);
        expect(await affectedRows(client, `select * from ${table} where company_id = $1`, [b.companyId]), table).toBe(
          0,
        );
        expect(
          await affectedRows(client, `update ${table} set company_id = $1 where company_id = $1`, [b.companyId]),
          table,
        ).toBe(0);
        expect(await affectedRows(client, `delete from ${table} where company_id = $1`, [b.companyId]), table).toBe(0);
        expect(
          await affectedRows(client, `update ${table} set company_id = $1`, [b.companyId]),
          `${table}: rows moved to another company`,
        ).toBe(0);
      });
    }
  });

  it('search functions that bypass row-level security find only own rows, and none without a company', async () => {
    const { a, b } = fixture;
    const searches = {
      "select id from contacts_matching('%', '', 100000)":
        'select id from contacts where company_id = $1 and merged_into_id is null',
      "select id from contacts_beginning('', 100000, 0, 0)":
        'select id from contacts where company_id = $1 and merged_into_id is null',
      "select unnest(contact_ids_matching('%', '', '', 100000)) as id":
        'select id from contacts where company_id = $1 and merged_into_id is null',
      "select unnest(ticket_ids_with_message('%', false, null)) as id":
        'select distinct ticket_id as id from messages where company_id = $1 and not is_deleted',
      [`select id::float8 from message_hits('%', 'infinity', 0, 100000, '{"all":true}')`]:
        'select id::float8 from messages where company_id = $1 and not is_deleted',
    };
    const idsOf = ({ rows }: { rows: { id: number }[] }) =>
      rows.map(({ id }) => id).sort((left, right) => left - right);
    for (const [search, own] of Object.entries(searches)) {
      for (const { companyId } of [a, b]) {
        const found = await asApp(companyId, async (client) => idsOf(await client.query(search)));
        expect(found, search).toEqual(idsOf({ rows: await query<{ id: number }>(own, [companyId]) }));
        expect(found.length).toBeGreaterThan(0);
      }
      expect(await asApp(null, async (client) => idsOf(await client.query(search))), search).toEqual([]);
    }
  });

  it('no row is inserted for another company', async () => {
    const { a, b } = fixture;
    await asApp(a.companyId, async (client) => {
      for (const table of tenant()) {
        await client.query('savepoint before');
        const [entry] = await query<{ row: object }>(
          `select to_jsonb(t) as row from ${table} t where company_id = $1 limit 1`,
          [b.companyId],
        );
        // Every column that is not generated.
        const [own] = await query<{ columns: string }>(
          `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
            where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
          [table],
        );
        const copying = client.query(
          `insert into ${table} (${own!.columns}) overriding system value
           select ${own!.columns} from json_populate_record(null::${table}, $1)`,
          [JSON.stringify(entry!.row)],
        );
        await expect(copying, table).rejects.toThrow(/row-level security|permission denied/);
        await client.query('rollback to before');
      }
    });
  });

  it('a row of another company cannot be referenced [TI-12]', async () => {
    const { a, b } = fixture;
    await asApp(a.companyId, async (client) => {
      for (const [table, column, kind] of [
        ['tags', 'next_lane_id', 'lane'],
        ['tags', 'rollback_lane_id', 'lane'],
        ['tags', 'created_by', 'user'],
        ['connections', 'redirect_queue_id', 'queue'],
        ['users', 'connection_id', 'connection'],
        ['contacts', 'connection_id', 'connection'],
        ['contacts', 'wallet_user_id', 'user'],
        ['contacts', 'wallet_queue_id', 'queue'],
        ['contacts', 'merged_into_id', 'contact'],
        ['contact_identities', 'contact_id', 'contact'],
        ['tickets', 'contact_id', 'contact'],
        ['tickets', 'connection_id', 'connection'],
        ['tickets', 'user_id', 'user'],
        ['tickets', 'queue_id', 'queue'],
        ['messages', 'ticket_id', 'ticket'],
        ['messages', 'contact_id', 'contact'],
        ['messages', 'quoted_id', 'message'],
        ['messages', 'author_contact_id', 'contact'],
        ['outbox', 'message_id', 'message'],
        ['outbox', 'connection_id', 'connection'],
      ] as const) {
        await client.query('savepoint before');
        await expect(
          // Only one row: two rows with the same value could violate a unique key instead.
          client.query(
            `update ${table} set ${column} = $1 where ctid = (select min(ctid) from ${table} where company_id = $2)`,
            [b.ids[kind], a.companyId],
          ),
          `${table}.${column}`,
        ).rejects.toThrow(/foreign key/);
        await client.query('rollback to before');
      }
      await expect(
        client.query('insert into user_queues (company_id, user_id, queue_id) values ($1, $2, $3)', [
          a.companyId,
          a.ids.user,
          b.ids.queue,
        ]),
      ).rejects.toThrow(/foreign key/);
    });
  });
});
