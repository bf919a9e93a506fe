import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daysUntilFull, FORECAST_WINDOW_MS } from '@balcao/domain/doctor/disk-forecast';
import type { Clock } from '../../infrastructure/clock.ts';
import { diskFreeBytes } from './machine.ts';

/** A row per hour: `at` in milliseconds, and the free bytes of each folder. */
interface Row {
  at: number;
  freeBytes: Record<string, number>;
}
const RECORD_MS = 3_600_000;

/** Free space of folders in the last week. It is a file because each node has disks of its own. */
export function createDiskHistory({ dataDir, clock }: { dataDir: string; clock: Clock }, folders: readonly string[]) {
  const file = join(dataDir, 'disk-history.json');

  async function read(): Promise<Row[]> {
    try {
      const rows = JSON.parse(await readFile(file, 'utf8')) as Row[];
      return rows.filter(({ at }) => +clock.now() - at <= FORECAST_WINDOW_MS);
    } catch {
      // Missing, or cut off when the machine stopped: it fills again.
      return [];
    }
  }

  async function record(): Promise<void> {
    const rows = await read();
    // Several processes share the folder; the first one of the hour writes.
    if (+clock.now() - (rows.at(-1)?.at ?? 0) < RECORD_MS * 0.9) return;
    const freeBytes: Row['freeBytes'] = {};
    for (const folder of folders) {
      const bytes = await diskFreeBytes(folder).catch(() => undefined);
      if (bytes !== undefined) freeBytes[folder] = bytes;
    }
    const partial = `${file}.${process.pid}`;
    await writeFile(partial, JSON.stringify([...rows, { at: +clock.now(), freeBytes }]), { mode: 0o600 });
    await rename(partial, file);
  }

  return {
    record,
    /** Undefined before a day is recorded. */
    async daysLeft(folder: string): Promise<number | undefined> {
      const now = clock.now();
      const samples = (await read()).flatMap(({ at, freeBytes }) => {
        const bytes = freeBytes[folder];
        return bytes === undefined ? [] : [{ at: new Date(at), freeBytes: bytes }];
      });
      return daysUntilFull([...samples, { at: now, freeBytes: await diskFreeBytes(folder) }], now);
    },
    /** Records once an hour until it is stopped. */
    start(onError: (error: unknown) => void): { stop(): void } {
      const run = () => void record().catch(onError);
      const timer = setInterval(run, RECORD_MS);
      timer.unref();
      run();
      return { stop: () => clearInterval(timer) };
    },
  };
}
export type DiskHistory = ReturnType<typeof createDiskHistory>;
