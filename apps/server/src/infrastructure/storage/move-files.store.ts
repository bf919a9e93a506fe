/** Moves files from the folder to the bucket while the product serves: each is copied, compared, then removed. */
import { createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Bucket } from '../s3/bucket.ts';
import { batches, oldKeys } from './disk.ts';

export interface MoveProgress {
  moved: number;
  bytes: number;
  /** Without a row: uploads that are not committed yet, or left-overs for the sweep. They stay. */
  unknown: number;
  /** Whose content is not that of their row. They stay. */
  damaged: string[];
}
interface Options {
  ownerUrl: string;
  storageDir: string;
  bucket: Pick<Bucket, 'put' | 'remove'>;
  onProgress?(progress: MoveProgress): void;
  /** Stops after the files that are being copied. */
  signal?: AbortSignal;
}
const PARALLEL = 6;

/** Can be interrupted and repeated: what was moved is no longer in the folder. */
export async function moveFiles({ ownerUrl, storageDir, bucket, onProgress, signal }: Options): Promise<MoveProgress> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-move-files' });
  await client.connect();
  const progress: MoveProgress = { moved: 0, bytes: 0, unknown: 0, damaged: [] };

  async function move(key: string, hash: string | undefined): Promise<void> {
    if (hash === undefined) return void (progress.unknown += 1);
    const path = join(storageDir, key);
    const copied = await bucket.put(key, createReadStream(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (!copied) return;
    if (copied.sha256 !== hash) {
      progress.damaged.push(key);
      return bucket.remove(key);
    }
    // Removed by a user meanwhile: the copy must not outlive it.
    if (!(await exists(path))) return bucket.remove(key);
    await rm(path, { force: true });
    progress.moved += 1;
    progress.bytes += copied.bytes;
  }

  try {
    for await (const keys of batches(oldKeys(storageDir, Infinity))) {
      const { rows } = await client.query<{ key: string; hash: string }>(
        `select storage_key as key, encode(sha256, 'hex') as hash from files
          where company_id = any($1) and storage_key = any($2)`,
        [[...new Set(keys.map((key) => Number(key.split('/', 1)[0])))], keys],
      );
      const hashes = new Map(rows.map(({ key, hash }) => [key, hash]));
      const waiting = keys.values();
      const worker = async () => {
        for (const key of waiting) {
          if (signal?.aborted) return;
          await move(key, hashes.get(key));
          onProgress?.(progress);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, worker));
      if (signal?.aborted) break;
    }
    return progress;
  } finally {
    await client.end();
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
