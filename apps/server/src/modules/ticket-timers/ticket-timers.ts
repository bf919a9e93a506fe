import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Lanes } from '../kanban/index.ts';
import { createInactivity, type InactivityDeps } from './inactivity.ts';
import { createRotation, type RotationDeps } from './rotation.ts';
import { sweep } from './sweep.ts';
import { dueStatements } from './ticket-timers.store.ts';

interface Deps extends InactivityDeps, RotationDeps {
  db: Db;
  clock: Clock;
  lanes: Lanes;
  onError(error: unknown): void;
}

/** What happens to tickets by time alone. Runs every minute; safe to run twice and to miss a run. */
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
    /** Sandbox connections only: moves the tickets' times into the past and runs every sweep. Returns the ticket count. */
    async pass(companyId: number, connectionId: number, minutes: number): Promise<number> {
      const count = await deps.db.inCompany(companyId, (tx) => deps.tickets.inTx.age(tx, connectionId, minutes));
      for (const run of Object.values(sweeps)) await run();
      return count;
    },
  };
}
export type TicketTimers = ReturnType<typeof createTicketTimers>;
