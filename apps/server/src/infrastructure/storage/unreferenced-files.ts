import type { Db } from '../db/tx.ts';
import { fileStore } from './files.store.ts';
import type { Storage } from './storage.ts';

const PAGE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Removes files of a company that nothing uses: uploads whose message was never sent, and remains of earlier releases. */
export async function removeUnreferenced(db: Db, storage: Pick<Storage, 'remove'>, companyId: number): Promise<void> {
  for (let after: string | null = FIRST; after !== null;) {
    const page: { last: string | null; keys: string[] } = await db.readCompany(companyId, (tx) =>
      fileStore.unreferenced(tx, after!, PAGE),
    );
    // Checked again under a lock: a send may have taken one of them meanwhile.
    if (page.keys.length > 0)
      for (const key of await db.inCompany(companyId, (tx) => fileStore.release(tx, page.keys)))
        await storage.remove(key);
    after = page.last;
  }
}
