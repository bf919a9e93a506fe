import { createHmac } from 'node:crypto';
import pg from 'pg';
import { fingerprint, prepareJobs } from '../jobs/prepare.store.ts';
import { migrate, migrations, openAppRole } from './migrate.ts';

const DATABASE = 'balcao';
/** Any constant of our own, other than the one migrations take. */
const LOCK = 4_500_002;

/** The database of the embedded server; the default one stays empty. */
export function ownDatabaseUrl(superUrl: string, name = DATABASE): string {
  const url = new URL(superUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

/** Makes it when it is not there. */
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

/** The app role's password follows from the secret: nothing more to keep, nothing to guess. */
export const appPassword = (secret: string): string =>
  createHmac('sha256', secret).update('balcao_app').digest('base64url');

export function appUrlFor(ownerUrl: string, secret: string): string {
  const url = new URL(ownerUrl);
  url.username = 'balcao_app';
  url.password = appPassword(secret);
  return url.toString();
}

/** Migrates, opens the app role and prepares the jobs; a database that is ready already costs one short look. */
export async function prepareDatabase(
  ownerUrl: string,
  secret: string,
  onProgress: (line: string) => void,
  /** Makes the database itself; asked only when there is something to prepare. */
  createDatabase: () => Promise<unknown> = async () => {},
): Promise<string> {
  const appUrl = appUrlFor(ownerUrl, secret);
  if (await isCurrent(appUrl)) return appUrl;
  await createDatabase();
  await withLock(ownerUrl, async () => {
    // Another node may have done it while this one waited.
    if (await isCurrent(appUrl)) return;
    await migrate(ownerUrl, onProgress);
    await openAppRole(ownerUrl, appPassword(secret));
    await prepareJobs(ownerUrl);
    await saveSchemaVersion(ownerUrl);
  });
  return appUrl;
}

/** Two nodes that start together prepare one after the other; the lock ends with its connection. */
async function withLock(ownerUrl: string, work: () => Promise<void>) {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await work();
  } finally {
    await client.end();
  }
}

/** What the running code expects of the database, in one word. */
export const schemaVersion = (): string => `${migrations().at(-1)?.number ?? 0} ${fingerprint()}`;

async function isCurrent(appUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: appUrl, connectionTimeoutMillis: 3000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ mark: string }>('select mark from preparation');
    return rows[0]?.mark === schemaVersion();
  } catch {
    // No role, no table, another secret: then there is something to prepare.
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
