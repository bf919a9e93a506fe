import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { takeLock } from './advisory-lock.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Arbitrary advisory-lock id: two nodes that start together must not migrate at once. */
const LOCK = 4_500_001;

export interface Migration {
  number: number;
  name: string;
  sql: string;
  /** Number of the newest migration of the oldest code that can run on this schema. */
  oldestCode: number;
  /** A contraction only: newest migration of the oldest code that no longer uses what is taken away. */
  requiredCode?: number;
  /** Runs statement by statement outside of a transaction, for indexes that are built concurrently. */
  isOutside: boolean;
}

/** The database was migrated by a newer version than this one can run on. */
export class NewerDatabase extends Error {
  constructor(databaseNumber: number, latestNumber: number) {
    super(
      `The database is at migration ${databaseNumber}, this version knows only ${latestNumber}. Start the newer version, or restore a backup.`,
    );
  }
}

/** A node of a version that still uses what a contraction takes away ran a short time ago. */
export class EarlyContraction extends Error {
  constructor(migration: string, version: string, seenAt: Date) {
    const from = new Date(+seenAt + QUIET_DAYS * 86_400_000).toISOString();
    super(
      `Migration ${migration} takes away what version ${version} uses, and a node of that version ran until ${seenAt.toISOString()}. Nothing was changed. Run the version before this one, and start this one after ${from}.`,
    );
  }
}
/** In this time the operator can go back to the former version. */
const QUIET_DAYS = 7;

/** First line of a migration: whether it only adds or also takes away, and which code can still run on the result. */
const HEADER = /^-- (expand|contract), oldest-code: (\d{4})(, outside)?\n/;

export function parseMigration(file: string, sql: string): Migration {
  const number = Number(file.slice(0, 4));
  const [, kind, oldest, outside] = HEADER.exec(sql) ?? [];
  // Without a header, and after a contraction, only code that knows the migration can run.
  const oldestCode = kind === 'expand' ? Number(oldest) : number;
  const requiredCode = kind === 'contract' ? { requiredCode: Number(oldest) } : {};
  return { number, name: file.replace('.sql', ''), sql, oldestCode, ...requiredCode, isOutside: outside !== undefined };
}

export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => parseMigration(file, readFileSync(new URL(file, FOLDER), 'utf8')));

/** Number of the newest migration of this code. */
export const newestMigration = (): number => migrations().at(-1)?.number ?? 0;

/** Extensions of PostgreSQL that the migrations create. */
export const requiredExtensions = (): string[] =>
  migrations().flatMap(({ sql }) =>
    [...sql.matchAll(/^create extension if not exists (\w+);/gm)].map(([, name]) => name!),
  );

/** The oldest code that can run once all migrations of this code are applied. */
export const oldestCode = (): number => Math.max(0, ...migrations().map((migration) => migration.oldestCode));

/** A migration waits at most this long for a lock, and everybody else behind it; then it lets them go first. */
const LOCK_TIMEOUT = '2s';
const LOCK_ATTEMPTS = 20;
const LOCK_PAUSE_MS = 500;

/** What a migration cost: the tables that others could not write to until it was committed. */
export interface AppliedMigration {
  name: string;
  ms: number;
  lockedTables: string[];
}
interface Options {
  /** For tests: other migrations. */
  available?: Migration[];
  pauseMs?: number;
  /** A restored copy: the nodes that it names run on another database. */
  isCopy?: boolean;
  /** Called after each migration; only then locks are read. */
  onApplied?: ((applied: AppliedMigration) => void) | undefined;
}

/**
 * Applies pending migrations, forward only, each in its own transaction. Returns the number applied. Throws
 * `NewerDatabase` when a newer version changed the database in a way that this code cannot run on.
 */
export async function migrate(
  ownerUrl: string,
  onProgress: (line: string) => void = () => {},
  { available = migrations(), pauseMs = LOCK_PAUSE_MS, isCopy = false, onApplied }: Options = {},
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    await takeLock(client, LOCK);
    await client.query(
      `create table if not exists schema_migrations (number integer primary key, name text not null,
         applied_at timestamptz not null default now(), oldest_code integer);
       alter table schema_migrations add column if not exists oldest_code integer`,
    );
    const { rows } = await client.query<{ number: number; oldestCode: number | null }>(
      'select number, oldest_code as "oldestCode" from schema_migrations order by number',
    );
    const newest = rows.at(-1)?.number ?? 0;
    const latest = available.at(-1)?.number ?? 0;
    const isTooNew = rows.some(({ number, oldestCode }) => number > latest && (oldestCode ?? number) > latest);
    if (isTooNew) throw new NewerDatabase(newest, latest);

    const due = available.filter(({ number }) => number > newest);
    if (!isCopy) await refuseFormerNodes(client, due);
    for (const migration of due) {
      onProgress(`Preparing the database: ${migration.name}`);
      try {
        const startedAt = performance.now();
        const tables = onApplied && (await existingTables(client));
        const lockedTables = migration.isOutside
          ? await applyOutside(client, migration).then(() => [])
          : await applyWithLocks(client, migration, pauseMs, tables);
        onApplied?.({ name: migration.name, ms: performance.now() - startedAt, lockedTables });
      } catch (error) {
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    return due.length;
  } finally {
    await client.end();
  }
}

/** Before anything is changed. A database that does not exist yet has no nodes. */
export async function refuseEarlyContraction(ownerUrl: string, available = migrations()): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  try {
    await client.connect();
    const { rows } = await client.query<{ newest: number }>(
      'select coalesce(max(number), 0) as newest from schema_migrations',
    );
    await refuseFormerNodes(
      client,
      available.filter(({ number }) => number > rows[0]!.newest),
    );
  } catch (error) {
    if (!NOT_THERE.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
/** The database, or the table of the migrations. */
const NOT_THERE = new Set(['3D000', '42P01']);

async function refuseFormerNodes(client: pg.Client, due: Migration[]): Promise<void> {
  const contractions = due.filter(({ requiredCode }) => requiredCode !== undefined);
  const { rows: tables } = await client.query<{ nodes: string | null }>(`select to_regclass('nodes')::text as nodes`);
  if (contractions.length === 0 || tables[0]!.nodes === null) return;
  for (const { name, requiredCode } of contractions) {
    const { rows } = await client.query<{ version: string; seenAt: Date }>(
      `select version, seen_at as "seenAt" from nodes
        where schema_number < $1 and seen_at > now() - make_interval(days => $2) order by seen_at desc limit 1`,
      [requiredCode, QUIET_DAYS],
    );
    if (rows[0]) throw new EarlyContraction(name, rows[0].version, rows[0].seenAt);
  }
}

async function existingTables(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ oid: number }>(
    `select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  return rows.map(({ oid }) => oid);
}

/** Tables among these that this transaction keeps others from writing to. */
async function lockedAmong(client: pg.Client, tables: number[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct relation::regclass::text as name from pg_locks
      where pid = pg_backend_pid() and locktype = 'relation' and relation = any($1::oid[])
        and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') order by name`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** Returns the locked ones of the given tables. */
async function applyWithLocks(
  client: pg.Client,
  migration: Migration,
  pauseMs: number,
  tables: number[] = [],
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query(migration.sql);
      const locked = tables.length === 0 ? [] : await lockedAmong(client, tables);
      await record(client, migration);
      await client.query('commit');
      return locked;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS) throw error;
      await pause(pauseMs);
    }
  }
}
const LOCK_NOT_AVAILABLE = '55P03';

/** Can be repeated: an index that an interrupted run left invalid is built again. */
async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  const statements = migration.sql
    .split(/;\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text.replace(/^--.*$/gm, '').trim() !== '');
  for (const statement of statements) {
    const index = /create (?:unique )?index concurrently (?:if not exists )?(\w+)/i.exec(statement)?.[1];
    if (index !== undefined) {
      const { rows } = await client.query<{ valid: boolean }>(
        'select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass($1)',
        [index],
      );
      if (rows[0]?.valid) continue;
      if (rows[0]) await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`);
    }
    await client.query(statement);
  }
  await record(client, migration);
}

const record = (client: pg.Client, { number, name, oldestCode }: Migration) =>
  client.query('insert into schema_migrations (number, name, oldest_code) values ($1, $2, $3)', [
    number,
    name,
    oldestCode,
  ]);

/** Number of the newest migration that was applied. */
export async function appliedMigration(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ number: number | null }>(
      'select max(number) as number from schema_migrations',
    );
    return rows[0]?.number ?? 0;
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
