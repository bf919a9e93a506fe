/** Uploads finished log segments, and before them the files and erasures that they contain. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Storage } from '../storage/storage.ts';
import type { Codec } from './codec.ts';
import type { Destination } from './destination.ts';
import { isArchived, walName } from './segments.ts';
import { createTombstoneWriter } from './tombstones.ts';

interface Options {
  /** Connection of the owner, which sees the files of every company. */
  ownerUrl: string;
  /** Where PostgreSQL puts finished segments. */
  archiveDir: string;
  codec: Codec;
  destination: Destination;
  storage: Pick<Storage, 'open'>;
  progress: UploadProgress;
}
/** What is known to be at the destination. It survives a lost connection, so that not every file is compared again. */
export interface UploadProgress {
  /** Keys whose copy is known to exist, of rows since the last scan; undefined before the first scan. */
  copied: Set<string> | undefined;
  filesSince: Date;
  erasedSince: Date;
  lastAuditId: string;
}
export const createUploadProgress = (): UploadProgress => ({
  copied: undefined,
  filesSince: new Date(OVERLAP_MS),
  erasedSince: new Date(OVERLAP_MS),
  lastAuditId: '0',
});

/** Rows appear in the order of their commits, which may lag behind their creation by the longest transaction. */
const OVERLAP_MS = 10 * 60_000;
const MAX_SNAPSHOT_WAIT_MS = 10_000;
const PAGE = 500;
const MAX_KNOWN_KEYS = 100_000;
/** Another process that archives the same database must not upload the same segments. */
const LOCK = 4_500_003;

export async function openUpload(options: Options) {
  const { codec, destination, storage, archiveDir, progress } = options;
  const client = new pg.Client({
    connectionString: options.ownerUrl,
    application_name: 'balcao-backup',
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK]);
  if (!rows[0]!.locked) {
    await client.end();
    return undefined;
  }
  const writeTombstone = createTombstoneWriter(codec, destination);

  async function run(): Promise<void> {
    const waiting = await waitingSegments(archiveDir);
    if (waiting.length === 0) return;
    await waitForCommits(client);
    await copyNewFiles();
    await writeTombstones();
    for (const { file } of waiting) {
      const path = join(archiveDir, file);
      await putOnce(walName(codec, file), path);
      await rm(path, { force: true });
    }
  }

  /** A crash between upload and removal uploads the segment again: it is the same. */
  async function putOnce(name: string, path: string) {
    if (!(await destination.stat(name))) return void (await codec.put(destination, name, createReadStream(path)));
    const [stored, local] = [await codec.open(destination, name), createReadStream(path)];
    if (stored && (await isEqual(stored, local))) return;
    throw new Error(`${name} at ${destination.where} belongs to another server; use another destination for this one`);
  }

  /** Files of rows that were created since the last call; the first call compares all with a list of the destination. */
  async function copyNewFiles(): Promise<number> {
    const since = new Date(+progress.filesSince - OVERLAP_MS);
    const startedAt = (await client.query<{ now: Date }>('select now()')).rows[0]!.now;
    const copied = progress.copied ?? (await keysAtDestination());
    const seen = new Set<string>();
    // As text, because a JavaScript date loses the microseconds and would read the last row again forever.
    let after: [at: string, key: string] = [since.toISOString(), ''];
    let count = 0;
    for (;;) {
      const { rows: page } = await client.query<{ key: string; at: string }>(
        `select storage_key as key, created_at::text as at from files
          where (created_at, storage_key) > ($1, $2) order by created_at, storage_key limit $3`,
        [...after, PAGE],
      );
      for (const { key } of page) {
        seen.add(key);
        if (!copied.has(key) && (await copyFile(key))) count += 1;
      }
      const last = page.at(-1);
      if (!last) break;
      after = [last.at, last.key];
    }
    // Rows of the next overlap; older ones are never read again.
    progress.copied = new Set([...seen].slice(-MAX_KNOWN_KEYS));
    progress.filesSince = startedAt;
    return count;
  }

  /** One request for each thousand objects of a bucket, where a question about each file would take minutes. */
  async function keysAtDestination(): Promise<Set<string>> {
    return new Set((await destination.list('files')).map(({ name }) => keyOfFile(codec, name)));
  }

  async function copyFile(key: string): Promise<boolean> {
    const name = fileName(codec, key);
    if (await destination.stat(name)) return false;
    const file = await storage.open(key);
    // Removed meanwhile, together with its row.
    if (!file) return false;
    await codec.put(destination, name, file.stream);
    return true;
  }

  /** Erasures that ended: each is written once, and its files are removed from the backup at once. */
  async function writeTombstones(): Promise<void> {
    const { rows: keys } = await client.query<{ key: string }>('select storage_key as key from erased_files');
    for (const { key } of keys) {
      await destination.remove(fileName(codec, key));
      await client.query('delete from erased_files where storage_key = $1', [key]);
    }
    const { rows: erasures } = await client.query<
      Record<'companyId' | 'erasureId' | 'contactId' | 'userId', number> & Record<'doneAt' | 'askedAt', Date>
    >(
      `select company_id as "companyId", id as "erasureId", contact_id as "contactId", user_id as "userId",
              done_at as "doneAt", asked_at as "askedAt"
         from erasures where state = 'done' and done_at > $1 order by done_at`,
      [new Date(+progress.erasedSince - OVERLAP_MS)],
    );
    const startedAt = new Date();
    for (const { doneAt, askedAt, ...erasure } of erasures)
      await writeTombstone({ ...erasure, doneAt: doneAt.toISOString(), askedAt: askedAt.toISOString() });
    progress.erasedSince = startedAt;
    await writePurges();
  }

  /** Companies that were deleted for good: nothing of them is left but the entry in the audit log of the owner. */
  async function writePurges(): Promise<void> {
    const { rows } = await client.query<{ id: string; at: Date; subject: string; act: string }>(
      `select id::text, at, subject, act from audit_log where company_id = $1 and id > $2 order by id`,
      [OWNER_COMPANY_ID, progress.lastAuditId],
    );
    for (const { id, at, subject, act } of rows) {
      const companyId = Number(/^company (\d+)$/.exec(subject)?.[1]);
      if (act === 'company.purged' && companyId)
        await writeTombstone({ purgedCompanyId: companyId, doneAt: at.toISOString() });
      progress.lastAuditId = id;
    }
  }

  return {
    run,
    copyFiles: copyNewFiles,
    /** Ends the connection and with it the lock. */
    close: () => client.end().catch(() => {}),
  };
}
export type Upload = NonNullable<Awaited<ReturnType<typeof openUpload>>>;

const FILES = 'files/';
export const fileName = (codec: Codec, key: string): string => `${FILES}${key}${codec.stored}`;
const keyOfFile = (codec: Codec, name: string): string => name.slice(FILES.length, name.length - codec.stored.length);

export async function waitingSegments(archiveDir: string): Promise<{ file: string; bytes: number; at: Date }[]> {
  const files = (await readdir(archiveDir).catch(() => [])).filter(isArchived).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const stats = await stat(join(archiveDir, file)).catch(() => undefined);
      return stats && { file, bytes: stats.size, at: stats.mtime };
    }),
  );
  return found.filter((segment) => segment !== undefined);
}

/** A commit is in the log a moment before its rows are visible: transactions that were open then have ended after this. */
async function waitForCommits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
  const deadline = performance.now() + MAX_SNAPSHOT_WAIT_MS;
  for (;;) {
    const { rows: answer } = await client.query<{ over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as over',
      [rows[0]!.next],
    );
    if (answer[0]!.over) return;
    if (performance.now() > deadline) throw new Error('A transaction stays open; segments wait for it');
    await pause(50);
  }
}

async function isEqual(one: Readable, other: Readable): Promise<boolean> {
  const [a, b] = await Promise.all([hashOf(one), hashOf(other)]);
  return a === b;
}

async function hashOf(content: Readable): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer>) digest.update(chunk);
  return digest.digest('hex');
}
