/** Facts about the machine and its files. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Destination } from '../../infrastructure/backup/destination.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';

export async function diskUsedPercent(dir: string): Promise<number> {
  const { blocks, bavail } = await statfs(dir);
  return 100 * (1 - bavail / blocks);
}

export async function diskFreeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** Memory that the system can give back counts as free. */
export function memoryUsedPercent(): number {
  let available = freemem();
  try {
    available = Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024 || available;
  } catch {
    // Only Linux has this file.
  }
  return 100 * (1 - available / totalmem());
}

/** The limit of open files of a process, and how much of it is in use. Undefined where the system does not say it. */
export function openFiles(process = '/proc/self'): { limit: number; usedPercent: number } | undefined {
  try {
    const soft = /^Max open files\s+(\S+)/m.exec(readFileSync(join(process, 'limits'), 'utf8'))?.[1];
    const limit = soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft);
    return { limit, usedPercent: (100 * readdirSync(join(process, 'fd')).length) / limit };
  } catch {
    // Only Linux has these files.
    return undefined;
  }
}

/** Files with keys that other users of the machine can read. */
export const openSecretFiles = (dataDir: string): number =>
  ['secret', 'signing-secret', 'backup/machine-key', 'postgres/password'].filter((name) => {
    try {
      return (statSync(join(dataDir, name)).mode & 0o077) !== 0;
    } catch {
      return false;
    }
  }).length;

/** Age of the oldest log segment that is not uploaded. */
export async function oldestWaitingSeconds(archiveDir: string): Promise<number> {
  const names = await readdir(archiveDir).catch(() => []);
  const times = names.flatMap((name) => {
    try {
      return [statSync(join(archiveDir, name)).mtimeMs];
    } catch {
      return [];
    }
  });
  return times.length === 0 ? 0 : Math.max(0, (Date.now() - Math.min(...times)) / 1000);
}

export async function canStore(storage: Storage): Promise<boolean> {
  const content = Buffer.from(`doctor ${Date.now()}`);
  const { key } = await storage.put(content, { companyId: 2_147_483_647, kind: 'doctor' });
  try {
    const file = await storage.open(key);
    return file !== undefined && (await buffer(file.stream)).equals(content);
  } finally {
    await storage.remove(key);
  }
}

/** Writes an object beside the backups, reads it back and removes it. */
export async function canWriteTo(destination: Destination): Promise<boolean> {
  // Several nodes check at the same time.
  const name = `doctor/${randomUUID()}`;
  const content = Buffer.from(name);
  try {
    await destination.put(name, Readable.from([content]));
    const stored = await destination.get(name);
    return stored !== undefined && (await buffer(stored)).equals(content);
  } catch {
    return false;
  } finally {
    await destination.remove(name).catch(() => {});
  }
}
