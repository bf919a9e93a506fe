import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Lanes } from '../kanban/index.ts';
import { assignmentOf } from '../tickets/index.ts';
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
  const sweepsOf = (companyId?: number) => ({
    inactive: () => sweep(deps, dueStatements.inactive, inactivity.inactive, { companyId }),
    ratings: () => sweep(deps, dueStatements.ratings, inactivity.unrated, { companyId }),
    redirects: () => sweep(deps, dueStatements.redirects, inactivity.unqueued, { companyId }),
    rotations: () => {
      const { assignNext, skippedQueueIds } = createRotation(deps);
      return sweep(deps, dueStatements.rotations, assignNext, { skippedQueueIds, companyId });
    },
    lanes: () => sweep(deps, dueStatements.lanes, deps.lanes.advance, { companyId }),
  });
  return {
    ...sweepsOf(),
    /**
     * Sandbox connections only: moves the tickets' times into the past and runs every sweep for this company. Returns the
     * ticket count.
     */
    async pass(companyId: number, connectionId: number, minutes: number): Promise<number> {
      const tickets = await deps.db.inCompany(companyId, async (tx) => {
        const aged = await deps.tickets.inTx.age(tx, connectionId, minutes);
        // Open conversations show the end of their reply window.
        for (const ticket of aged.filter(({ status }) => status !== 'closed')) {
          const assignment = assignmentOf(ticket);
          tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignment, to: assignment });
        }
        return aged;
      });
      for (const run of Object.values(sweepsOf(companyId))) await run();
      return tickets.length;
    },
  };
}
export type TicketTimers = ReturnType<typeof createTicketTimers>;
