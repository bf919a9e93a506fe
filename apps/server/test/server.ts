import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject as provided } from 'vitest';
import type { Clock } from '../src/infrastructure/clock.ts';
import { readConfig } from '../src/infrastructure/config.ts';
import { appUrlFor } from '../src/infrastructure/db/prepare.ts';
import { createLog } from '../src/infrastructure/log/log.ts';
import type { OpenChannels } from '../src/wiring/channels.ts';
import { buildServer } from '../src/wiring/server.ts';
import { cloneDatabase, TEST_SECRET } from './database.ts';
import { users } from './users.ts';

interface Options {
  /** A port of its own, so that sockets and browsers can come in. */
  open?: boolean;
  env?: Record<string, string>;
  /** Where its log goes, for whoever reads it. */
  logTo?: (line: string) => void;
  /** Channels of the test's own. */
  channels?: OpenChannels;
  /** What stands in for the world is on this machine. */
  reachesLoopback?: boolean;
  /** The same database as another house's: a second node, or the same one after a restart. */
  ownerUrl?: string;
}

/** A clock that stands where it is put. */
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

let serverCount = 0;

/** A whole server on a real database of its own, with people to be in it. */
export async function startTestServer({
  open = false,
  env = {},
  logTo,
  ownerUrl,
  channels,
  reachesLoopback,
}: Options = {}) {
  const name = `house_${process.pid}_${++serverCount}`;
  const owner = ownerUrl ?? (await cloneDatabase(provided('serverUrl'), name));
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-house-'));
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
    ...(reachesLoopback && { reachesLoopback }),
  });
  const address = open ? await server.open(0, '127.0.0.1') : null;
  const url = address ? `http://127.0.0.1:${address.port}` : undefined;
  if (!open) await server.app.ready();
  /** As the owner, past row-level security: only for looking and for setting the scene. */
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
    async stop() {
      await server.close();
      await asOwner.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
