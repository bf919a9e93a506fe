/** Temporary files carry the name of the process that writes them: those of a killed process are found and removed. */
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const SEPARATOR = '~';
const HOST = hostname().replaceAll(SEPARATOR, '-');
/** The start time distinguishes this process from an earlier one with the same id. */
const STARTED = String(Math.round(performance.timeOrigin));
export const PROCESS_NAME = [HOST, process.pid, STARTED].join(SEPARATOR);
/** Longer than any upload: entries of other machines, whose processes cannot be checked, are kept so long. */
const FOREIGN_AFTER_MS = 24 * 3_600_000;

export const temporaryName = (id: string): string => PROCESS_NAME + SEPARATOR + id;

const uploadRoot = (storageDir: string): string => join(storageDir, '.uploads');

/** Directory for the files of requests that this process is reading. */
export function createUploadDir(storageDir: string): string {
  const dir = join(uploadRoot(storageDir), PROCESS_NAME);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** Removes what killed processes left, and returns the number of removed entries. */
export async function removeLeftOvers(storageDir: string, incomingDir: string): Promise<number> {
  let removed = 0;
  for (const dir of [uploadRoot(storageDir), incomingDir]) {
    for (const name of await readdir(dir).catch(() => [])) {
      const path = join(dir, name);
      if (!(await isLeftOver(name, path))) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const [host, pid, started] = name.split(SEPARATOR);
  if (host === HOST && started !== undefined && !isRunning(Number(pid), started)) return true;
  const stats = await stat(path).catch(() => undefined);
  return !name.startsWith(PROCESS_NAME) && stats !== undefined && Date.now() - stats.mtimeMs > FOREIGN_AFTER_MS;
}

function isRunning(pid: number, started: string): boolean {
  if (pid === process.pid) return started === STARTED;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
