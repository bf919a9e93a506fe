/** Where backups are stored. Names are relative paths with slashes; an object appears complete or not at all. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';

export interface PutResult {
  /** Size and hash of the stored object, which may be encrypted. */
  bytes: number;
  sha256: string;
}
export interface StoredObject {
  name: string;
  bytes: number;
  at: Date;
}
export interface Destination {
  /** Shown to the operator. */
  where: string;
  /** Resolves when the object would survive a power cut. */
  put(name: string, content: Readable): Promise<PutResult>;
  get(name: string): Promise<Readable | undefined>;
  stat(name: string): Promise<StoredObject | undefined>;
  /** Sorted by name. */
  list(prefix: string): Promise<StoredObject[]>;
  remove(name: string): Promise<void>;
}

/** Incomplete objects; the ending is never part of a name. */
const PARTIAL = '.partial';
const PARTIAL_AFTER_MS = 24 * 3_600_000;

export function createFolderDestination(root: string): Destination {
  const pathOf = (name: string) => join(root, ...name.split('/'));
  const flushed = new Set<string>();

  return {
    where: root,
    async put(name, content) {
      const target = pathOf(name);
      const partial = `${target}.${randomUUID()}${PARTIAL}`;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      try {
        const written = await write(partial, content);
        await rename(partial, target);
        for (let folder = dirname(target); ; folder = dirname(folder)) {
          await flush(folder);
          if (folder === root || flushed.has(folder)) break;
          flushed.add(folder);
        }
        return written;
      } catch (error) {
        content.destroy();
        await rm(partial, { force: true }).catch(() => {});
        throw error;
      }
    },
    async get(name) {
      const found = await stat(pathOf(name)).catch(unlessMissing);
      return found && createReadStream(pathOf(name), { highWaterMark: 1 << 20 });
    },
    async stat(name) {
      const found = await stat(pathOf(name)).catch(unlessMissing);
      return found && { name, bytes: found.size, at: found.mtime };
    },
    async list(prefix) {
      const folder = pathOf(prefix);
      const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? [];
      const objects: StoredObject[] = [];
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const found = await stat(path).catch(unlessMissing);
        if (!found) continue;
        if (!entry.name.endsWith(PARTIAL))
          objects.push({ name: relative(root, path).split(sep).join('/'), bytes: found.size, at: found.mtime });
        else if (Date.now() - found.mtimeMs > PARTIAL_AFTER_MS) await rm(path, { force: true });
      }
      return objects.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      // Folders that became empty, up to the root.
      for (let folder = dirname(pathOf(name)); folder !== root; folder = dirname(folder)) {
        flushed.delete(folder);
        if (
          !(await rmdir(folder).then(
            () => true,
            () => false,
          ))
        )
          break;
      }
    },
  };
}

async function write(path: string, content: Readable): Promise<PutResult> {
  const digest = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      digest.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: digest.digest('hex') };
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(failure: NodeJS.ErrnoException): undefined {
  if (failure.code !== 'ENOENT' && failure.code !== 'ENOTDIR') throw failure;
}
