/** Removes what no restorable moment needs any more. Never removes the newest backup that a drill restored. */
import { DAY_MS, HOUR_MS } from '@balcao/domain/kit/durations';
import pg from 'pg';
import type { Codec } from './codec.ts';
import type { Destination } from './destination.ts';
import { findBackups, readManifests, removeFolder, type BackupFolders } from './manifest.ts';
import { fileOfWal, isSegment } from './segments.ts';

const ABANDONED_AFTER_MS = DAY_MS;
/** How far the clocks of the destination and of this machine may be apart. */
const CLOCKS_MS = HOUR_MS;

interface Options {
  ownerUrl: string;
  codec: Codec;
  destination: Destination;
  retentionDays: number;
  now: Date;
}
export interface Removed {
  backups: string[];
  abandoned: string[];
  /** Why backups could not be read; they are never removed. */
  unreadable: string[];
  segments: number;
  files: number;
}

export async function removeExpired({ ownerUrl, codec, destination, retentionDays, now }: Options): Promise<Removed> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { complete, incomplete } = await findBackups(destination);
    const { rows } = await client.query<{ name: string }>(
      `select backup_name as name from drills where state = 'passed' order by ended_at desc`,
    );
    const drilled = rows.map(({ name }) => name).find((name) => complete.includes(name));
    const { manifests, unreadable } = await readManifests(codec, destination, complete);
    // The newest that can be read, and one that is newer but cannot.
    const always = new Set([complete.at(-1), manifests.at(-1)?.name, drilled]);
    const oldestWanted = +now - retentionDays * DAY_MS;
    const isRetained = (name: string, at: number) => always.has(name) || !(at < oldestWanted);
    const expired = manifests.filter(({ name, stoppedAt }) => !isRetained(name, Date.parse(stoppedAt)));
    const [firstRetained] = manifests.filter((manifest) => !expired.includes(manifest));
    // Another key may open it: what it needs stays for as long as it would be kept, and its folder in any case.
    const unread = unreadable
      .filter(({ name, startedAt }) => isRetained(name, startedAt))
      .map(({ startedAt }) => startedAt);
    const oldestUnread = Math.min(Infinity, ...unread.map((at) => (Number.isNaN(at) ? 0 : at)));
    const expiredNames = expired.map(({ name }) => name);
    for (const name of expiredNames) await removeFolder(destination, name);
    await client.query(`update backups set state = 'expired' where name = any($1)`, [expiredNames]);
    const abandoned = await removeIncomplete(client, destination, incomplete, now);
    const removed = { backups: expiredNames, abandoned, unreadable: unreadable.map(({ reason }) => reason.message) };
    if (!firstRetained) return { ...removed, segments: 0, files: 0 };
    const segments = await removeSegments(codec, destination, firstRetained.startSegment, oldestUnread - CLOCKS_MS);
    const unusedSince = new Date(Math.min(oldestWanted, Date.parse(firstRetained.startedAt), oldestUnread));
    const files = await removeFiles(client, codec, destination, unusedSince);
    return { ...removed, segments, files };
  } finally {
    await client.end().catch(() => {});
  }
}

/** What runs left behind that were killed. Nothing else is removed, so that it can be called while backups fail. */
export async function removeAbandoned({
  ownerUrl,
  destination,
  now,
}: Pick<Options, 'ownerUrl' | 'destination' | 'now'>): Promise<string[]> {
  const { incomplete } = await findBackups(destination);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await removeIncomplete(client, destination, incomplete, now);
  } finally {
    await client.end().catch(() => {});
  }
}

async function removeIncomplete(
  client: pg.Client,
  destination: Destination,
  incomplete: BackupFolders['incomplete'],
  now: Date,
): Promise<string[]> {
  const abandoned = incomplete.filter(({ newestAt }) => +now - +newestAt > ABANDONED_AFTER_MS).map(({ name }) => name);
  for (const name of abandoned) await removeFolder(destination, name);
  await client.query(`update backups set state = 'abandoned' where name = any($1) and state = 'copying'`, [abandoned]);
  return abandoned;
}

/** Segments before this one that were stored before this time. */
async function removeSegments(codec: Codec, destination: Destination, first: string, before: number): Promise<number> {
  let removed = 0;
  for (const { name, at } of await destination.list('wal')) {
    const file = fileOfWal(codec, name);
    // The part after the timeline orders segments of all timelines.
    if (!isSegment(file.slice(0, 24)) || file.slice(8, 24) >= first.slice(8) || +at >= before) continue;
    await destination.remove(name);
    removed += 1;
  }
  return removed;
}

/** Copies of files whose row was gone before this time; the table remembers since when. */
async function removeFiles(
  client: pg.Client,
  codec: Codec,
  destination: Destination,
  unusedSince: Date,
): Promise<number> {
  const keys = (await destination.list('files')).map(({ name }) =>
    name.slice('files/'.length, name.length - codec.stored.length),
  );
  let removed = 0;
  for (let start = 0; start < keys.length; start += 1000) {
    const page = keys.slice(start, start + 1000);
    await client.query(
      `delete from file_copies_unused u using files f
        where u.storage_key = any($1) and f.company_id = split_part(u.storage_key, '/', 1)::int
          and f.storage_key = u.storage_key`,
      [page],
    );
    await client.query(
      `insert into file_copies_unused (storage_key)
       select key from unnest($1::text[]) as key where not exists (
         select from files where company_id = split_part(key, '/', 1)::int and storage_key = key)
       on conflict do nothing`,
      [page],
    );
    const { rows } = await client.query<{ key: string }>(
      `delete from file_copies_unused where storage_key = any($1) and since < $2
       returning storage_key as key`,
      [page, unusedSince],
    );
    for (const { key } of rows) await destination.remove(`files/${key}${codec.stored}`);
    removed += rows.length;
  }
  return removed;
}
