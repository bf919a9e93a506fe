import { userFlags, type Actor } from '@balcao/domain/policy/actor';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { userStore, type UserWithQueues } from './users.store.ts';

/** A colleague as the policy asks for one, without a session: to know what they may see, never to act for them. */
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

/** Inside the caller's unit of work: these of the company's people, as they are now. */
export async function loadViewers(tx: Tx, ids: readonly number[]): Promise<{ user: UserWithQueues; viewer: Actor }[]> {
  return (await userStore.byIds(tx, ids)).map((user) => ({ user, viewer: viewerOf(user) }));
}
