/** A server with its own database and continuous backups to a folder: server and database can be killed at one moment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { machineKeyFile, openTarget } from '../../apps/server/src/infrastructure/backup/backup-target.ts';
import { appUrlFor, ownDatabaseUrl } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { postmasterOf } from '../../packages/postgres-supervisor/src/postmaster.ts';
import { identitiesFrom } from '../restore/identities.ts';
import { folderVariables } from '../restore/restore.ts';
import { createCompanyFactory, type Setup } from './companies.ts';
import type { Environment } from './environment.ts';
import { until } from './wait.ts';

const tool = (name: string) => join(import.meta.dirname, '..', `${name}.ts`);
const PLATFORM: Setup = { connections: 0 };
const COPY_MS = 180_000;

interface Options {
  setups: Setup[];
  /** Variables besides those of the environment and of the backup. */
  env?: Record<string, string>;
}

export async function openBackedUp(environment: Environment, name: string, { setups, env: own = {} }: Options) {
  await environment.only();
  const dataDir = join(environment.dir, name);
  const backupDir = join(environment.dir, `${name}-backups`);
  const savedKey = join(environment.dir, `${name}-machine-key`);
  const postgresDir = join(dataDir, 'postgres');
  const env: Record<string, string> = {
    ...environment.env,
    ...folderVariables(dataDir),
    BACKUP_DIR: backupDir,
    BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()),
    // The drill would be due an hour later; these scenarios start their own.
    BACKUP_HOUR: String(new Date().getUTCHours()),
    ...own,
  };
  const killDatabase = () => killPostmaster(postgresDir);
  process.once('exit', killDatabase);
  const node = await environment.node(name, { env });
  const ownerUrl = urlOf(postgresDir);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  owner.on('error', () => {});
  const createCompanies = createCompanyFactory({
    dir: environment.dir,
    env: { ...env, DATABASE_URL: ownerUrl },
    appUrl: appUrlFor(ownerUrl, environment.secret),
    owner,
    graph: environment.graph,
  });
  const [, ...companies] = await createCompanies([PLATFORM, ...setups]);
  await until(
    'the machine key',
    async () => existsSync(machineKeyFile(dataDir)),
    (isThere) => isThere,
  );
  // The operator's copy: a restore has the destination and a key, and nothing of the lost machine.
  copyFileSync(machineKeyFile(dataDir), savedKey);

  const completeBackups = async () =>
    (await owner.query<{ name: string }>(`select name from backups where state = 'complete' order by id`)).rows.map(
      (row) => row.name,
    );
  return {
    /** The same scenario tools as for other servers, on the database of this one. */
    environment: {
      ...environment,
      owner,
      ownerUrl,
      storageDir: join(dataDir, 'files'),
      connect: (company, at) => environment.connect(company, at, owner),
    } satisfies Environment,
    node,
    companies,
    company: companies[0]!,
    env,
    owner,
    ownerUrl,
    dataDir,
    postgresDir,
    backupDir,
    savedKey,
    completeBackups,
    target: () => openTarget({ dir: backupDir, recipients: [] }, '', identitiesFrom(savedKey)),
    /** Server, database and their children, all at one moment, as when the machine loses power. */
    async killMachine() {
      const { pid } = node.process();
      const children = childrenOf(pid);
      const ended = node.kill();
      killDatabase();
      for (const child of children) killIfAlive(child);
      await ended;
      await until(
        'the database to end',
        async () => postmasterIsAlive(postgresDir),
        (isAlive) => !isAlive,
        { everyMs: 10 },
      );
    },
    killDatabase,
    /** Asks the running server for a base backup. */
    requestBackup: () => owner.query(`insert into backups (state) values ('requested')`),
    backedUp: (count: number) =>
      until('a complete backup', completeBackups, (names) => names.length >= count, { timeoutMs: COPY_MS }),
    /** Takes the disk of the machine away; the result puts it back. */
    removeDisk() {
      renameSync(dataDir, `${dataDir}-lost`);
      return () => renameSync(`${dataDir}-lost`, dataDir);
    },
    /** The restore command, with the destination and the key only. */
    restore(to: string, at?: Date) {
      const args = ['--from', backupDir, '--key', savedKey, '--to', to, ...(at ? ['--at', at.toISOString()] : [])];
      mkdirSync(`${to}-machine`, { recursive: true });
      return startTool('restore', args, { ...env, ...folderVariables(`${to}-machine`) });
    },
    drill: () => startTool('drill', [], env),
    async close() {
      await node.stop();
      killDatabase();
      process.off('exit', killDatabase);
      await owner.end();
    },
  };
}
export type BackedUp = Awaited<ReturnType<typeof openBackedUp>>;

export interface RunningTool {
  pid: number;
  ended: Promise<{ code: number | null; output: string }>;
}

/** One of the operator's commands in its own process. */
export function startTool(name: string, args: string[], env: Record<string, string>): RunningTool {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [tool(name), ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const killChild = () => killIfAlive(child.pid!);
  process.once('exit', killChild);
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killChild);
    return { code: code as number | null, output };
  });
  return { pid: child.pid!, ended };
}

/** URL of the owner of an embedded database that runs. */
export function urlOf(postgresDir: string): string {
  const saved = (file: string) => readFileSync(join(postgresDir, file), 'utf8').trim();
  return ownDatabaseUrl(`postgres://postgres:${saved('password')}@127.0.0.1:${saved('port')}/postgres`);
}

export function killPostmaster(postgresDir: string): void {
  const postmaster = postmasterOf(join(postgresDir, 'data'));
  if (postmaster) killIfAlive(-postmaster.pid);
}

export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function postmasterIsAlive(postgresDir: string): boolean {
  const postmaster = postmasterOf(join(postgresDir, 'data'));
  return postmaster !== undefined && existsSync(`/proc/${postmaster.pid}`);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(state.slice(state.lastIndexOf(')') + 4).split(' ')[0]) === parent;
      } catch {
        return false;
      }
    });
}
