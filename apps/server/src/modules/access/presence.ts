import { HEARTBEAT_MS } from '@balcao/contract';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { userStore } from './users.store.ts';

/** One heartbeat and a minute of patience: then a person is no longer there. */
const QUIET_MS = HEARTBEAT_MS + 60_000;
const SWEEP = 500;

/** Who is at work now, told by the heartbeat of their open screens. */
export const createPresence = ({ db, clock }: { db: Db; clock: Clock }) => ({
  seen: (companyId: number, userId: number) =>
    db.inCompany(companyId, async (tx) => {
      if (await userStore.seen(tx, userId, clock.now())) tx.emit({ is: 'user.presence-changed', userId });
    }),

  /** Finds who has gone quiet; run every minute. */
  async sweep() {
    const since = new Date(+clock.now() - QUIET_MS);
    for (const { companyId, userId } of await db.onPlatform((tx) => userStore.goneQuiet(tx, since, SWEEP))) {
      await db.inCompany(companyId, async (tx) => {
        if (await userStore.goOffline(tx, userId, since)) tx.emit({ is: 'user.presence-changed', userId });
      });
    }
  },
});
export type Presence = ReturnType<typeof createPresence>;
