import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import type { Clock } from '../src/infrastructure/clock.ts';
import { readConfig } from '../src/infrastructure/config.ts';
import { appUrlFor } from '../src/infrastructure/db/prepare.ts';
import { createLog } from '../src/infrastructure/log/log.ts';
import type { OpenChannels } from '../src/wiring/channels.ts';
import type { OpenPayments } from '../src/wiring/gateways.ts';
import type { BotServices } from '../src/gateways/bots/port.ts';
import type { ModelServices } from '../src/wiring/shared-services.ts';
import { buildServer } from '../src/wiring/server.ts';
import { cloneDatabase, TEST_SECRET } from './database.ts';
import { users } from './users.ts';

interface Options {
  /** Listens on a port, for sockets and browsers. */
  open?: boolean;
  env?: Record<string, string>;
  /** Receives the log lines. */
  logTo?: (line: string) => void;
  /** Channels of the test. */
  channels?: OpenChannels;
  /** Payment providers of the test. */
  payments?: OpenPayments;
  /** Language models of the test. */
  models?: ModelServices;
  /** External bots and receivers of webhooks of the test. */
  bots?: BotServices;
  /** Allows requests to services of the test on this machine. */
  reachesLoopback?: boolean;
  /** Database of another test server: a second node, or the same node after a restart. */
  ownerUrl?: string;
}

/** A clock that tests can set and advance. */
export interface TestClock extends Clock {
  set(to: Date): void;
  pass(ms: number): void;
}
function testClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    set: (to) => void (offset = +to - Date.now()),
    pass: (ms) => void (offset += ms),
  };
}

/** The PostgreSQL of this test process. */
export function serverUrl(): string {
  const urls = inject('serverUrls');
  return urls[Number(process.env['VITEST_POOL_ID'] ?? 0) % urls.length]!;
}

let serverCount = 0;
/** Names of the databases of this process, with the test file that uses each. */
const databases = new Map<string, string | undefined>();

/** Drops the databases of earlier test files: autovacuum visits every database, and hundreds of them slow down a run. */
function createDatabase(): Promise<string> {
  const { testPath } = expect.getState();
  const finished = [...databases].filter(([, file]) => file !== testPath).map(([name]) => name);
  for (const name of finished) databases.delete(name);
  const name = `server_${process.pid}_${++serverCount}`;
  databases.set(name, testPath);
  return cloneDatabase(serverUrl(), name, finished);
}

/** Starts a whole server on its own database, with functions that create companies and users. */
export async function startTestServer({
  open = false,
  env = {},
  logTo,
  ownerUrl,
  channels,
  payments,
  models,
  bots,
  reachesLoopback,
}: Options = {}) {
  const owner = ownerUrl ?? (await createDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-server-'));
  const config = readConfig({
    NODE_ENV: 'test',
    APP_SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    POOL_SIZE: '5',
    SANDBOX: 'off',
    ...env,
  });
  const clock = testClock();
  const server = await buildServer({
    config,
    appUrl: appUrlFor(owner, config.secret),
    log: createLog({ level: config.logLevel, ...(logTo && { pretty: false, out: { write: logTo } }) }),
    clock,
    ...(channels && { channels }),
    ...(payments && { payments }),
    ...(models && { models }),
    ...(bots && { bots }),
    ...(reachesLoopback && { reachesLoopback }),
  });
  const address = open ? await server.open(0, '127.0.0.1') : null;
  const url = address ? `http://127.0.0.1:${address.port}` : undefined;
  if (!open) await server.app.ready();
  /** As the database owner, without row-level security: for checks and for preparing data. */
  const asOwner = new pg.Pool({ connectionString: owner, max: 2 });
  asOwner.on('error', () => {});

  return {
    ...server,
    ...users(server),
    ownerUrl: owner,
    appUrl: appUrlFor(owner, config.secret),
    config,
    clock,
    url,
    asOwner,
    async storedFiles(companyId: number) {
      const files = await asOwner.query<{ key: string; mime: string }>(
        'select storage_key as key, mime from files where company_id = $1',
        [companyId],
      );
      return files.rows;
    },
    async stop() {
      await server.close();
      await asOwner.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
