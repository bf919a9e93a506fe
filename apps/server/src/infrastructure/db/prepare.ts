import { createHmac } from 'node:crypto';
import pg from 'pg';
import { fingerprint, prepareJobs } from '../jobs/prepare.store.ts';
import { takeLock } from './advisory-lock.ts';
import {
  appliedMigration,
  closeAppRoles,
  migrate,
  newestMigration,
  oldestCode,
  openAppRole,
  type AppliedMigration,
} from './migrate.ts';
import { readSchemaMark } from './schema-mark.store.ts';

const DATABASE = 'balcao';
/** Arbitrary advisory-lock id, different from the one of the migrations. */
const LOCK = 4_500_002;

/** The database of the embedded server; the default one stays empty. */
export function ownDatabaseUrl(superUrl: string, name = DATABASE): string {
  const url = new URL(superUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Creates the database when it does not exist; returns its URL. */
export async function ownDatabase(superUrl: string, name = DATABASE): Promise<string> {
  const client = new pg.Client({ connectionString: superUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return ownDatabaseUrl(superUrl, name);
}

/**
 * Login role of this installation, a member of `balcao_app`. Roles belong to the whole PostgreSQL server, so two
 * installations with different secrets on one server have different roles.
 */
export const appRole = (secret: string): string =>
  `balcao_app_${createHmac('sha256', secret).update('balcao_app/role').digest('hex').slice(0, 12)}`;

/** Password of the login role, derived from the secret: it need not be stored and cannot be guessed. */
const appPassword = (secret: string): string => createHmac('sha256', secret).update('balcao_app').digest('base64url');

export function appUrlFor(ownerUrl: string, secret: string): string {
  const url = new URL(ownerUrl);
  url.username = appRole(secret);
  url.password = appPassword(secret);
  return url.toString();
}

/** After a change of the secret: the former one must not open the database. */
export const closeFormerRole = (ownerUrl: string, formerSecret: string): Promise<void> =>
  closeAppRoles(ownerUrl, [appRole(formerSecret), 'balcao_app']);

export interface MigrationOptions {
  onMigrated?: ((applied: AppliedMigration) => void) | undefined;
  /** A restored copy of another database; see `migrate`. */
  isCopy?: boolean;
}

/** Migrates, opens the app role and prepares the job schema. A database that is current costs one query. */
export async function prepareDatabase(
  ownerUrl: string,
  secret: string,
  onProgress: (line: string) => void,
  /** Creates the database itself; called only when there is something to prepare. */
  createDatabase: () => Promise<unknown> = async () => {},
  { onMigrated, isCopy = false }: MigrationOptions = {},
): Promise<string> {
  const appUrl = appUrlFor(ownerUrl, secret);
  if (await isCurrent(appUrl)) return appUrl;
  await createDatabase();
  await withLock(ownerUrl, async () => {
    // Another node may have prepared the database while this node waited for the lock.
    if (await isCurrent(appUrl)) return;
    await migrate(ownerUrl, onProgress, { onApplied: onMigrated, isCopy });
    await openAppRole(ownerUrl, appRole(secret), appPassword(secret));
    // A newer version prepared the rest, and its jobs are not known here.
    if ((await appliedMigration(ownerUrl)) > newestMigration()) return;
    await prepareJobs(ownerUrl);
    await saveSchemaVersion(ownerUrl);
  });
  return appUrl;
}

/** Nodes that start together prepare one after the other. The lock is released when its connection ends. */
async function withLock(ownerUrl: string, work: () => Promise<void>) {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    await takeLock(client, LOCK);
    await work();
  } finally {
    await client.end();
  }
}

/** Version mark of the schema that the running code expects, with the oldest code that can run on it. */
export const schemaVersion = (): string => `${newestMigration()} ${fingerprint()} ${oldestCode()}`;

/** The running code can work on a database with this mark: its own, or that of a newer version that only added to it. */
export function canRunOn(mark: string | undefined): boolean {
  if (mark === undefined || mark === schemaVersion()) return mark !== undefined;
  const [number, , oldest = number] = mark.split(' ').map(Number);
  return number! > newestMigration() && oldest! <= newestMigration();
}

async function isCurrent(appUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    return (await readSchemaMark(client)) === schemaVersion();
  } catch {
    // Missing role or table, or another secret: the database must be prepared.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function saveSchemaVersion(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      'create table if not exists preparation (singleton boolean primary key default true check (singleton), mark text not null)',
    );
    await client.query('grant select on preparation to balcao_app');
    await client.query(
      'insert into preparation (mark) values ($1) on conflict (singleton) do update set mark = excluded.mark',
      [schemaVersion()],
    );
  } finally {
    await client.end();
  }
}
