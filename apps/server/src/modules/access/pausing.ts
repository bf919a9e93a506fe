import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { found, permit, refuse } from '../../foundation/refusal.ts';
import { userStore } from './users.store.ts';

/** Here, but not to be given anything new. What is in hand stays there, and whoever insists may still hand over. */
export const createPausing = ({ db, clock }: { db: Db; clock: Clock }) => ({
  set: (actor: Actor, id: number, isPaused: boolean) =>
    db.inCompany(actor.companyId, async (tx) => {
      const before = found(await userStore.lock(tx, id), 'ERR_NO_USER_FOUND');
      permit(actor, 'user.edit', before);
      if (before.isSuper && !actor.super && actor.userId !== id) refuse('ERR_USER_IS_SUPER');
      if (isPaused !== (before.pausedAt !== null)) {
        await userStore.update(tx, id, { pausedAt: isPaused ? clock.now() : null });
        const act = isPaused ? 'user.paused' : 'user.resumed';
        await audit(tx, { userId: actor.userId, act, subject: `user ${id}` });
        tx.emit({ is: 'user.presence-changed', userId: id });
      }
      return found(await userStore.byId(tx, id), 'ERR_NO_USER_FOUND');
    }),
});
