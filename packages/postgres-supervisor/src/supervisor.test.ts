import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { postmasterOf } from './postmaster.ts';
import { hasEnded, startOf } from './processes.ts';
import { stopOrphan, openPostgres, type OpenPostgres, type PostgresOptions } from './supervisor.ts';

// Each test starts a database; a busy machine needs several seconds for it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterAll(() => vi.resetConfig());

/** An empty cluster that most tests copy, because creating one takes seconds. */
let prepared: string;
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'supervisor-'));
  await (await openPostgres({ dir: prepared, onProgress: () => {}, durable: false })).stop();
  // Each copy chooses its own port.
  rmSync(join(prepared, 'port'));
});
afterAll(() => rmSync(prepared, { recursive: true }));

let dir: string;
let progress: string[];
let cleanUp: (() => unknown)[];

beforeEach(() => {
  // Readable by its owner only, like a clone in a private home folder.
  dir = join(mkdtempSync(join(tmpdir(), 'supervisor-')), 'postgres');
  progress = [];
  cleanUp = [() => rmSync(join(dir, '..'), { recursive: true })];
  execFileSync('cp', ['-Rp', prepared, dir]);
});
/** The folder does not exist yet. */
const useNewFolder = () => rmSync(dir, { recursive: true });
afterEach(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

describe('start and stop', () => {
  it('creates a UTF-8 database with Portuguese text search on the first start', async () => {
    useNewFolder();
    const { url } = await open();
    expect(progress).toEqual([expect.stringMatching(/creating the database/i)]);
    expect(statSync(join(dir, 'password')).mode & 0o777).toBe(0o600);
    expect(await query(url, "select to_tsvector('conversas')::text as words, upper('ação') as upper")).toEqual({
      words: "'convers':1",
      upper: 'AÇÃO',
    });
    expect(await query(url, 'show server_encoding')).toEqual({ server_encoding: 'UTF8' });
    expect(await query(url, 'show max_connections')).toEqual({ max_connections: '100' });
  });

  it('requires the password', async () => {
    const { url } = await open();
    await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
  });

  it('is called through its Unix socket, or through loopback where the path of the socket is too long', async () => {
    const viaSocket = 'select inet_server_addr() is null as "isSocket"';
    const short = await open();
    expect(await query(short.url, viaSocket)).toEqual({ isSocket: true });
    await short.stop();
    const deepDir = join(dir, '..', 'd'.repeat(80), 'postgres');
    mkdirSync(join(deepDir, '..'));
    execFileSync('cp', ['-Rp', prepared, deepDir]);
    const deep = await open({ dir: deepDir });
    expect(await query(deep.url, viaSocket)).toEqual({ isSocket: false });
  });

  it('starts after a power cut, when the process id of the socket is used by another process', async () => {
    const first = await open();
    await first.stop();
    const { port } = new URL(first.url);
    writeFileSync(join(dir, `data/balcao_socket/.s.PGSQL.${port}.lock`), `${process.ppid}\n${dir}/data\n`);
    const second = await open();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('keeps data, password and port on the next start', async () => {
    const first = await open();
    await query(first.url, 'create table kept as select 7 as number');
    await first.stop();
    progress = [];
    const second = await open();
    expect(progress).toEqual([]);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select number from kept')).toEqual({ number: 7 });
  });

  it('stops once when stopped twice, and removes its lock', async () => {
    const postgres = await open();
    const { pid } = runningIn(dir);
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(startOf(pid)).toBeUndefined();
    expect(existsSync(join(dir, 'lock'))).toBe(false);
    expect(logIn(dir)).toContain('database system is shut down');
  });

  it('starts after an interrupted first start', async () => {
    useNewFolder();
    mkdirSync(join(dir, 'data.new/base'), { recursive: true });
    writeFileSync(join(dir, 'data.new/PG_VERSION'), '18');
    const { url } = await open();
    expect(await query(url, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('uses fsync unless `durable` is false', async () => {
    const safe = await open({ durable: true });
    expect(await query(safe.url, 'show fsync')).toEqual({ fsync: 'on' });
    await safe.stop();
    const quick = await open({ durable: false });
    expect(await query(quick.url, 'show fsync')).toEqual({ fsync: 'off' });
  });
});

describe('end of the owner', () => {
  it('SIGTERM stops the database cleanly', async () => {
    const owner = await anOwner();
    const { pid } = runningIn(dir);
    owner.process.kill('SIGTERM');
    expect(await once(owner.process, 'exit')).toEqual([0, null]);
    expect(startOf(pid)).toBeUndefined();
    expect(logIn(dir)).toContain('database system is shut down');
  });

  it('Ctrl-C reaches the owner, not the database', async () => {
    const owner = await anOwner({}, { detached: true });
    process.kill(-(owner.process.pid ?? 0), 'SIGINT');
    expect(await query(owner.url, 'select 1 as one')).toEqual({ one: 1 });
    expect(logIn(dir)).not.toContain('shutdown request');
  });

  it('an exit without stopping also stops the database', async () => {
    const owner = await anOwner();
    const { pid } = runningIn(dir);
    owner.process.send('exit');
    await once(owner.process, 'exit');
    expect(await hasEnded(pid, 5_000)).toBe(true);
    expect(logIn(dir)).toContain('database system is shut down');
  });

  it('kill -9 leaves the database running; the next owner adopts and stops it', async () => {
    const owner = await aKilledOwner();
    const { pid } = runningIn(dir);
    const next = await open();
    expect(next.how).toBe(`found running (process ${pid})`);
    expect(next.url).toBe(owner.url);
    expect(await query(next.url, 'select 1 as one')).toEqual({ one: 1 });
    await next.stop();
    expect(startOf(pid)).toBeUndefined();
  });

  it('an orphaned server on another port is restarted on the required port', async () => {
    await aKilledOwner();
    const { pid } = runningIn(dir);
    const port = await freePort();
    const next = await open({ port });
    expect(new URL(next.url).port).toBe(String(port));
    expect(startOf(pid)).toBeUndefined();
  });

  it('an orphaned server with other settings is restarted with the requested ones', async () => {
    await aKilledOwner({ durable: false });
    const next = await open({ durable: true });
    expect(await query(next.url, 'show fsync')).toEqual({ fsync: 'on' });
  });

  it('an unexpected end of the database is reported, and it is restarted on the same port [F-A3] [F-M10]', async () => {
    const { url, stop } = await open({ durable: true });
    await query(url, 'create table kept as select 7 as number');
    for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
      const { pid } = runningIn(dir);
      progress = [];
      process.kill(pid, signal);
      await expect.poll(() => progress.at(-1), { timeout: 20_000 }).toBe('PostgreSQL runs again');
      expect(progress[0]).toMatch(/ended unexpectedly.*postgres\.log/);
      expect(await query(url, 'select number from kept')).toEqual({ number: 7 });
      expect(runningIn(dir).pid).not.toBe(pid);
    }
    const { pid } = runningIn(dir);
    await stop();
    expect(startOf(pid)).toBeUndefined();
  });

  it('an adopted database that ends is restarted too [F-A3]', async () => {
    await aKilledOwner();
    const { url, how } = await open();
    expect(how).toMatch(/found running/);
    process.kill(runningIn(dir).pid, 'SIGKILL');
    await expect.poll(() => progress.at(-1), { timeout: 20_000 }).toBe('PostgreSQL runs again');
    expect(await query(url, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('a stop during the restart leaves no database running [F-A3]', async () => {
    const { stop } = await open();
    const { pid } = runningIn(dir);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => progress.some((line) => line.includes('is restarted')), { interval: 2 }).toBe(true);
    await stop();
    const left = postmasterOf(join(dir, 'data'));
    expect(left && startOf(left.pid)).toBeUndefined();
    expect(existsSync(join(dir, 'lock'))).toBe(false);
  });

  it('an orphaned server can be stopped without adopting it', async () => {
    await aKilledOwner();
    const { pid } = runningIn(dir);
    await stopOrphan(dir);
    expect(startOf(pid)).toBeUndefined();
    expect(existsSync(join(dir, 'lock'))).toBe(false);
  });

  it('a stale postmaster.pid is ignored when another process has its process id', async () => {
    await (await open()).stop();
    writeFileSync(
      join(dir, 'data/postmaster.pid'),
      `${process.ppid}\n${dir}/data\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`,
    );
    const { url, how } = await open();
    expect(how).not.toMatch(/found running/);
    expect(await query(url, 'select 1 as one')).toEqual({ one: 1 });
  });
});

describe('ports', () => {
  it('another port is chosen when the last one is taken', async () => {
    const first = await open();
    await first.stop();
    await listenOn(Number(new URL(first.url).port));
    const second = await open();
    expect(second.url).not.toBe(first.url);
    expect(await query(second.url, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('a taken required port is refused', async () => {
    const port = await listenOn(0);
    await expect(open({ port })).rejects.toThrow(expect.objectContaining({ name: 'PortTaken' }));
    await expect(open()).resolves.toBeDefined();
  });
});

describe('two owners', () => {
  it('the second is refused with the address of the first, which keeps running', async () => {
    const first = await anOwner({ where: 'http://127.0.0.1:3000' });
    await expect(open()).rejects.toThrow(
      expect.objectContaining({
        name: 'AlreadyRunning',
        message: expect.stringContaining(`http://127.0.0.1:3000 (process ${first.process.pid})`),
      }),
    );
    await expect(stopOrphan(dir)).rejects.toThrow(/already running/);
    expect(await query(first.url, 'select 1 as one')).toEqual({ one: 1 });
  });

  it('exactly one of several parallel starts gets a new folder', async () => {
    useNewFolder();
    const answers = await Promise.all([aStart(), aStart(), aStart()]);
    expect(answers.filter(({ url }) => url)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused?.startsWith('AlreadyRunning'))).toHaveLength(2);
  });

  it('exactly one of several parallel starts replaces a dead owner', async () => {
    await aKilledOwner();
    const answers = await Promise.all([aStart(), aStart(), aStart()]);
    expect(answers.filter(({ url }) => url)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused?.startsWith('AlreadyRunning'))).toHaveLength(2);
  });

  it('the lock of a dead process is void, also when another process has its id', async () => {
    writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: process.ppid, start: '1', where: 'nowhere' }));
    await expect(open()).resolves.toBeDefined();
  });
});

describe('data of another version', () => {
  it('of a newer version is refused and unchanged', async () => {
    await (await open({ schema: 12 })).stop();
    await expect(open({ schema: 11 })).rejects.toThrow(
      expect.objectContaining({ name: 'NewerData', message: expect.stringMatching(/schema 12, this one knows 11/) }),
    );
    expect(existsSync(join(dir, 'data/postmaster.pid'))).toBe(false);
    expect(readFileSync(join(dir, 'version'), 'utf8')).toBe('12\n');
    await expect(open({ schema: 12 })).resolves.toBeDefined();
  });

  it('keeps its version when the owner refuses the database', async () => {
    await (await open({ schema: 11 })).stop();
    const accept = async (url: string) => {
      expect(await query(url, 'select 1 as one')).toEqual({ one: 1 });
      throw new Error('refused');
    };
    await expect(open({ schema: 12, accept })).rejects.toThrow('refused');
    expect(readFileSync(join(dir, 'version'), 'utf8')).toBe('11\n');
    expect(existsSync(join(dir, 'data/postmaster.pid'))).toBe(false);
    await expect(open({ schema: 11 })).resolves.toBeDefined();
  });

  it('of another PostgreSQL is refused with the commands that move it, and unchanged', async () => {
    const file = join(dir, 'data/PG_VERSION');
    const own = readFileSync(file, 'utf8');
    writeFileSync(file, '17\n');
    await expect(open()).rejects.toThrow(
      expect.objectContaining({
        name: 'ForeignCluster',
        message: expect.stringMatching(/PostgreSQL 17, .* PostgreSQL 18\..*npm run move-out .*npm run move-in /s),
      }),
    );
    expect(existsSync(join(dir, 'data/postmaster.pid'))).toBe(false);
    writeFileSync(file, own);
    await expect(open()).resolves.toBeDefined();
  });

  it('of an older version is accepted and marked', async () => {
    await (await open({ schema: 11 })).stop();
    await open({ schema: 12 });
    expect(readFileSync(join(dir, 'version'), 'utf8')).toBe('12\n');
  });
});

it('root starts PostgreSQL as another user when it cannot create a namespace, and back', async () => {
  useNewFolder();
  const isRoot = process.getuid?.() === 0;
  const owner = await anOwner({}, { env: { ...process.env, PATH: '/nowhere' } });
  expect(owner.progress).toEqual([expect.stringMatching(/creating the database/i)]);
  expect(owner.how).toMatch(isRoot ? /^as user \d+$/ : /^as the current user$/);
  expect(statSync(join(dir, 'data')).uid === 0).toBe(false);
  await query(owner.url, 'create table kept as select 7 as number');
  owner.process.kill('SIGTERM');
  await once(owner.process, 'exit');
  const { url } = await open();
  expect(await query(url, 'select number from kept')).toEqual({ number: 7 });
});

async function open(options: Partial<PostgresOptions> = {}): Promise<OpenPostgres> {
  const postgres = await openPostgres({ dir, onProgress: (line) => progress.push(line), durable: false, ...options });
  cleanUp.push(() => postgres.stop());
  return postgres;
}

type Answer = { url?: string; how?: string; progress?: string[]; refused?: string };
type Options = Partial<Omit<PostgresOptions, 'say'>>;
type Surroundings = { detached?: boolean; env?: NodeJS.ProcessEnv };

function startOwner(options: Options, surroundings: Surroundings): ChildProcess {
  const file = join(import.meta.dirname, 'owner.fixture.ts');
  const child = fork(file, [JSON.stringify({ dir, durable: false, ...options })], { execArgv: [], ...surroundings });
  cleanUp.push(async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  });
  return child;
}

async function aStart(): Promise<Answer> {
  const [answer] = (await once(startOwner({}, {}), 'message')) as [Answer];
  return answer;
}

async function anOwner(options: Options = {}, surroundings: Surroundings = {}) {
  const child = startOwner(options, surroundings);
  const [answer] = (await once(child, 'message')) as [Answer];
  if (!answer.url) throw new Error(answer.refused);
  return { process: child, url: answer.url, how: answer.how, progress: answer.progress };
}

async function aKilledOwner(options: Options = {}) {
  const owner = await anOwner(options);
  owner.process.kill('SIGKILL');
  await once(owner.process, 'exit');
  return owner;
}

function runningIn(folder: string) {
  const running = postmasterOf(join(folder, 'data'));
  if (!running) throw new Error('no server runs there');
  return running;
}

function logIn(folder: string): string {
  return readFileSync(join(folder, 'postgres.log'), 'utf8');
}

async function query(url: string, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

async function listenOn(requestedPort: number): Promise<number> {
  const server = createServer().listen(requestedPort, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
