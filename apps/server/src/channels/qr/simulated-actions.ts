/** Trials only: what happens at the other end is told by files that are laid into a folder, and taken from there. */
import { mkdirSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ActionFile = z.object({ connectionId: z.number().int(), companyId: z.number().int() }).loose();

/** A file «anything.json» holds a connection, its company and an act; it is gone when it was played. */
export function watchSimulatedActions(
  folder: string,
  play: (connection: { companyId: number; connectionId: number }, action: unknown) => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  mkdirSync(folder, { recursive: true });
  let playing: Promise<unknown> = Promise.resolve();
  const runActions = () => {
    for (const name of readdirSync(folder)
      .filter((fileName) => fileName.endsWith('.json'))
      .toSorted()) {
      const path = join(folder, name);
      try {
        const actionFile = ActionFile.parse(JSON.parse(readFileSync(path, 'utf8')));
        rmSync(path);
        playing = playing.then(() => play(actionFile, actionFile)).catch(onError);
      } catch {
        // Still being written: its next change is seen again.
      }
    }
  };
  const watcher = watch(folder, runActions);
  runActions();
  return () => watcher.close();
}
