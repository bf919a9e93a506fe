import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { ownDatabase, prepareDatabase } from '../src/infrastructure/db/prepare.ts';
import { openPostgres } from '@balcao/postgres-supervisor/supervisor';

export const TEST_SECRET = 'a secret for tests only, of more than thirty-two characters';
const TEMPLATE = 'balcao_template';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
  }
}

/** Starts one PostgreSQL for all tests, with a migrated template database that each test server clones. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-test-'));
  const postgres = await openPostgres({ dir, onProgress: () => {}, durable: false });
  const ownerUrl = await ownDatabase(postgres.url, TEMPLATE);
  await prepareDatabase(ownerUrl, TEST_SECRET, () => {});
  project.provide('serverUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** Clones the migrated database; takes about 100 ms. */
export async function cloneDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    await client.query(`create database ${pg.escapeIdentifier(name)} template ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
