import type { Db } from '../../infrastructure/db/tx.ts';
import type { Answerer } from './answerers.ts';
import { promptStore } from './prompts.store.ts';

interface Deps {
  db: Db;
  onError(error: unknown): void;
}

/** Stores with a prompt that its service refused the key, until it accepts it or the key is replaced. */
export const createKeyRefusals =
  ({ db, onError }: Deps) =>
  async (companyId: number, { promptId, storedKey }: Answerer, isRefused: boolean): Promise<void> => {
    if (promptId === null || storedKey === null || storedKey.isRefused === isRefused) return;
    await db
      .inCompany(companyId, async (tx) => {
        if (await promptStore.setKeyRefused(tx, promptId, storedKey.sealed, isRefused))
          tx.emit({ type: 'prompt.saved', promptId, isNew: false });
      })
      // The answer of the model is sent all the same.
      .catch(onError);
  };
export type RecordKeyState = ReturnType<typeof createKeyRefusals>;
