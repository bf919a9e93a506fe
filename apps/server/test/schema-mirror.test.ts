import { readdirSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

const SCHEMA = new URL('../src/infrastructure/db/schema/', import.meta.url);
/** Used only by the preparation of the database, outside of the schema files. */
const unmirrored = ['preparation', 'schema_migrations'];

interface Column {
  type: string;
  notNull: boolean;
  hasDefault: boolean;
}
type Tables = Record<string, Record<string, Column>>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('schema files', () => {
  it('match the database in every column: name, type, nullability, default', async () => {
    const { rows } = await server.asOwner.query<Column & { table: string; name: string }>(
      `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
              a.atthasdef or a.attidentity <> '' as "hasDefault"
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1)`,
      [unmirrored],
    );
    const actual: Tables = {};
    for (const { table, name, ...column } of rows) (actual[table] ??= {})[name] = column;
    expect(Object.keys(actual).length).toBeGreaterThan(10);
    const expected = await mirrored();
    // A default that the schema files omit is harmless: queries then set the value.
    for (const [table, columns] of Object.entries(expected)) {
      for (const [name, column] of Object.entries(columns))
        if (!column.hasDefault) column.hasDefault = actual[table]?.[name]?.hasDefault ?? false;
    }
    expect(expected).toEqual(actual);
  });
});

async function mirrored(): Promise<Tables> {
  const tables: Tables = {};
  for (const file of readdirSync(SCHEMA)) {
    const module = (await import(new URL(file, SCHEMA).href)) as Record<string, unknown>;
    for (const table of Object.values(module)) {
      if (!is(table, PgTable)) continue;
      const { name, columns } = getTableConfig(table);
      tables[name] = Object.fromEntries(
        columns.map((column) => [
          column.name,
          {
            // PostgreSQL prints numeric(12,2), Drizzle numeric(12, 2).
            type: column.getSQLType().replace(', ', ','),
            notNull: column.notNull,
            hasDefault: column.hasDefault || column.generatedIdentity !== undefined,
          },
        ]),
      );
    }
  }
  return tables;
}
