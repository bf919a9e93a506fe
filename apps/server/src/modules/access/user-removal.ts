import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { UserRow } from '../../infrastructure/db/schema/access.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { QuickReplies } from '../quick-replies/index.ts';
import type { TeamChats } from '../team-chats/index.ts';
import type { Sessions } from './sessions.ts';
import { userRecordStore } from './user-records.store.ts';

export interface UserRemovalDeps {
  sessions: Pick<Sessions, 'endAll' | 'removeRefreshKeys'>;
  quickReplies: Pick<QuickReplies, 'removeHiddenOfUser'>;
  teamChats: Pick<TeamChats, 'inTx'>;
  /** Returns the user's open tickets to their queues. Called before the user is removed. */
  returnTickets(tx: Tx, userId: number): Promise<void>;
}

/** Removes a user with its sessions, hidden quick replies and directory entries; its tickets and team chats pass on. */
export const createUserRemoval =
  ({ sessions, quickReplies, teamChats, returnTickets }: UserRemovalDeps) =>
  async (tx: Tx, user: UserRow, removedBy: number | null): Promise<void> => {
    await returnTickets(tx, user.id);
    await quickReplies.removeHiddenOfUser(tx, user.id);
    await teamChats.inTx.removeUser(tx, user.id);
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
