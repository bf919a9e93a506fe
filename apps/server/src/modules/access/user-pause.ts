import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import { userRecordStore } from './user-records.store.ts';
import { userStore } from './users.store.ts';

/** Pauses a user: no new tickets are assigned automatically. Open tickets stay, and tickets can still be transferred to the user. */
export const createUserPause = ({ db, clock }: { db: Db; clock: Clock }) => ({
  set: (actor: Actor, id: number, isPaused: boolean) =>
    db.inCompany(actor.companyId, async (tx) => {
      const before = assertFound(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
      authorize(actor, 'user.edit', before);
      if (before.isSuper && !can(actor, 'user.edit-super', before)) refuse('ERR_USER_IS_SUPER');
      if (isPaused !== (before.pausedAt !== null)) {
        await userRecordStore.update(tx, id, { pausedAt: isPaused ? clock.now() : null });
        const action = isPaused ? 'user.paused' : 'user.resumed';
        await audit(tx, { userId: actor.userId, action, subject: `user ${id}` });
        tx.emit({ type: 'user.presence-changed', userId: id });
      }
      return assertFound(await userStore.byId(tx, id), 'ERR_NO_USER_FOUND');
    }),
});
