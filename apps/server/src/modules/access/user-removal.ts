import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { UserRow } from '../../infrastructure/db/schema/access.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { QuickReplies } from '../quick-replies/index.ts';
import type { TeamChats } from '../team-chats/index.ts';
import type { Sessions } from './sessions.ts';
import { userRecordStore } from './user-records.store.ts';
import { userStore } from './users.store.ts';

export interface UserRemovalDeps {
  db: Db;
  sessions: Pick<Sessions, 'endAll' | 'removeRefreshKeys'>;
  quickReplies: Pick<QuickReplies, 'removeHiddenOfUser'>;
  teamChats: Pick<TeamChats, 'inTx'>;
  /** Returns the user's open tickets to their queues. Called before the user is removed. */
  returnTickets(tx: Tx, userId: number): Promise<void>;
  /** Takes the user off closed tickets and contacts, at most `limit` of each; returns how many it may have left. */
  detachUser(tx: Tx, userId: number, limit: number): Promise<number>;
}

/** Closed tickets or contacts per transaction: the events of all companies wait for the oldest transaction that writes. */
const PORTION = 300;

/** Removes a user with sessions, hidden quick replies and directory entries. Open tickets return to their queues. */
export function createUserRemoval(deps: UserRemovalDeps) {
  const { db, sessions, quickReplies, teamChats, returnTickets, detachUser } = deps;

  async function removeInTx(tx: Tx, user: UserRow, removedBy: number | null): Promise<void> {
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
    /** Closed tickets are detached first, in portions: one transaction for all would delay the events of every company. */
    async remove(actor: Actor, id: number): Promise<void> {
      const { companyId } = actor;
      await db.inCompany(companyId, (tx) => lockRemovable(tx, id));
      await inPortions((limit) => db.inCompany(companyId, (tx) => detachUser(tx, id, limit)), PORTION);
      await db.inCompany(companyId, async (tx) => removeInTx(tx, await lockRemovable(tx, id), actor.userId));
    },
  };
}
