import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { UserRow } from '../../infrastructure/db/schema/access.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { QuickReplies } from '../quick-replies/index.ts';
import type { Removals } from '../removals/index.ts';
import type { TeamChats } from '../team-chats/index.ts';
import type { Sessions } from './sessions.ts';
import { userStore } from './users.store.ts';

export interface UserRemovalDeps {
  db: Db;
  sessions: Pick<Sessions, 'endAll' | 'removeRefreshKeys'>;
  quickReplies: Pick<QuickReplies, 'removeHiddenOfUser'>;
  teamChats: Pick<TeamChats, 'inTx'>;
  removals: Pick<Removals, 'inTx' | 'workInline'>;
}

/**
 * Removes a user with sessions, hidden quick replies and directory entries at once. Open tickets return to their queues in
 * portions, and the other rows of the user follow.
 */
export function createUserRemoval(deps: UserRemovalDeps) {
  const { db, sessions, quickReplies, teamChats, removals } = deps;

  /** Returns the id of the removal, which the caller continues after its commit. */
  async function removeInTx(tx: Tx, user: UserRow, removedBy: number | null): Promise<number> {
    await quickReplies.removeHiddenOfUser(tx, user.id);
    await teamChats.inTx.removeUser(tx, user.id);
    await sessions.endAll(tx, user.id, 'user-removed');
    await sessions.removeRefreshKeys(tx, user.id);
    await directoryStore.remove(tx, 'email', hashKey(user.email));
    // A file without its row is not served. The sweep deletes the bytes.
    if (user.pictureKey) await fileStore.remove(tx, user.pictureKey);
    await audit(tx, {
      userId: removedBy,
      action: 'user.removed',
      subject: `user ${user.id}`,
      data: { name: user.name },
    });
    tx.emit({ type: 'user.removed', userId: user.id });
    return removals.inTx.start(tx, { userId: removedBy ?? user.id }, { kind: 'user', ids: [user.id], name: user.name });
  }

  async function lockRemovable(tx: Tx, id: number): Promise<UserRow> {
    await userStore.lockCompany(tx);
    const user = assertFound(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
    if (user.isSuper) refuse('ERR_USER_IS_SUPER');
    if (user.profile === 'admin' && (await userStore.countAdmins(tx)) <= 1) refuse('ERR_LAST_ADMIN');
    return user;
  }

  return {
    removeInTx,
    async remove({ companyId, userId }: Actor, id: number): Promise<void> {
      const removalId = await db.inCompany(companyId, async (tx) =>
        removeInTx(tx, await lockRemovable(tx, id), userId),
      );
      await removals.workInline(companyId, removalId);
    },
  };
}
