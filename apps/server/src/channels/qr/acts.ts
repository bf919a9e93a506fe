/** Trials only: what happens at the other end is told by files that are laid into a folder, and taken from there. */
import { mkdirSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Told = z.object({ connectionId: z.number().int(), companyId: z.number().int() }).loose();

/** A file «anything.json» holds a connection, its company and an act; it is gone when it was played. */
export function watchActs(
  folder: string,
  play: (whose: { companyId: number; connectionId: number }, act: unknown) => Promise<unknown>,
  failed: (fault: unknown) => void,
): () => void {
  mkdirSync(folder, { recursive: true });
  let playing: Promise<unknown> = Promise.resolve();
  const look = () => {
    for (const name of readdirSync(folder)
      .filter((one) => one.endsWith('.json'))
      .toSorted()) {
      const path = join(folder, name);
      try {
        const told = Told.parse(JSON.parse(readFileSync(path, 'utf8')));
        rmSync(path);
        playing = playing.then(() => play(told, told)).catch(failed);
      } catch {
        // Still being written: its next change is seen again.
      }
    }
  };
  const watcher = watch(folder, look);
  look();
  return () => watcher.close();
}
