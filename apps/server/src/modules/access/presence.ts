import { HEARTBEAT_MS } from '@balcao/contract';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { userStore } from './users.store.ts';

/** One heartbeat and a minute of patience: then a person is no longer there. */
const OFFLINE_AFTER_MS = HEARTBEAT_MS + 60_000;
const SWEEP = 500;

/** Who is at work now, told by the heartbeat of their open screens. */
export const createPresence = ({ db, clock }: { db: Db; clock: Clock }) => ({
  recordHeartbeat: (companyId: number, userId: number) =>
    db.inCompany(companyId, async (tx) => {
      if (await userStore.recordSeen(tx, userId, clock.now())) tx.emit({ type: 'user.presence-changed', userId });
    }),

  /** Finds who has gone quiet; run every minute. */
  async sweep() {
    const since = new Date(+clock.now() - OFFLINE_AFTER_MS);
    for (const { companyId, userId } of await db.onPlatform((tx) => userStore.loadInactive(tx, since, SWEEP))) {
      await db.inCompany(companyId, async (tx) => {
        if (await userStore.setOffline(tx, userId, since)) tx.emit({ type: 'user.presence-changed', userId });
      });
    }
  },
});
export type Presence = ReturnType<typeof createPresence>;
