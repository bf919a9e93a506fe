/** Rebuilds the database folder of a moment from a backup, with the PostgreSQL that comes with the product. */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '@balcao/postgres-supervisor/supervisor';
import { UnreadableObject, type Codec } from './codec.ts';
import type { Destination } from './destination.ts';
import {
  baseFolder,
  findBackups,
  readManifests,
  secretIdOf,
  type Manifest,
  type UnreadableBackup,
} from './manifest.ts';
import { fileOfWal, isSegment, lastContiguous, walName } from './segments.ts';

/** The operator can do something about it; the message contains what. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

export interface RestorePoint {
  name: string;
  from: Date;
  /** Moment of the last segment that follows without a gap. */
  to: Date;
  /** The newest segment that can be replayed. */
  lastSegment: string;
  manifest: Manifest;
}

export interface RestorePoints {
  /** Every backup that can be restored, oldest first, with the moments that its segments reach. */
  points: RestorePoint[];
  unreadable: UnreadableBackup[];
  /** The newest complete backup, whether it can be restored or not. */
  newest: string | undefined;
}

export async function restorePoints(codec: Codec, destination: Destination): Promise<RestorePoints> {
  const segments = await destination.list('wal');
  const points: RestorePoint[] = [];
  const { complete } = await findBackups(destination);
  const { manifests, unreadable } = await readManifests(codec, destination, complete);
  for (const manifest of manifests) {
    const last = lastContiguous(codec, segments, manifest.startSegment, manifest.segmentBytes);
    const lastSegment = last && fileOfWal(codec, last.name);
    // Without its own last segment a copy is not consistent.
    if (!last || !lastSegment || lastSegment.slice(8) < manifest.stopSegment.slice(8)) continue;
    const from = new Date(manifest.stoppedAt);
    points.push({ name: manifest.name, from, to: last.at > from ? last.at : from, lastSegment, manifest });
  }
  return { points, unreadable, newest: complete.at(-1) };
}

export function choosePoint(
  { points, unreadable, newest }: RestorePoints,
  at: Date | undefined,
  secret: string,
): RestorePoint {
  const unreadableNewest = unreadable.find(({ name }) => name === newest);
  // Without a moment the newest is meant: an older one would be restored without a word about what is missing.
  if (at === undefined && unreadableNewest) throw unreadableNewest.reason;
  if (points.length === 0) throw unreadable.at(-1)?.reason ?? new RestoreRefused('There is no complete backup.');
  const point = at === undefined ? points.at(-1) : points.findLast(({ from, to }) => from <= at && at <= to);
  if (!point) {
    const ranges = points.map(({ from, to }) => `  ${from.toISOString()} to ${to.toISOString()}`);
    const lines = [...ranges, ...unreadable.map(({ reason }) => reason.message)].join('\n');
    throw new RestoreRefused(`${at!.toISOString()} cannot be restored. Moments that can be:\n${lines}`);
  }
  if (point.manifest.secretId !== secretIdOf(secret))
    throw new RestoreRefused(
      'APP_SECRET is not the one of this backup: stored keys of channels could not be opened. Set the APP_SECRET of that server.',
    );
  return point;
}

interface Options {
  codec: Codec;
  destination: Destination;
  point: RestorePoint;
  /** Folder of the supervisor; must not contain a cluster. */
  postgresDir: string;
  at?: Date | undefined;
  onProgress(line: string): void;
  durable?: boolean;
}

const RESTORE = 'balcao_restore';
/** Segments that are ready before PostgreSQL asks for them. */
const AHEAD = 8;
/** PostgreSQL waits for a segment that this process provides, at most five minutes. */
const COMMAND = [
  `if [ ! -e ${RESTORE}/%f ]; then : > ${RESTORE}/%f.wanted; n=0`,
  `while [ ! -e ${RESTORE}/%f ] && [ ! -e ${RESTORE}/%f.none ] && [ $n -lt 6000 ]; do sleep 0.05; n=$((n+1)); done; fi`,
  `cp ${RESTORE}/%f "%p" 2>/dev/null && rm -f ${RESTORE}/%f`,
].join('; ');

/** Resolves when the database was recovered to the moment and stopped again. */
export async function restoreCluster(options: Options): Promise<void> {
  const { point, postgresDir, at, onProgress } = options;
  const data = join(postgresDir, 'data');
  if (existsSync(data)) throw new RestoreRefused(`${postgresDir} already contains a database.`);
  await copyBase(options);
  await mkdir(join(data, RESTORE), { mode: 0o700 });
  await writeFile(join(data, 'recovery.signal'), '');
  onProgress(`Replaying the log${at ? ` to ${at.toISOString()}` : ''}…`);
  const feeder = await feedSegments(options);
  try {
    try {
      await recover(options, at);
    } catch (error) {
      // No transaction committed between the moment and the end of the log: its end is the moment.
      const isAtEnd = /recovery ended before configured recovery target/.test((error as Error).message);
      if (!at || !isAtEnd || at > point.to) throw error;
      await recover(options, undefined);
    }
    feeder.assertNoFailure();
  } finally {
    await feeder.stop();
  }
  await rm(join(data, RESTORE), { recursive: true, force: true });
}

async function recover({ postgresDir, onProgress, durable = true }: Options, at: Date | undefined): Promise<void> {
  const postgres = await openPostgres({
    dir: postgresDir,
    onProgress: () => {},
    durable,
    recovery: {
      folder: RESTORE,
      settings: [
        `restore_command=${COMMAND}`,
        'recovery_target_action=promote',
        'hot_standby=off',
        // The T and Z of ISO 8601 are rejected here.
        ...(at ? [`recovery_target_time=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`] : []),
      ],
    },
  });
  onProgress('The database was recovered.');
  await postgres.stop();
}

/** Each object is compared with the hash in the manifest before the database is started. */
async function copyBase({ codec, destination, point: { name, manifest }, postgresDir, onProgress }: Options) {
  const data = join(postgresDir, 'data');
  await mkdir(data, { recursive: true, mode: 0o700 });
  for (const folder of manifest.folders) await mkdir(join(data, folder), { recursive: true, mode: 0o700 });
  onProgress(`Copying the backup ${name}…`);
  for (const { object, sha256, files } of manifest.parts) {
    if (!object.startsWith(`${baseFolder(name)}/`)) throw new UnreadableObject(`${object} belongs to another backup`);
    const digest = createHash('sha256');
    const content = await codec.open(hashing(destination, digest), object);
    if (!content) throw new UnreadableObject(`${object} is missing`);
    await splitInto(data, files, content, object);
    if (digest.digest('hex') !== sha256) throw new UnreadableObject(`${object} is not the one in the manifest`);
  }
  await writeFile(join(data, 'backup_label'), manifest.label, { mode: 0o600 });
  await writeFile(join(postgresDir, 'password'), manifest.password, { mode: 0o600 });
}

async function splitInto(data: string, files: { path: string; size: number }[], content: Readable, object: string) {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  for (const { path, size } of files) {
    const output = await open(inside(data, path), 'w', 0o600);
    try {
      for (let missing = size; missing > 0;) {
        if (rest.length === 0) {
          const { done, value } = await chunks.next();
          if (done) throw new UnreadableObject(`${object} is shorter than in the manifest`);
          rest = value;
        }
        const piece = rest.subarray(0, missing);
        await output.writeFile(piece);
        rest = rest.subarray(piece.length);
        missing -= piece.length;
      }
    } finally {
      await output.close();
    }
  }
  const { done } = await chunks.next();
  if (!done || rest.length > 0) throw new UnreadableObject(`${object} is longer than in the manifest`);
}

/** A path from the manifest never leads out of the data folder. */
function inside(data: string, path: string): string {
  if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(path) || path.split('/').includes('..'))
    throw new UnreadableObject(`The manifest names a file outside of the database: ${path}`);
  return join(data, path);
}

const hashing = (destination: Destination, digest: ReturnType<typeof createHash>): Destination => ({
  ...destination,
  async get(name) {
    const content = await destination.get(name);
    content?.on('data', (chunk: Buffer) => digest.update(chunk)).pause();
    return content;
  },
});

/** Decrypts segments into the folder that the restore command reads, a few ahead of the one that is asked for. */
async function feedSegments({ codec, destination, postgresDir }: Options) {
  const folder = join(postgresDir, 'data', RESTORE);
  const names = new Set((await destination.list('wal')).map(({ name }) => fileOfWal(codec, name)));
  const sorted = [...names].filter(isSegment).sort();
  const provided = new Map<string, Promise<void>>();
  let failure: unknown;
  let isOver = false;

  function provide(file: string): Promise<void> {
    let work = provided.get(file);
    if (!work) provided.set(file, (work = fetchSegment(file)));
    return work;
  }
  async function fetchSegment(file: string) {
    const draft = join(folder, `${file}.draft`);
    const content = await codec.open(destination, walName(codec, file));
    if (!content) throw new UnreadableObject(`${walName(codec, file)} is missing`);
    // Readable by the user under which PostgreSQL runs; other users have no access to the data folder.
    await pipeline(content, createWriteStream(draft, { mode: 0o644 }));
    await rename(draft, join(folder, file));
  }
  async function answer(file: string) {
    await rm(join(folder, `${file}.wanted`), { force: true });
    if (!names.has(file)) {
      await writeFile(join(folder, `${file}.none`), '');
      return;
    }
    // A segment that PostgreSQL has taken is fetched again; never while another fetch writes it.
    await provided.get(file)?.catch(() => {});
    if (!existsSync(join(folder, file))) provided.delete(file);
    for (const next of isSegment(file) ? sorted.slice(sorted.indexOf(file) + 1).slice(0, AHEAD) : [])
      if (next.startsWith(file.slice(0, 8))) void provide(next).catch(() => {});
    await provide(file);
  }
  const loop = (async () => {
    while (!isOver) {
      const wanted = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.wanted'));
      for (const name of wanted) {
        const file = name.slice(0, -'.wanted'.length);
        try {
          await answer(file);
        } catch (error) {
          failure ??= error;
          await writeFile(join(folder, `${file}.none`), '').catch(() => {});
        }
      }
      if (wanted.length === 0) await pause(20);
    }
  })();
  return {
    /** A segment that cannot be read ends the recovery early, which PostgreSQL alone would not report. */
    assertNoFailure() {
      if (failure) throw failure;
    },
    async stop() {
      isOver = true;
      await loop;
      await Promise.allSettled(provided.values());
    },
  };
}
