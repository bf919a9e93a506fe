import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postmasterOf } from '@balcao/postgres-supervisor/postmaster';
import { expect, it, vi } from 'vitest';
import { TEST_SECRET } from '../../test/database.ts';
import { users } from '../../test/users.ts';
import { readConfig } from '../infrastructure/config.ts';
import { createLog } from '../infrastructure/log/log.ts';
import { openDatabase } from './database.ts';
import { buildServer } from './server.ts';

it('requests are answered 503 while the bundled PostgreSQL restarts, and 200 again after it [F-A3] [F-M10]', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-bundled-'));
  const env = { NODE_ENV: 'test', APP_SECRET: TEST_SECRET, DATA_DIR: dir, SANDBOX: 'off', LOG_LEVEL: 'silent' };
  const config = readConfig({ ...env, POOL_SIZE: '5' });
  const lines: string[] = [];
  const database = await openDatabase(config, (line) => lines.push(line));
  const server = await buildServer({ config, appUrl: database.appUrl, log: createLog({ level: 'silent' }) });
  await server.open(0, '127.0.0.1');
  try {
    const admin = await users(server).createAdmin();
    const statuses: number[] = [];
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const name = `etiqueta ${statuses.length}`;
        const answer = await admin.request('POST', '/tags', { name, color: '#112233' });
        statuses.push(answer.statusCode);
        await new Promise((done) => setTimeout(done, 5));
      }
    };
    const clients = [client(), client(), client()];
    for (let kill = 1; kill <= 2; kill++) {
      await vi.waitUntil(() => statuses.at(-1) === 200 && statuses.at(-2) === 200, { interval: 5, timeout: 20_000 });
      process.kill(-postmasterOf(join(dir, 'postgres/data'))!.pid, 'SIGKILL');
      await vi.waitUntil(() => statuses.at(-1) === 503, { interval: 1, timeout: 20_000 });
      const restarts = () => lines.filter((line) => line === 'PostgreSQL runs again').length;
      await vi.waitUntil(() => restarts() === kill, { interval: 20, timeout: 30_000 });
    }
    await vi.waitUntil(() => statuses.at(-1) === 200, { interval: 5, timeout: 20_000 });
    isOver = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const isReady = async () => (await server.app.inject('/health/ready')).statusCode === 200;
    await vi.waitUntil(isReady, { interval: 50, timeout: 20_000 });
  } finally {
    await server.close();
    await database.close();
    rmSync(dir, { recursive: true, force: true });
  }
}, 120_000);
