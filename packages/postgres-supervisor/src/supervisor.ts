/** The database that comes with the product: made on the first start, started, found again after a crash, stopped. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresBinaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { takeLock } from './lock.ts';
import { isReady, launch, owned, postmasterOf, shutDown, type Running } from './postmaster.ts';
import { argumentsOf } from './processes.ts';
import { launchModes, LaunchModeUnavailable, type LaunchMode } from './launch-modes.ts';

export { AlreadyRunning } from './lock.ts';
export { PortTaken } from './postmaster.ts';

/** The folder was written by a later version of the product, whose data this one would misread. */
export class NewerData extends Error {
  override readonly name = 'NewerData';
}

export type PostgresOptions = {
  /** Where password, lock, log and data live. */
  dir: string;
  /** Hears one line about whatever takes long. */
  onProgress: (line: string) => void;
  /** Demanded: no other is tried. Without it the last one is preferred and any free one will do. */
  port?: number | undefined;
  /** False trades safety against a power cut for speed; for tests. */
  durable?: boolean | undefined;
  /** The number of the newest migration this product knows; without it the data's age is neither checked nor marked. */
  schema?: number | undefined;
  /** Where people reach the owner; told to whoever starts a second one. */
  where?: string | undefined;
};

export type OpenPostgres = {
  /** For the superuser `postgres`, on loopback. */
  url: string;
  how: string;
  stop(): Promise<void>;
};

/** Throws `AlreadyRunning`, `NewerData` or `PortTaken` and then leaves everything as it was. */
export async function openPostgres(options: PostgresOptions): Promise<OpenPostgres> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const dir = realpathSync(options.dir);
  const lock = takeLock(join(dir, 'lock'), options.where ?? dir);
  try {
    refuseNewerData(dir, options.schema);
    const password = await preparedCluster(dir, options);
    const settings = settingsFor(password, options.durable ?? true);
    const running =
      (await adoptOrphan(dir, settings, options)) ??
      (await firstThatWorks(dir, (launchMode) => launch(launchMode, dir, settings, options)));
    if (options.schema !== undefined) writeFileSync(join(dir, 'version'), `${options.schema}\n`);
    writeFileSync(join(dir, 'port'), `${running.port}\n`);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${running.port}/postgres`,
      how: running.how,
      stop: onlyOnce(() => shutDown(running).finally(() => lock.release())),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Ends a server that outlived its owner. Throws `AlreadyRunning` while the owner lives. */
export async function stopOrphan(dir: string): Promise<void> {
  if (!existsSync(join(dir, 'password'))) return;
  const lock = takeLock(join(dir, 'lock'), dir);
  try {
    const postmaster = postmasterOf(join(dir, 'data'));
    const name = clusterName(readFileSync(join(dir, 'password'), 'utf8'));
    if (postmaster && argumentsOf(postmaster.pid).includes(name))
      await shutDown(owned(postmaster.pid, postmaster.port, ''));
  } finally {
    lock.release();
  }
}

function refuseNewerData(dir: string, schema = Number.POSITIVE_INFINITY): void {
  const file = join(dir, 'version');
  const dataSchema = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (dataSchema <= schema) return;
  throw new NewerData(
    `The data in ${dir} was written by a newer version (schema ${dataSchema}, this one knows ${schema}). ` +
      'Start that version, or point DATA_DIR to another folder.',
  );
}

/** The password of a cluster that exists once this returns. */
async function preparedCluster(dir: string, { onProgress, durable }: PostgresOptions): Promise<string> {
  const file = join(dir, 'password');
  if (existsSync(join(dir, 'data'))) return readFileSync(file, 'utf8');
  const password = randomBytes(18).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  onProgress('Creating the database (once, a few seconds)…');
  await firstThatWorks(dir, (launchMode) => createCluster(launchMode, dir, password, durable ?? true));
  return password;
}

/** Tells our server from any other process that may have inherited its process id. */
function clusterName(password: string): string {
  return `cluster_name=balcao-${createHash('sha256').update(password).digest('hex').slice(0, 16)}`;
}

/** Given on the command line, so that a running server shows with which ones it was started. */
function settingsFor(password: string, durable: boolean): string[] {
  const safely = durable ? 'on' : 'off';
  return [
    clusterName(password),
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'timezone=UTC',
    // A new house fills within minutes: plans made while its tables were empty must not live for one.
    'autovacuum_naptime=5s',
    // The product reports its own errors; PostgreSQL would write the customer's words beside them.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_checkpoints=off',
    `fsync=${safely}`,
    `synchronous_commit=${safely}`,
    `full_page_writes=${safely}`,
  ];
}

/** A server that outlived its owner goes on serving, if it is just what we would start. */
async function adoptOrphan(dir: string, settings: string[], options: PostgresOptions): Promise<Running | undefined> {
  const data = join(dir, 'data');
  const postmaster = postmasterOf(data);
  if (!postmaster) return undefined;
  const actualArguments = argumentsOf(postmaster.pid);
  if (!actualArguments.some((setting) => setting === settings[0])) {
    // After a reboot the id may belong to anybody, and PostgreSQL would refuse to start beside it.
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const hasSameSettings =
    settings.every((setting) => actualArguments.includes(setting)) &&
    (options.port ?? postmaster.port) === postmaster.port;
  const { pid, port } = postmaster;
  const running = owned(pid, port, `found running (process ${pid})`);
  if (hasSameSettings && (await isReady(pid, data, options.onProgress))) return running;
  await shutDown(running);
  return undefined;
}

async function firstThatWorks<Result>(
  dir: string,
  attempt: (launchMode: LaunchMode) => Promise<Result>,
): Promise<Result> {
  let lastError: unknown;
  for (const launchMode of launchModes(postgresBinaries(), dir)) {
    try {
      return await attempt(launchMode);
    } catch (error) {
      if (!(error instanceof LaunchModeUnavailable)) throw error;
      lastError = error;
    }
  }
  throw lastError;
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
