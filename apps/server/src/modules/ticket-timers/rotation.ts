import { after, formatTimerReason } from '@balcao/domain/assignment/timers';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Assignment, Tickets } from '../tickets/index.ts';
import type { SweepHandler } from './sweep.ts';
import { rotationStore } from './ticket-timers.store.ts';

export interface RotationDeps {
  clock: Clock;
  tickets: Tickets;
  assignment: Assignment;
}

/**
 * Offers the pending tickets of a rotating queue to one agent after the other until one accepts. Created per run: a queue
 * without an available agent is skipped for the rest of the run instead of being tried for each of its tickets.
 */
export function createRotation({ clock, tickets, assignment }: RotationDeps) {
  const skippedQueueIds: number[] = [];
  const assignNext: SweepHandler = async (tx, ticketId) => {
    const ticket = await tickets.inTx.lock(tx, ticketId);
    if (!ticket || ticket.queueId === null || ticket.status !== 'pending') return false;
    if (ticket.isGroup || ticket.importedAt !== null || skippedQueueIds.includes(ticket.queueId)) return false;
    const { queueId, userId: previous } = ticket;
    const rules = await rotationStore.rules(tx, queueId);
    if (!rules?.rotates || rules.minutes === 0) return false;
    const now = clock.now();
    const dueAt = previous === null ? now : after(ticket.assignedAt ?? ticket.updatedAt, rules.minutes);
    if (dueAt > now) return false;

    const choice = await assignment.chooseAgent(tx, { how: 'rotation', queueId, previous });
    if (choice.userId !== null) {
      const reason = formatTimerReason('rotated', dueAt, now);
      await tickets.inTx.command(tx, ticket, { type: 'assign', queueId, userId: choice.userId, reason });
    } else if (choice.reason !== 'nobodyElse') {
      skippedQueueIds.push(queueId);
      return false;
    }
    // Without another agent, the same agent is offered the ticket for another period.
    await tickets.inTx.set(tx, ticketId, { assignedAt: now });
    return true;
  };
  return { assignNext, skippedQueueIds };
}
