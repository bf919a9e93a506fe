/** Demos and browser tests only: plays simulated actions from JSON files in a folder. */
import { mkdirSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ActionFile = z.object({ connectionId: z.number().int(), companyId: z.number().int() }).loose();

/** Each `*.json` file holds `connectionId`, `companyId` and the action. It is deleted when it is read. */
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
        // The file is still being written; the next change triggers another read.
      }
    }
  };
  const watcher = watch(folder, runActions);
  runActions();
  return () => watcher.close();
}
