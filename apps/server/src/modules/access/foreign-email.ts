import { refuse } from '../../infrastructure/app-error.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';

/** Refuses an address of another company. Counted, so that an admin cannot find out which addresses exist elsewhere. */
export const createForeignEmailCheck =
  ({ db, limits }: { db: Db; limits: Limits }) =>
  async (companyId: number, email: string): Promise<void> => {
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'email', hashKey(email)));
    if (!entry || entry.companyId === companyId) return;
    await limits.use({ limit: 'foreign e-mails of a company', of: String(companyId) });
    refuse('ERR_USER_EMAIL_REFUSED');
  };
