import { after, formatTimerReason } from '@balcao/domain/assignment/timers';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Tickets } from '../tickets/index.ts';
import { assignmentStore } from './ticket-timers.store.ts';
import type { Assignment } from '../tickets/assignment.ts';
import type { SweepHandler } from './sweep.ts';

export interface RotationDeps {
  clock: Clock;
  tickets: Tickets;
  assignment: Assignment;
}

/**
 * What waits in a queue that rotates is offered to one attendant after the other until somebody accepts. Made anew for
 * each run: a queue in which nobody can take anything now is given up, and not asked for each ticket that waits there.
 */
export function createRotation({ clock, tickets, assignment }: RotationDeps) {
  const skippedQueueIds: number[] = [];
  const assignNext: SweepHandler = async (tx, id) => {
    const ticket = await tickets.lock(tx, id);
    if (!ticket || ticket.queueId === null || ticket.status !== 'pending') return false;
    if (ticket.isGroup || ticket.importedAt !== null || skippedQueueIds.includes(ticket.queueId)) return false;
    const { queueId, userId: previous } = ticket;
    const rules = await assignmentStore.rules(tx, queueId);
    if (!rules?.rotates || rules.minutes === 0) return false;
    const now = clock.now();
    const dueAt = previous === null ? now : after(ticket.assignedAt ?? ticket.updatedAt, rules.minutes);
    if (dueAt > now) return false;

    const choice = await assignment.chooseAgent(tx, { how: 'rotation', queueId, previous });
    if (choice.userId !== null) {
      const reason = formatTimerReason('rotated', dueAt, now);
      await tickets.command(tx, ticket, { type: 'place', queueId, userId: choice.userId, reason });
    } else if (choice.reason !== 'nobodyElse') {
      skippedQueueIds.push(queueId);
      return false;
    }
    // Also where there is nobody else: it is offered to the same person for another while.
    await tickets.set(tx, id, { assignedAt: now });
    return true;
  };
  return { assignNext, skippedQueueIds };
}
