import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ownDatabase, prepareDatabase } from '../src/infrastructure/db/prepare.ts';
import { openPostgres } from '@balcao/postgres-supervisor/supervisor';

export const TEST_SECRET = 'a secret for tests only, of more than thirty-two characters';
const TEMPLATE = 'balcao_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** One PostgreSQL for each test process. */
    serverUrls: string[];
  }
}

/**
 * Events of a database wait for every open transaction of its PostgreSQL, also those of other databases: each test process
 * has a PostgreSQL of its own, or all share the one of many runs in a row (TEST_POSTGRES_URL).
 */
export default async function setup(project: TestProject) {
  const sharedUrl = process.env['TEST_POSTGRES_URL'];
  const servers = sharedUrl
    ? [{ url: sharedUrl, stop: () => dropClones(sharedUrl) }]
    : await startTestServers(project.config.maxWorkers);
  project.provide(
    'serverUrls',
    servers.map(({ url }) => url),
  );
  return async () => void (await Promise.all(servers.map(({ stop }) => stop())));
}

/** Starts PostgreSQL with a migrated template database that each test server clones. */
export async function startTestPostgres() {
  const dir = await prepareCluster();
  return startCluster(dir);
}

/** Copies of one prepared cluster. */
async function startTestServers(count: number) {
  const first = await prepareCluster();
  const copies = Array.from({ length: count - 1 }, () => mkdtempSync(join(tmpdir(), 'balcao-test-')));
  // With owner and permissions, which PostgreSQL checks.
  for (const copy of copies) execFileSync('cp', ['-a', `${first}/.`, copy]);
  return Promise.all([first, ...copies].map(startCluster));
}

async function prepareCluster(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-test-'));
  const postgres = await openPostgres({ dir, onProgress: () => {}, durable: false });
  const ownerUrl = await ownDatabase(postgres.url, TEMPLATE);
  await prepareDatabase(ownerUrl, TEST_SECRET, () => {});
  await spareWork(postgres.url);
  await postgres.stop();
  return dir;
}

/** Each test file has new connections and few rows: planning a statement again for its values costs more than running it. */
async function spareWork(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('alter system set plan_cache_mode = force_generic_plan');
    await client.query('alter system set autovacuum = off');
  } finally {
    await client.end();
  }
}

async function startCluster(dir: string) {
  const postgres = await openPostgres({ dir, onProgress: () => {}, durable: false });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function dropClones(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'server\\_%'`,
    );
    for (const { name } of rows) await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
  } finally {
    await client.end();
  }
}

/** Clones the migrated database, after dropping databases that are no longer used; takes about 100 ms. */
export async function cloneDatabase(serverUrl: string, name: string, dropped: string[] = []): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // One that still has a connection stays.
    for (const unused of dropped)
      await client.query(`drop database if exists ${pg.escapeIdentifier(unused)}`).catch(() => {});
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    await client.query(`create database ${pg.escapeIdentifier(name)} template ${TEMPLATE} strategy file_copy`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
