import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { UserRow } from '../../infrastructure/db/schema/access.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Sessions } from './sessions.ts';
import { userRecordStore } from './user-records.store.ts';

interface Deps {
  sessions: Pick<Sessions, 'endAll' | 'removeRefreshKeys'>;
  returnTickets(tx: Tx, userId: number): Promise<void>;
}

/** Removes a user with its sessions and directory entries; its tickets return to their queues. */
export const createUserRemoval =
  ({ sessions, returnTickets }: Deps) =>
  async (tx: Tx, user: UserRow, removedBy: number | null): Promise<void> => {
    await returnTickets(tx, user.id);
    await sessions.endAll(tx, user.id, 'user-removed');
    await sessions.removeRefreshKeys(tx, user.id);
    await directoryStore.remove(tx, 'email', hashKey(user.email));
    // A file without its row is not served. The sweep deletes the bytes.
    if (user.pictureKey) await fileStore.remove(tx, user.pictureKey);
    await userRecordStore.remove(tx, user.id);
    await audit(tx, {
      userId: removedBy,
      action: 'user.removed',
      subject: `user ${user.id}`,
      data: { name: user.name },
    });
    tx.emit({ type: 'user.removed', userId: user.id });
  };
