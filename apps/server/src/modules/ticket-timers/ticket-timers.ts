import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { createInactivity, type InactivityDeps } from './inactivity.ts';
import { dueStatements } from './ticket-timers.store.ts';
import type { Lanes } from '../kanban/lanes.ts';
import { createRotation, type RotationDeps } from './rotation.ts';
import { sweep } from './sweep.ts';

interface Deps extends InactivityDeps, RotationDeps {
  db: Db;
  clock: Clock;
  lanes: Lanes;
  onError(error: unknown): void;
}

/** What happens by itself, by the clock: run every minute, safe to run twice and to miss. */
export function createTicketTimers(deps: Deps) {
  const inactivity = createInactivity(deps);
  const sweeps = {
    inactive: () => sweep(deps, dueStatements.inactive, inactivity.inactive),
    ratings: () => sweep(deps, dueStatements.ratings, inactivity.unrated),
    redirects: () => sweep(deps, dueStatements.redirects, inactivity.unqueued),
    rotations: () => {
      const { assignNext, skippedQueueIds } = createRotation(deps);
      return sweep(deps, dueStatements.rotations, assignNext, skippedQueueIds);
    },
    lanes: () => sweep(deps, dueStatements.lanes, deps.lanes.advance),
  };
  return {
    ...sweeps,
    /** On a simulated connection time can be made to pass: then everything that came due is done at once. */
    async pass(companyId: number, connectionId: number, minutes: number): Promise<number> {
      const count = await deps.db.inCompany(companyId, (tx) => deps.tickets.age(tx, connectionId, minutes));
      for (const run of Object.values(sweeps)) await run();
      return count;
    },
  };
}
export type TicketTimers = ReturnType<typeof createTicketTimers>;
