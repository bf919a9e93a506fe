/** Bounds the segments that wait for their upload. A stored mark says that some were given up, until the next base backup. */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { waitingSegments } from './upload.store.ts';

/** Beside the segments; no segment has this name. Its time is that of the oldest segment that was given up. */
const MARK = 'gap';

/** When the first of the missing segments was written; undefined if none is missing. */
export const gapSince = async (archiveDir: string): Promise<Date | undefined> =>
  (await stat(join(archiveDir, MARK)).catch(() => undefined))?.mtime;

/** Removes all waiting segments if they are larger than this together. */
export async function giveUpBeyond(archiveDir: string, maxBytes: number): Promise<void> {
  const waiting = await waitingSegments(archiveDir);
  if (waiting.reduce((sum, { bytes }) => sum + bytes, 0) <= maxBytes) return;
  const oldest = new Date(Math.min(...waiting.map(({ at }) => +at)));
  // First, so that a crash leaves no gap without its mark; a full disk has space for it only afterwards.
  const isMarked = await mark(archiveDir, oldest).then(
    () => true,
    () => false,
  );
  for (const { file } of waiting) await rm(join(archiveDir, file), { force: true });
  if (!isMarked) await mark(archiveDir, oldest);
}

/** A backup that began after the last segment was given up needs none of them. */
export async function closeGap(archiveDir: string, backupStartedAt: Date): Promise<void> {
  const givenUpAt = await readFile(join(archiveDir, MARK), 'utf8').catch(() => undefined);
  if (givenUpAt !== undefined && Date.parse(givenUpAt) < +backupStartedAt)
    await rm(join(archiveDir, MARK), { force: true });
}

async function mark(archiveDir: string, oldest: Date): Promise<void> {
  const since = (await gapSince(archiveDir)) ?? oldest;
  const draft = join(archiveDir, `${MARK}.draft`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(new Date().toISOString());
    await file.utimes(since, since);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(archiveDir, MARK));
}
