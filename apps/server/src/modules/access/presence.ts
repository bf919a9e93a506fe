import { HEARTBEAT_MS } from '@balcao/contract';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { userStore } from './users.store.ts';

/** A user is offline one minute after a missed heartbeat. */
const OFFLINE_AFTER_MS = HEARTBEAT_MS + 60_000;
const SWEEP_LIMIT = 500;

/** Online state of users, from the heartbeats of their open screens. */
export const createPresence = ({ db, clock }: { db: Db; clock: Clock }) => ({
  recordHeartbeat: (companyId: number, userId: number) =>
    db.inCompany(companyId, async (tx) => {
      if (await userStore.recordSeen(tx, userId, clock.now())) tx.emit({ type: 'user.presence-changed', userId });
    }),

  /** Sets users without a recent heartbeat offline; runs every minute. */
  async sweep() {
    const since = new Date(+clock.now() - OFFLINE_AFTER_MS);
    for (const { companyId, userId } of await db.onPlatform((tx) => userStore.loadInactive(tx, since, SWEEP_LIMIT))) {
      await db.inCompany(companyId, async (tx) => {
        if (await userStore.setOffline(tx, userId, since)) tx.emit({ type: 'user.presence-changed', userId });
      });
    }
  },
});
export type Presence = ReturnType<typeof createPresence>;
