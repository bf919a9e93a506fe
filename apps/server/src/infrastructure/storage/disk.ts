/** Stores files in a local directory. A file appears under its key complete and flushed, or not at all. */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { readPieces } from '../read-pieces.ts';
import { removeLeftOvers, temporaryName } from './left-overs.ts';
import { FileTooLarge, isStorageKey, newStorageKey, requireKey } from './storage.ts';
import type { Content, Storage } from './storage.ts';

// Not a company number, so never part of a key; on the same filesystem, so that the rename is atomic.
const INCOMING = '.incoming';
const SWEEP_BATCH = 500;

export function createDiskStorage(dir: string): Storage {
  const pathOf = (key: string): string => join(dir, requireKey(key));

  return {
    async put(content, options) {
      const arriving = join(dir, INCOMING, temporaryName(randomUUID()));
      // The source may fail before the first read; without a listener that would end the process.
      if (content instanceof Readable) content.on('error', () => {});
      try {
        const key = newStorageKey(options);
        await mkdir(dirname(arriving), { recursive: true, mode: 0o700 });
        const written = await writeWhole(arriving, content, options.maxBytes ?? Infinity);
        await moveDurably(arriving, pathOf(key));
        return { key, ...written };
      } catch (error) {
        await rm(arriving, { force: true });
        throw error;
      } finally {
        // Destroy an interrupted source; otherwise the sender's socket would hang.
        if (content instanceof Readable) content.destroy();
      }
    },

    async open(key, range) {
      const file = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing);
      if (!file) return undefined;
      const { size } = await file.stat();
      return { bytes: size, stream: file.createReadStream(range) };
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    removeLeftOvers: () => removeLeftOvers(dir, join(dir, INCOMING)),

    async sweep(findExisting, olderThanMs) {
      const before = Date.now() - olderThanMs;
      let removed = await removeLeftOvers(dir, join(dir, INCOMING));
      removed += await removeAbandoned(join(dir, INCOMING), before);
      for await (const keys of batches(oldKeys(dir, before))) {
        const existing = await findExisting(keys);
        const orphans = keys.filter((key) => !existing.has(key));
        for (const key of orphans) await rm(pathOf(key), { force: true });
        removed += orphans.length;
      }
      return removed;
    },
  };
}

async function writeWhole(path: string, content: Content, maxBytes: number) {
  const digest = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of piecesOf(content)) {
      const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      bytes += piece.length;
      if (bytes > maxBytes) throw new FileTooLarge();
      digest.update(piece);
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: digest.digest('hex') };
}

const piecesOf = (content: Content): Iterable<Buffer> | AsyncIterable<Buffer | string> =>
  Buffer.isBuffer(content) ? [content] : content instanceof Readable ? content : readPieces(content.path);

/** Flushes the directory entry too: otherwise a power cut may leave a row without its file. */
async function moveDurably(from: string, to: string): Promise<void> {
  const home = dirname(to);
  const firstNew = await mkdir(home, { recursive: true, mode: 0o700 });
  await rename(from, to);
  await flush(home);
  if (firstNew !== undefined) for (const parent of [dirname(home), dirname(dirname(home))]) await flush(parent);
}

async function flush(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes incomplete files that are not written any more. */
async function removeAbandoned(incoming: string, before: number): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(incoming)) {
    if (!(await isOlder(join(incoming, name), before))) continue;
    await rm(join(incoming, name), { force: true });
    removed += 1;
  }
  return removed;
}

/** Keys of the files in this folder that were not changed since. */
export async function* oldKeys(dir: string, before: number): AsyncGenerator<string> {
  for (const company of await namesIn(dir)) {
    for (const kind of await namesIn(join(dir, company))) {
      for (const name of await namesIn(join(dir, company, kind))) {
        const key = `${company}/${kind}/${name}`;
        if (isStorageKey(key) && (await isOlder(join(dir, key), before))) yield key;
      }
    }
  }
}

export async function* batches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    if (batch.push(key) < SWEEP_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const namesIn = async (directory: string): Promise<string[]> => (await readdir(directory).catch(unlessMissing)) ?? [];

async function isOlder(path: string, before: number): Promise<boolean> {
  const stats = await stat(path).catch(unlessMissing);
  return stats !== undefined && stats.mtimeMs <= before;
}

/** A concurrent sweep or removal may delete the entry first, and a stray plain file is no directory. */
function unlessMissing(failure: NodeJS.ErrnoException): undefined {
  if (failure.code !== 'ENOENT' && failure.code !== 'ENOTDIR') throw failure;
}
