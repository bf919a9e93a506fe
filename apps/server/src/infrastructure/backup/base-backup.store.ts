/** Copies the data folder of the running embedded database, with the log segments that make the copy consistent. */
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { OWN_FOLDERS } from '@balcao/postgres-supervisor/supervisor';
import type { Codec } from './codec.ts';
import type { Destination } from './destination.ts';
import { baseFolder, newBackupName, removeFolder, secretIdOf, writeManifest, type Manifest } from './manifest.ts';
import { walName } from './segments.ts';

interface Options {
  /** Connection of the database superuser. */
  superUrl: string;
  /** The folder of the supervisor, with `data` and `password`. */
  postgresDir: string;
  codec: Codec;
  destination: Destination;
  product: string;
  schema: number;
  secret: string;
  /** Bytes per second that are read; undefined without a limit. */
  maxRate?: number | undefined;
  /** Aborts a backup that the process can no longer finish. */
  signal?: AbortSignal | undefined;
  onName?: (name: string) => Promise<void>;
}

/** Contents are rebuilt by PostgreSQL, and would be wrong in a copy. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const SKIPPED_FILES = /^(postmaster\.|postgresql\.auto\.conf\.tmp|current_logfiles|backup_label|tablespace_map)/;
const TEMPORARY = /pgsql_tmp/;
const PARALLEL = 2;
const PART_BYTES = 64 * 1024 * 1024;
const WAL_POLL_MS = 200;
/** The upload of the last segments may wait this long for the destination. */
const MAX_WAL_WAIT_MS = 10 * 60_000;
const MAX_REMOVE_MS = 5000;

/** Resolves to the manifest of a complete backup. */
export async function takeBaseBackup(options: Options): Promise<Manifest> {
  const { superUrl } = options;
  const client = new pg.Client({ connectionString: superUrl, application_name: 'balcao-backup' });
  // The copy fails at its next statement when the database ends.
  client.on('error', () => {});
  await client.connect();
  try {
    await waitForTurn(client, options.signal);
    const startedAt = new Date();
    const name = newBackupName(startedAt);
    await options.onName?.(name);
    try {
      return await copyTo(client, options, name, startedAt);
    } catch (error) {
      await removeFailed(options, name);
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyTo(client: pg.Client, options: Options, name: string, startedAt: Date): Promise<Manifest> {
  const { postgresDir, destination, codec } = options;
  const start = await startOf(client, name);
  const { parts, folders } = await copyAll(options, name);
  const stop = await stopOf(client);
  const manifest: Manifest = {
    ...start,
    ...stop,
    version: 1,
    name,
    product: options.product,
    schema: options.schema,
    password: await readFile(join(postgresDir, 'password'), 'utf8'),
    secretId: secretIdOf(options.secret),
    startedAt: startedAt.toISOString(),
    folders,
    parts,
  };
  await waitForSegment(destination, walName(codec, stop.stopSegment), options.signal);
  await writeManifest(codec, destination, manifest);
  return manifest;
}

/** Otherwise each failed try would take the space of a whole copy. What cannot be removed now goes after a day. */
async function removeFailed({ destination, signal }: Options, name: string): Promise<void> {
  const removed = removeFolder(destination, name).catch(() => {});
  // A process that stops does not wait long for a destination that does not answer.
  await (signal?.aborted ? Promise.race([removed, pause(MAX_REMOVE_MS, undefined, { ref: false })]) : removed);
}

/** Held while a backup is taken, until its connection ends: one at a time, and a backup without it is no longer taken. */
export const BACKUP_LOCK = 4_500_004;
const TURN_POLL_MS = 1000;

async function waitForTurn(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      BACKUP_LOCK,
    ]);
    if (rows[0]!.locked) return;
    await pause(TURN_POLL_MS);
  }
}

async function startOf(client: pg.Client, label: string) {
  const { rows } = await client.query<{ lsn: string; segment: string; timeline: number; id: string; bytes: string }>(
    `select lsn::text, pg_walfile_name(lsn) as segment, ('x' || substr(pg_walfile_name(lsn), 1, 8))::bit(32)::int as timeline,
            system_identifier::text as id, pg_size_bytes(current_setting('wal_segment_size'))::text as bytes
       from pg_backup_start($1, true) as lsn, pg_control_system()`,
    [label],
  );
  const [row] = rows;
  return {
    startLsn: row!.lsn,
    startSegment: row!.segment,
    timeline: row!.timeline,
    systemId: row!.id,
    segmentBytes: Number(row!.bytes),
  };
}

async function stopOf(client: pg.Client) {
  // Our own upload is waited for below, not the local archive.
  const { rows } = await client.query<{ lsn: string; segment: string; label: string; at: Date }>(
    `select lsn::text, pg_walfile_name(lsn) as segment, labelfile as label, clock_timestamp() as at
       from pg_backup_stop(false)`,
  );
  const [row] = rows;
  return { stopLsn: row!.lsn, stopSegment: row!.segment, label: row!.label, stoppedAt: row!.at.toISOString() };
}

/**
 * Many small files are written as one object, one after the other: the manifest contains their sizes. Each object costs a
 * key exchange and a flush, and a new database has two thousand files.
 */
async function copyAll({ postgresDir, codec, destination, maxRate, signal }: Options, name: string) {
  const data = join(postgresDir, 'data');
  const { paths, folders } = await contentOf(data);
  const waiting = paths.values();
  const limit = rateLimit(maxRate);
  const parts: Manifest['parts'] = [];
  const failed = new AbortController();
  async function* content(files: Manifest['parts'][number]['files']) {
    for (let bytes = 0; bytes < PART_BYTES;) {
      const { done, value: path } = waiting.next();
      if (done) return;
      signal?.throwIfAborted();
      failed.signal.throwIfAborted();
      let size = 0;
      for await (const chunk of chunksOf(join(data, path), limit)) {
        size += chunk.length;
        yield chunk;
      }
      bytes += size;
      files.push({ path, size });
    }
  }
  async function copyParts(): Promise<void> {
    for (;;) {
      const files: Manifest['parts'][number]['files'] = [];
      const object = `${baseFolder(name)}/part-${randomUUID()}${codec.compressed}`;
      const stored = await codec.put(destination, object, Readable.from(content(files), { objectMode: false }));
      if (files.length === 0) return destination.remove(object);
      parts.push({ object, files, ...stored });
    }
  }
  const copies = Array.from({ length: PARALLEL }, () =>
    copyParts().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  // All have ended before the folder of a failed run is removed.
  await Promise.allSettled(copies);
  await Promise.all(copies);
  return { parts, folders };
}

/** The control file is copied last, as PostgreSQL's own tool does. */
async function contentOf(data: string): Promise<{ paths: string[]; folders: string[] }> {
  const paths: string[] = [];
  const folders: string[] = [];
  async function visit(folder: string) {
    for (const entry of await readdir(join(data, folder), { withFileTypes: true }).catch(() => [])) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (TEMPORARY.test(entry.name) || (folder === '' && SKIPPED_FILES.test(entry.name))) continue;
      if (entry.isDirectory() && !OWN_FOLDERS.includes(path)) {
        folders.push(path);
        if (!EMPTY_FOLDERS.has(path)) await visit(path);
      } else if (entry.isFile() && path !== CONTROL_FILE) paths.push(path);
    }
  }
  await visit('');
  folders.push('pg_wal/archive_status', 'pg_wal/summaries');
  return { paths: [...paths, CONTROL_FILE], folders: folders.sort() };
}
const CONTROL_FILE = 'global/pg_control';

/** Nothing when PostgreSQL removed the file meanwhile; the log segments of the backup contain that. */
async function* chunksOf(path: string, limit: (bytes: number) => Promise<void>): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file) return;
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK);
      if (bytesRead === 0) return;
      await limit(bytesRead);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
const CHUNK = 1 << 18;

function rateLimit(maxRate: number | undefined): (bytes: number) => Promise<void> {
  let next = performance.now();
  return async (bytes) => {
    if (maxRate === undefined) return;
    next = Math.max(next, performance.now()) + (bytes / maxRate) * 1000;
    const ahead = next - performance.now();
    if (ahead > 5) await pause(ahead);
  };
}

async function waitForSegment(destination: Destination, name: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = performance.now() + MAX_WAL_WAIT_MS;
  while (!(await destination.stat(name))) {
    signal?.throwIfAborted();
    if (performance.now() > deadline)
      throw new Error(`${name} did not arrive at ${destination.where}: the server that archives it is not running`);
    await pause(WAL_POLL_MS);
  }
}
