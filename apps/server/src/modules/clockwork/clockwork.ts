import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { createClosing, type ClosingNeeds } from './closing.ts';
import { dueStatements } from './clockwork.store.ts';
import type { Lanes } from './lanes.ts';
import { createRotating, type RotatingNeeds } from './rotating.ts';
import { sweep } from './sweep.ts';

interface Needs extends ClosingNeeds, RotatingNeeds {
  db: Db;
  clock: Clock;
  lanes: Lanes;
  failed(fault: unknown): void;
}

/** What happens by itself, by the clock: run every minute, safe to run twice and to miss. */
export function createClockwork(needs: Needs) {
  const closing = createClosing(needs);
  const sweeps = {
    inactive: () => sweep(needs, dueStatements.inactive, closing.inactive),
    ratings: () => sweep(needs, dueStatements.ratings, closing.unrated),
    redirects: () => sweep(needs, dueStatements.redirects, closing.unqueued),
    rotations: () => {
      const { offer, givenUp } = createRotating(needs);
      return sweep(needs, dueStatements.rotations, offer, givenUp);
    },
    lanes: () => sweep(needs, dueStatements.lanes, needs.lanes.moveOn),
  };
  return {
    ...sweeps,
    /** On a simulated connection time can be made to pass: then everything that came due is done at once. */
    async pass(companyId: number, connectionId: number, minutes: number): Promise<number> {
      const count = await needs.db.inCompany(companyId, (tx) => needs.tickets.age(tx, connectionId, minutes));
      for (const run of Object.values(sweeps)) await run();
      return count;
    },
  };
}
export type Clockwork = ReturnType<typeof createClockwork>;
