import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Arbitrary advisory-lock id: two nodes that start together must not migrate at once. */
const LOCK = 4_500_001;

export interface Migration {
  number: number;
  name: string;
  sql: string;
}

/** The database was migrated by a newer version than this one. */
export class NewerDatabase extends Error {
  constructor(databaseNumber: number, latestNumber: number) {
    super(
      `The database is at migration ${databaseNumber}, this version knows only ${latestNumber}. Start the newer version, or restore a backup.`,
    );
  }
}

export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.replace('.sql', ''),
      sql: readFileSync(new URL(file, FOLDER), 'utf8'),
    }));

/** Applies pending migrations, forward only, each in its own transaction. Returns the number applied. */
export async function migrate(ownerUrl: string, onProgress: (line: string) => void = () => {}): Promise<number> {
  const available = migrations();
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ newest: number | null }>(
      'select max(number) as newest from schema_migrations',
    );
    const newest = rows[0]?.newest ?? 0;
    const latest = available.at(-1)?.number ?? 0;
    if (newest > latest) throw new NewerDatabase(newest, latest);

    const due = available.filter((migration) => migration.number > newest);
    for (const { number, name, sql } of due) {
      onProgress(`Preparing the database: ${name}`);
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into schema_migrations (number, name) values ($1, $2)', [number, name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    return due.length;
  } finally {
    await client.end();
  }
}

/** Creates the login role of an installation, or sets its password. It has the rights of `balcao_app` and owns no tables. */
export async function openAppRole(ownerUrl: string, role: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    const name = pg.escapeIdentifier(role);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0)
      await client.query(`create role ${name} nosuperuser nobypassrls nocreatedb nocreaterole inherit`);
    // Roles take no parameters; the literal is quoted by the driver.
    await client.query(`alter role ${name} with login password ${pg.escapeLiteral(password)}`);
    await client.query(`grant balcao_app to ${name}`);
  } finally {
    await client.end();
  }
}

/** Existing connections stay open; new ones are refused. */
export async function closeAppRoles(ownerUrl: string, roles: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where rolname = any($1) and rolcanlogin',
      [roles],
    );
    for (const { name } of rows) await client.query(`alter role ${pg.escapeIdentifier(name)} nologin`);
  } finally {
    await client.end();
  }
}
