import { HEARTBEAT_MS } from '@balcao/contract';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { userStore } from './users.store.ts';

/** A user is offline one minute after a missed heartbeat. */
const OFFLINE_AFTER_MS = HEARTBEAT_MS + 60_000;
const SWEEP_LIMIT = 500;

/** Further heartbeats of a user within this time change nothing and are not stored. */
const MIN_RECORD_MS = 10_000;
const MAX_REMEMBERED = 10_000;

/** Online state of users, from the heartbeats of their open screens. */
export function createPresence({ db, clock }: { db: Db; clock: Clock }) {
  /** When this node last stored a heartbeat of each user. */
  const recordedAt = new Map<string, number>();

  return {
    async recordHeartbeat(companyId: number, userId: number) {
      const now = clock.now();
      const key = `${companyId} ${userId}`;
      if (+now - (recordedAt.get(key) ?? -Infinity) < MIN_RECORD_MS) return;
      if (recordedAt.size >= MAX_REMEMBERED) recordedAt.clear();
      recordedAt.set(key, +now);
      try {
        await db.inCompany(companyId, async (tx) => {
          if (await userStore.recordSeen(tx, userId, now)) tx.emit({ type: 'user.presence-changed', userId });
        });
      } catch (error) {
        recordedAt.delete(key);
        throw error;
      }
    },

    /** Sets users without a recent heartbeat offline; runs every minute. */
    async sweep() {
      const since = new Date(+clock.now() - OFFLINE_AFTER_MS);
      for (const { companyId, userId } of await db.onPlatform((tx) => userStore.loadInactive(tx, since, SWEEP_LIMIT))) {
        await db.inCompany(companyId, async (tx) => {
          if (await userStore.setOffline(tx, userId, since)) tx.emit({ type: 'user.presence-changed', userId });
        });
      }
    },
  };
}
export type Presence = ReturnType<typeof createPresence>;
