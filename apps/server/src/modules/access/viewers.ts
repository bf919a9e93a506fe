import { userFlags, type Actor } from '@balcao/domain/policy/actor';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { userStore, type UserWithQueues } from './users.store.ts';

/** A user as a policy actor without a session, to decide what the user may see. Never act on its behalf. */
export const viewerOf = (user: UserWithQueues): Actor => ({
  userId: user.id,
  companyId: user.companyId,
  sessionId: '',
  profile: user.profile,
  super: user.isSuper,
  flags: new Set(userFlags.filter((flag) => user[flag])),
  queueIds: user.queues.map(({ id }) => id),
  plan: new Set(),
  overdue: false,
});

/** Loads users as policy actors in the caller's transaction. */
export async function loadViewers(tx: Tx, ids: readonly number[]): Promise<{ user: UserWithQueues; viewer: Actor }[]> {
  return (await userStore.byIds(tx, ids)).map((user) => ({ user, viewer: viewerOf(user) }));
}
