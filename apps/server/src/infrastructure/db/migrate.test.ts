import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { TEST_SECRET } from '../../../test/database.ts';
import { serverUrl } from '../../../test/server.ts';
import {
  EarlyContraction,
  migrate,
  migrations,
  NewerDatabase,
  parseMigration,
  type AppliedMigration,
} from './migrate.ts';
import { appRole, canRunOn, closeFormerRole, ownDatabase, schemaVersion, prepareDatabase } from './prepare.ts';

const createdDatabases: string[] = [];
const aDatabase = () => {
  const name = `migrate_${process.pid}_${createdDatabases.length}`;
  createdDatabases.push(name);
  return ownDatabase(serverUrl(), name);
};
async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
afterAll(async () => {
  for (const name of createdDatabases) await query(serverUrl(), `drop database if exists ${name} with (force)`);
});

const available = migrations();
/** Earlier migrations have no first line; only code that knows them can run on them. */
const EXPANSIONS_SINCE = 49;
/** Reviewed: statements that change rows of existing tables, and why no job does it. */
const reviewedRowChanges: Record<string, string> = {
  "0059-doctor-moved-companies: update connections set access_token_at = created_at where provider = 'official'":
    'connections are few',
};
/** Statements that change rows when the migration runs. Bodies of functions run later; those of `do` run at once. */
const rowChangesIn = (sql: string): string[] =>
  [
    ...sql
      .replace(/--.*$/gm, '')
      .replace(/(?<!\bdo )\$(\w*)\$[^]*?\$\1\$/gi, '')
      .matchAll(/^\s*((?:update|delete from|insert into|merge into|with)\s[^;]*)/gim),
  ].map(([, statement]) => statement!.trim());
const applied = (url: string) =>
  query<{ number: number; name: string }>(url, 'select number, name from schema_migrations order by number');

describe('migrate', () => {
  it('applies every migration in order to an empty database, and none the second time', async () => {
    const url = await aDatabase();
    const progress: string[] = [];
    expect(await migrate(url, (line) => progress.push(line))).toBe(available.length);
    expect(await applied(url)).toEqual(available.map(({ number, name }) => ({ number, name })));
    expect(progress).toEqual(available.map(({ name }) => `Preparing the database: ${name}`));
    const before = await query(url, 'select * from schema_migrations');
    expect(await migrate(url, () => expect.unreachable())).toBe(0);
    expect(await query(url, 'select * from schema_migrations')).toEqual(before);
  });

  it('reports how long each migration took and which existing tables it locked', async () => {
    const url = await aDatabase();
    const first = parseMigration('0001-notes.sql', 'create table notes (id int); create table plain (id int);');
    const second = parseMigration(
      '0002-more.sql',
      'create table later (id int); alter table later add x int; alter table notes add body text; insert into plain values (1);',
    );
    const outside = parseMigration(
      '0003-index.sql',
      '-- expand, oldest-code: 0002, outside\ncreate index concurrently notes_body on notes (body);\n',
    );
    const reported: AppliedMigration[] = [];
    await migrate(url, () => {}, { available: [first, second, outside], onApplied: (one) => reported.push(one) });
    expect(reported).toEqual([
      { name: '0001-notes', ms: expect.any(Number) as number, lockedTables: [] },
      { name: '0002-more', ms: expect.any(Number) as number, lockedTables: ['notes'] },
      { name: '0003-index', ms: expect.any(Number) as number, lockedTables: [] },
    ]);
  });

  it('finds migrations numbered without gaps or duplicates', () => {
    expect(available.map(({ number }) => number)).toEqual(available.map((_, n) => n + 1));
  });

  it('applies each migration once when several nodes start together', async () => {
    const url = await aDatabase();
    const counts = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, available.length]);
    expect(await applied(url)).toHaveLength(available.length);
  });

  it('refuses a database of a newer version and leaves it unchanged', async () => {
    const url = await aDatabase();
    await migrate(url);
    await query(url, `insert into schema_migrations (number, name) values (9999, '9999-from-the-future')`);
    await expect(migrate(url)).rejects.toThrow(NewerDatabase);
    await expect(migrate(url)).rejects.toThrow('The database is at migration 9999, this version knows only');
    expect((await applied(url)).at(-1)).toEqual({ number: 9999, name: '9999-from-the-future' });
  });

  const later = (name: string, sql: string) =>
    parseMigration(`${String(available.length + 1).padStart(4, '0')}-${name}.sql`, sql);
  const before = String(available.length).padStart(4, '0');

  it('lets the former code run after an expansion and refuses it after a contraction [OP-02]', async () => {
    const expanded = await aDatabase();
    const expand = later('wider', `-- expand, oldest-code: ${before}\nalter table plans add column note text;\n`);
    await migrate(expanded, () => {}, { available: [...available, expand] });
    expect(await migrate(expanded)).toBe(0);
    const contracted = await aDatabase();
    const contract = later(
      'narrower',
      `-- contract, oldest-code: ${before}\nalter table plans drop column use_kanban;\n`,
    );
    await migrate(contracted, () => {}, { available: [...available, contract] });
    await expect(migrate(contracted)).rejects.toThrow(NewerDatabase);
  });

  it('refuses a contraction for seven days after the last node of a version that it would break [OP-02]', async () => {
    const url = await aDatabase();
    await migrate(url);
    const wider = later('wider', `-- expand, oldest-code: ${before}\nalter table plans add column note text;\n`);
    const required = wider.number;
    const narrower = parseMigration(
      `${String(required + 1).padStart(4, '0')}-narrower.sql`,
      `-- contract, oldest-code: ${String(required).padStart(4, '0')}\nalter table plans drop column use_kanban;\n`,
    );
    const upgrade = () => migrate(url, () => {}, { available: [...available, wider, narrower] });
    const node = (name: string, schema: number, days: number) =>
      query(
        url,
        `insert into nodes (name, version, role, schema_number, seen_at)
         values ('${name}', '9.1.0', 'all', ${schema}, now() - interval '${days} days')`,
      );
    await node('former', required - 1, 6.9);
    await node('newer', required, 0);
    await expect(upgrade()).rejects.toThrow(EarlyContraction);
    await expect(upgrade()).rejects.toThrow(/-narrower takes away what version 9\.1\.0 uses.* start this one after 20/);
    // Not the expansion either.
    expect(await applied(url)).toHaveLength(available.length);
    await query(url, `update nodes set seen_at = now() - interval '7.1 days' where name = 'former'`);
    expect(await upgrade()).toBe(2);
  });

  it('applies a contraction to a restored copy, whose nodes run elsewhere', async () => {
    const url = await aDatabase();
    await migrate(url);
    await query(url, `insert into nodes (name, version, role, schema_number) values ('former', '9.1.0', 'all', 1)`);
    const contract = later(
      'narrower',
      `-- contract, oldest-code: ${before}\nalter table plans drop column use_kanban;\n`,
    );
    expect(await migrate(url, () => {}, { available: [...available, contract], isCopy: true })).toBe(1);
  });

  it(
    'waits for a lock at most two seconds, lets others go first and tries again [OP-02]',
    { timeout: 20_000 },
    async () => {
      const url = await aDatabase();
      await migrate(url);
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      await holder.query('begin; lock table plans in access share mode');
      const expand = later('locked', `-- expand, oldest-code: ${before}\nalter table plans add column note text;\n`);
      const migrating = migrate(url, () => {}, { available: [...available, expand], pauseMs: 10 });
      await expect
        .poll(() => query(url, `select from pg_locks where relation = 'plans'::regclass and not granted`), {
          timeout: 5000,
        })
        .toHaveLength(1);
      // Behind the waiting migration a reader waits too, but not longer than the migration.
      const startedAt = performance.now();
      await query(url, 'select count(*) from plans');
      expect(performance.now() - startedAt).toBeLessThan(2500);
      await holder.query('commit');
      await holder.end();
      expect(await migrating).toBe(1);
    },
  );

  it('builds an index again that an interrupted run left invalid', async () => {
    const url = await aDatabase();
    await migrate(url);
    await query(url, `insert into plans (name, users, connections, queues) values ('a', 1, 1, 1), ('b', 1, 1, 1)`);
    await expect(query(url, 'create unique index concurrently plans_users on plans (users)')).rejects.toThrow(
      /could not create unique index/,
    );
    await query(url, `delete from plans where name = 'b'`);
    const outside = later(
      'index',
      `-- expand, oldest-code: ${before}, outside\ncreate unique index concurrently if not exists plans_users on plans (users);\n`,
    );
    // Nodes that wait for their turn must not keep the index from being built.
    const nodes = [1, 2, 3].map(() => migrate(url, () => {}, { available: [...available, outside] }));
    expect((await Promise.all(nodes)).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    expect(await query(url, `select indisvalid from pg_index where indexrelid = 'plans_users'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
  });

  it('finds a first line in every migration since expansions exist', () => {
    for (const { number, sql } of available.filter((migration) => migration.number > EXPANSIONS_SINCE))
      expect(sql, String(number)).toMatch(/^-- (expand|contract), oldest-code: \d{4}/);
  });

  it('finds rows changed by a migration only where that was reviewed: backfills are jobs', () => {
    const changes = available.flatMap(({ name, number, sql }) =>
      number > EXPANSIONS_SINCE ? rowChangesIn(sql).map((statement) => `${name}: ${statement}`) : [],
    );
    expect(changes).toEqual(Object.keys(reviewedRowChanges));
    expect(rowChangesIn('do $$ begin\n  update plans set users = 1;\nend $$;')).toEqual(['update plans set users = 1']);
    expect(rowChangesIn('with old as (select 1)\ndelete from plans;')).toHaveLength(1);
    expect(rowChangesIn('create function f() returns void as $$ delete from plans; $$;\n-- update plans;')).toEqual([]);
  });

  it('rolls back a failed migration and names it in the error', async () => {
    const url = await aDatabase();
    await query(url, 'create table tags (id integer)');
    await expect(migrate(url)).rejects.toThrow(
      /^Migration 0002-settings-queues-users-tags failed: relation "tags" already exists/,
    );
    expect(await applied(url)).toEqual([{ number: 1, name: available[0]!.name }]);
    expect(await query(url, `select from pg_tables where tablename = 'users'`)).toEqual([]);
    await query(url, 'drop table tags');
    expect(await migrate(url)).toBe(available.length - 1);
  });
});

describe('prepareDatabase', () => {
  it('accepts the mark of a newer version only if that one lives with this code [OP-02]', () => {
    const own = available.length;
    expect(canRunOn(schemaVersion())).toBe(true);
    expect(canRunOn(`${own + 1} other ${own}`)).toBe(true);
    expect(canRunOn(`${own + 1} other ${own + 1}`)).toBe(false);
    expect(canRunOn(`${own + 1} other`)).toBe(false);
    expect(canRunOn(`${own} other ${own}`)).toBe(false);
    expect(canRunOn(undefined)).toBe(false);
  });

  it('creates one database when several nodes start together; the app role can use it and owns nothing', async () => {
    const url = await aDatabase();
    const urls = await Promise.all([1, 2, 3].map(() => prepareDatabase(url, TEST_SECRET, () => {})));
    expect(new Set(urls).size).toBe(1);
    expect(await query(urls[0]!, 'select current_user as who, (select mark from preparation) as mark')).toEqual([
      { who: appRole(TEST_SECRET), mark: schemaVersion() },
    ]);
    expect(
      await query(
        urls[0]!,
        `select from pg_class where relowner = any(array['balcao_app', current_user]::regrole[])
         union all select from pg_proc where proowner = any(array['balcao_app', current_user]::regrole[])`,
      ),
    ).toEqual([]);
  });

  it('gives two installations with different secrets on one server a login each [F-G9]', async () => {
    const secrets = [TEST_SECRET, 'the secret of another installation, long enough'];
    const urls: string[] = [];
    for (const secret of secrets) urls.push(await prepareDatabase(await aDatabase(), secret, () => {}));
    for (const url of urls)
      expect(await query(url, 'select count(*)::int as plans from plans')).toEqual([{ plans: 0 }]);
    await closeFormerRole(ownerOf(urls[1]!), secrets[1]!);
    await expect(query(urls[1]!, 'select 1')).rejects.toThrow(/not permitted to log in/);
    expect(await query(urls[0]!, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a database of a newer version', async () => {
    const url = await aDatabase();
    await prepareDatabase(url, TEST_SECRET, () => {});
    await query(
      url,
      `insert into schema_migrations (number, name) values (9999, '9999-from-the-future'); update preparation set mark = '9999 x'`,
    );
    await expect(prepareDatabase(url, TEST_SECRET, () => {})).rejects.toThrow(NewerDatabase);
  });
});

const ownerOf = (appUrl: string): string => {
  const url = new URL(serverUrl());
  url.pathname = new URL(appUrl).pathname;
  return url.toString();
};
