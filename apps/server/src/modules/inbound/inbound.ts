import type { Db } from '../../foundation/db/tx.ts';
import type { Doors } from './doors.ts';
import { inboundStore } from './inbound.store.ts';
import { createIntake, type IntakeNeeds } from './intake.ts';
import { createLanes } from './lanes.ts';
import { createSorting } from './sorting.ts';

export interface InboundNeeds extends IntakeNeeds {
  db: Db;
  doors: Doors;
  failed(fault: unknown): void;
}

/** For what others have kept, what waits for its next try, and when every wake-up call is lost. */
const POLL_MS = 500;

/** What happens to a delivery after it is safe: read into signals, then each conversation worked off in its order. */
export function createInbound({ db, doors, failed, ...rooms }: InboundNeeds) {
  const lanes = createLanes({ db, intake: createIntake(rooms), failed });
  const sorting = createSorting({ db, doors, sorted: lanes.wake, failed });
  let poll: NodeJS.Timeout | undefined;
  async function sweep() {
    await sorting.sort();
    await lanes.lookAround();
  }
  return {
    /** Something was laid into the inbox; a node that only serves leaves it to those that work. */
    wake() {
      if (poll) sorting.wake();
    },
    start() {
      poll ??= setInterval(() => void sweep(), POLL_MS);
      return sweep();
    },
    /** What a crash left lying. */
    sweep,
    /** Digests of deliveries that no channel repeats any more. */
    forget: (before: Date) => db.onPlatform((tx) => inboundStore.forget(tx, before)),
    /** What could not be worked off, and was there long enough for a person to look at. */
    forgetSetAside: (companyId: number, before: Date) =>
      db.inCompany(companyId, (tx) => inboundStore.forgetSetAside(tx, before)),
    /** For whoever watches the house. */
    waiting: () => inboundStore.counts(db),
    isIdle: () => sorting.isIdle() && lanes.isIdle(),
    async stop() {
      clearInterval(poll);
      sorting.stop();
      while (!sorting.isIdle()) await new Promise((done) => setTimeout(done, 20));
      await lanes.stop();
    },
  };
}
export type Inbound = ReturnType<typeof createInbound>;
