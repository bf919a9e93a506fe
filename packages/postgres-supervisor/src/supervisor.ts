/** Supervises the embedded database: creates, starts, adopts after a crash, and stops it. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresBinaries, postgresMajor } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { takeLock } from './lock.ts';
import { isReady, launch, owned, postmasterOf, shutDown, watchAdopted, type Running } from './postmaster.ts';
import { argumentsOf, startOf } from './processes.ts';
import { restartAfterEnd } from './restart.ts';
import { launchModes, LaunchModeUnavailable, type LaunchMode } from './launch-modes.ts';

export { AlreadyRunning } from './lock.ts';
export { PortTaken } from './postmaster.ts';

/** The data was written by a newer version of the product, which this version cannot read. */
export class NewerData extends Error {
  override readonly name = 'NewerData';
}

/** The data was written by another major version of PostgreSQL, whose files this one cannot read. */
export class ForeignCluster extends Error {
  override readonly name = 'ForeignCluster';
}

export type PostgresOptions = {
  /** Folder of password, lock, log and data. */
  dir: string;
  /** Receives one line about each slow step. */
  onProgress: (line: string) => void;
  /** Required port. Without it, the last port is tried first and then any free port. */
  port?: number | undefined;
  /** False is faster but not safe against a power cut; for tests. */
  durable?: boolean | undefined;
  /** Number of the newest migration; without it the version of the data is neither checked nor written. */
  schema?: number | undefined;
  /** Newest migration of the oldest code that can run on this schema; older code is refused. */
  oldestCode?: number | undefined;
  /** Called with the URL before the version of the data is written; a rejection stops the database and leaves the version. */
  accept?: ((url: string) => Promise<void>) | undefined;
  /** Address of the owner, shown when a second one is started. */
  where?: string | undefined;
  /** Copies each finished segment of the write-ahead log to `archiveFolder`; the reader removes it there. */
  isArchiving?: boolean | undefined;
  /** Recovery of a base backup: its settings and the folder that its restore command uses. */
  recovery?: { settings: string[]; folder: string } | undefined;
};

const ARCHIVE = 'balcao_archive';
const SOCKET = 'balcao_socket';
/** Bytes of the longest path of a Unix socket that every supported system accepts. */
const MAX_SOCKET_PATH = 103;
/** Folders in the data folder that are not part of the cluster. */
export const OWN_FOLDERS = [ARCHIVE, SOCKET, 'balcao_restore'];

/** Where finished segments wait. Inside the data folder, because PostgreSQL may have no access to folders above it. */
export const archiveFolder = (dir: string): string => join(dir, 'data', ARCHIVE);

export type OpenPostgres = {
  /** Connection URL of the superuser `postgres`: on loopback, with `?host=` of the Unix socket if its path is short enough. */
  url: string;
  how: string;
  stop(): Promise<void>;
};

/** Throws `AlreadyRunning`, `NewerData` or `PortTaken` without changing anything. */
export async function openPostgres(options: PostgresOptions): Promise<OpenPostgres> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 });
  const dir = realpathSync(options.dir);
  const lock = takeLock(join(dir, 'lock'), options.where ?? dir);
  try {
    refuseNewerData(dir, options.schema);
    refuseForeignCluster(dir);
    const password = await preparedCluster(dir, options);
    const settings = settingsFor(password, options);
    const folders = [
      SOCKET,
      ...(options.isArchiving ? [ARCHIVE] : []),
      ...(options.recovery ? [options.recovery.folder] : []),
    ];
    const start = (port = options.port) =>
      firstThatWorks(dir, (launchMode) => {
        // The lock file of a socket outlives a power cut; PostgreSQL would refuse to start if its process id is used again.
        rmSync(join(dir, 'data', SOCKET), { recursive: true, force: true });
        return launch(launchMode, dir, settings, { ...options, folders, port });
      });
    const running = (await adoptOrphan(dir, settings, options)) ?? (await start());
    await options.accept?.(urlOf(dir, password, running.port)).catch(async (error: unknown) => {
      await shutDown(running);
      throw error;
    });
    saveVersion(dir, options);
    writeFileSync(join(dir, 'port'), `${running.port}\n`);
    // On the same port, because the connections of the owner are configured with it.
    const restarter = restartAfterEnd(running, dir, options.onProgress, () => start(running.port));
    return {
      url: urlOf(dir, password, running.port),
      how: running.how,
      stop: onlyOnce(() => restarter.stop().finally(() => lock.release())),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A call through the Unix socket needs about a third less CPU time than one through loopback, on both sides. */
function urlOf(dir: string, password: string, port: number): string {
  const url = new URL(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`);
  const folder = join(dir, 'data', SOCKET);
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= MAX_SOCKET_PATH) url.searchParams.set('host', folder);
  return url.href;
}

/** Stops a server whose owner has ended. Throws `AlreadyRunning` while the owner is alive. */
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
  const { schema: dataSchema, oldestCode } = savedVersion(dir);
  if (oldestCode <= schema) return;
  throw new NewerData(
    `The data in ${dir} was written by a newer version (schema ${dataSchema}, this one knows ${schema}). ` +
      'Start that version, or point DATA_DIR to another folder.',
  );
}

/** PostgreSQL would end with a line in its own log. The data is moved by the former version and by this one. */
function refuseForeignCluster(dir: string): void {
  const file = join(dir, 'data/PG_VERSION');
  if (!existsSync(file)) return;
  const [found, own] = [readFileSync(file, 'utf8').trim(), postgresMajor()];
  if (found === own) return;
  throw new ForeignCluster(
    `The data in ${dir} is that of PostgreSQL ${found}, this version comes with PostgreSQL ${own}. Nothing was changed. ` +
      'Move the data: in the folder of the former version type "npm run move-out -- --to DIR --plain", then here, with ' +
      'DATA_DIR set to an empty folder, "npm run move-in -- --from DIR" (docs/operating.md, section 10).',
  );
}

/** The version of the data, and the oldest code that can run on it. Former releases wrote the first number only. */
function savedVersion(dir: string): { schema: number; oldestCode: number } {
  const file = join(dir, 'version');
  const [schema = 0, oldestCode = schema] = existsSync(file)
    ? readFileSync(file, 'utf8').trim().split(' ').map(Number)
    : [];
  return { schema, oldestCode };
}

/** Code that runs on newer data leaves its version alone. */
function saveVersion(dir: string, { schema, oldestCode = schema }: PostgresOptions): void {
  if (schema === undefined || savedVersion(dir).schema > schema) return;
  writeFileSync(join(dir, 'version'), oldestCode === schema ? `${schema}\n` : `${schema} ${oldestCode}\n`);
}

/** Creates the cluster if it does not exist; returns its password. */
async function preparedCluster(dir: string, { onProgress, durable }: PostgresOptions): Promise<string> {
  const file = join(dir, 'password');
  if (existsSync(join(dir, 'data'))) return readFileSync(file, 'utf8');
  const password = randomBytes(18).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  onProgress('Creating the database (once, a few seconds)…');
  await firstThatWorks(dir, (launchMode) => createCluster(launchMode, dir, password, durable ?? true));
  return password;
}

/** Distinguishes our server from another process with the same process id. */
function clusterName(password: string): string {
  return `cluster_name=balcao-${createHash('sha256').update(password).digest('hex').slice(0, 16)}`;
}

/** Passed on the command line, so that the settings of a running server can be read. */
function settingsFor(password: string, { durable = true, isArchiving = false, recovery }: PostgresOptions): string[] {
  const safely = durable ? 'on' : 'off';
  return [
    clusterName(password),
    'listen_addresses=127.0.0.1',
    // Relative to the data folder, because PostgreSQL may have no access to folders above it.
    `unix_socket_directories=${SOCKET}`,
    'max_connections=100',
    'timezone=UTC',
    // A new database fills within minutes: query plans for empty tables must be replaced soon.
    'autovacuum_naptime=5s',
    // The product logs its own errors; PostgreSQL would log customer data with the statements.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_checkpoints=off',
    `fsync=${safely}`,
    `synchronous_commit=${safely}`,
    `full_page_writes=${safely}`,
    // initdb derives these from the segment size, and a small one would cause frequent checkpoints.
    'max_wal_size=1GB',
    'min_wal_size=80MB',
    ...(isArchiving ? ARCHIVING : []),
    ...(recovery?.settings ?? []),
  ];
}

/** A lost machine costs at most the timeout and the time of an upload. */
const ARCHIVING = [
  'archive_mode=on',
  'archive_library=basic_archive',
  `basic_archive.archive_directory=${ARCHIVE}`,
  'archive_timeout=45',
  'wal_compression=pglz',
];

/** Adopts a server whose owner has ended, if its settings and port are the requested ones. */
async function adoptOrphan(dir: string, settings: string[], options: PostgresOptions): Promise<Running | undefined> {
  const data = join(dir, 'data');
  const postmaster = postmasterOf(data);
  if (!postmaster) return undefined;
  const actualArguments = argumentsOf(postmaster.pid);
  if (!actualArguments.some((setting) => setting === settings[0])) {
    // After a reboot the id can belong to another process, and PostgreSQL would refuse to start. The file of a dead
    // process stays: PostgreSQL finds by it whether processes of that server still use the data.
    if (startOf(postmaster.pid) !== undefined) rmSync(join(data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  const hasSameSettings =
    settings.every((setting) => actualArguments.includes(setting)) &&
    (options.port ?? postmaster.port) === postmaster.port;
  const { pid, port } = postmaster;
  const running = owned(pid, port, `found running (process ${pid})`);
  if (hasSameSettings && (await isReady(pid, data, options.onProgress))) {
    watchAdopted(running);
    return running;
  }
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
