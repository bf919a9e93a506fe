/** Tries the product behind PgBouncer in transaction mode, with the file of ops/. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { appUrlFor, ownDatabase, prepareDatabase } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { openPostgres } from '../../packages/postgres-supervisor/src/supervisor.ts';
import { missingPrograms, systemEnvironment, type Report } from './report.ts';
import { APP_SECRET, repository } from './test-server.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'operating-test';
const [SERVER_PORT, POOLER_PORT] = [43_110, 43_111];
/** Fewer than the server asks for, so that requests must share them. */
const POOL_SIZE = 3;
const REQUESTS = 200;
const START_MS = 60_000;

type Check = Report['check'];

export async function tryPooledDatabase(root: string, report: Report): Promise<void> {
  const { check } = report;
  if (missingPrograms({ pgbouncer: 'pgbouncer' }).length > 0)
    return report.skip('the pooler', 'apt-get install pgbouncer');
  const postgres = await openPostgres({ dir: join(root, 'postgres'), onProgress: () => {} });
  const children: ChildProcess[] = [];
  try {
    const ownerUrl = await ownDatabase(postgres.url);
    await prepareDatabase(ownerUrl, APP_SECRET, () => {});
    const direct = appUrlFor(ownerUrl, APP_SECRET);
    const pooled = new URL(direct);
    pooled.port = String(POOLER_PORT);
    pooled.searchParams.delete('host');
    const env = {
      ...process.env,
      DATA_DIR: join(root, 'pooled'),
      DATABASE_URL: ownerUrl,
      DATABASE_APP_URL: pooled.href,
      DATABASE_LISTEN_URL: direct,
      APP_SECRET,
      PORT: String(SERVER_PORT),
      HOST: '127.0.0.1',
      DEMO: 'off',
      POOL_SIZE: '20',
      LOG_LEVEL: 'error',
      WHATSAPP_QR: 'off',
    };
    children.push(startPooler(root, new URL(direct)));
    await createSuperUser(env);
    check('a super user is created through the pooler', true);
    const options = { cwd: repository, env, stdio: ['ignore', 'ignore', 'inherit'] as const };
    children.push(spawn(process.execPath, ['apps/server/src/main.ts'], { ...options, stdio: [...options.stdio] }));
    await waitUntilReady();
    check('the server is ready behind the pooler, with its listener past it', true);
    await tryRequests(check);
    await countConnections(ownerUrl, check);
  } finally {
    for (const child of children.reverse()) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await Promise.race([once(child, 'exit'), pause(5000)]);
    }
    await postgres.stop();
  }
}

/** The file of ops/ with other ports and names; PgBouncer refuses to run as root. */
function startPooler(root: string, server: URL): ChildProcess {
  const users = join(root, 'userlist.txt');
  const file = join(root, 'pgbouncer.ini');
  writeFileSync(users, `"${server.username}" "${server.password}"\n`);
  const text = readFileSync(join(repository, 'ops/pgbouncer.ini'), 'utf8')
    .replace('port=5432', `port=${server.port}`)
    .replace('listen_port = 6432', `listen_port = ${POOLER_PORT}`)
    .replace('default_pool_size = 20', `default_pool_size = ${POOL_SIZE}`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  writeFileSync(file, text);
  for (const path of [root, users, file]) chmodSync(path, 0o755);
  const isRoot = process.getuid?.() === 0;
  return spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], {
    env: systemEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function createSuperUser(env: NodeJS.ProcessEnv): Promise<void> {
  const args = ['tools/super-user.ts', '--email', EMAIL, '--name', 'Owner', '--company', 'Balcão'];
  const child = spawn(process.execPath, args, { cwd: repository, env, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(`${PASSWORD}\n`);
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error('The super user could not be created through the pooler');
}

const call = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${SERVER_PORT}${path}`, init);

async function waitUntilReady(): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const answer = await call('/health/ready').catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > deadline) throw new Error(`The pooled server is not ready: ${await answer?.text()}`);
    await pause(300);
  }
}

async function tryRequests(check: Check): Promise<void> {
  const answer = await call('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token?: string };
  check('a user signs in', answer.status === 200 && token !== undefined, String(answer.status));
  const headers = { authorization: `Bearer ${token}` };
  const statuses = await Promise.all(
    Array.from({ length: REQUESTS }, async () => {
      const { status, body } = await call('/api/users', { headers });
      await body?.cancel();
      return status;
    }),
  );
  const failed = statuses.filter((status) => status !== 200);
  check(`${REQUESTS} requests at once share ${POOL_SIZE} connections`, failed.length === 0, failed.join(' '));
}

async function countConnections(ownerUrl: string, check: Check): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ pooled: number; listening: number }>(
    `select count(*) filter (where application_name <> 'balcao-listen')::int as pooled,
            count(*) filter (where application_name = 'balcao-listen')::int as listening
       from pg_stat_activity where datname = current_database() and usename like 'balcao\\_app\\_%'`,
  );
  await client.end();
  const { pooled, listening } = rows[0]!;
  check('the pooler holds no more connections than it may', pooled <= POOL_SIZE, String(pooled));
  check('notifications have connections of their own', listening > 0, String(listening));
}
