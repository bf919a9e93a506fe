/** Removes what no restorable moment needs any more. Never removes the newest backup that a drill restored. */
import { DAY_MS } from '@balcao/domain/kit/durations';
import pg from 'pg';
import type { Codec } from './codec.ts';
import type { Destination } from './destination.ts';
import { findBackups, readManifest, removeFolder, type BackupFolders } from './manifest.ts';
import { fileOfWal, isSegment } from './segments.ts';

const ABANDONED_AFTER_MS = DAY_MS;

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
    const newest = complete.at(-1);
    const oldestWanted = +now - retentionDays * DAY_MS;
    const expired: string[] = [];
    let firstSegment: string | undefined;
    let firstStart: string | undefined;
    for (const name of complete) {
      const manifest = await readManifest(codec, destination, name);
      if (name !== newest && name !== drilled && Date.parse(manifest.stoppedAt) < oldestWanted) expired.push(name);
      else if (firstSegment === undefined) {
        firstSegment = manifest.startSegment;
        firstStart = manifest.startedAt;
      }
    }
    for (const name of expired) await removeFolder(destination, name);
    await client.query(`update backups set state = 'expired' where name = any($1)`, [expired]);
    const abandoned = await removeIncomplete(client, destination, incomplete, now);
    const segments = firstSegment === undefined ? 0 : await removeSegments(codec, destination, firstSegment);
    const files = firstStart === undefined ? 0 : await removeFiles(client, codec, destination, new Date(Math.min(oldestWanted, Date.parse(firstStart))));
    return { backups: expired, abandoned, segments, files };
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

async function removeSegments(codec: Codec, destination: Destination, first: string): Promise<number> {
  let removed = 0;
  for (const { name } of await destination.list('wal')) {
    const file = fileOfWal(codec, name);
    // The part after the timeline orders segments of all timelines.
    if (!isSegment(file.slice(0, 24)) || file.slice(8, 24) >= first.slice(8)) continue;
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
