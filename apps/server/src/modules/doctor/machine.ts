/** Facts about the machine and its files. */
import { readFileSync, statSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
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
