import { after, clockWhy } from '@balcao/domain/routing/due';
import type { Clock } from '../../foundation/clock.ts';
import type { Tickets } from '../tickets/index.ts';
import { routingStore } from './clockwork.store.ts';
import type { Routing } from './routing.ts';
import type { Each } from './sweep.ts';

export interface RotatingNeeds {
  clock: Clock;
  tickets: Tickets;
  routing: Routing;
}

/**
 * What waits in a queue that rotates is offered to one attendant after the other until somebody accepts. Made anew for
 * each run: a queue in which nobody can take anything now is given up, and not asked for each ticket that waits there.
 */
export function createRotating({ clock, tickets, routing }: RotatingNeeds) {
  const givenUp: number[] = [];
  const offer: Each = async (tx, id) => {
    const ticket = await tickets.lock(tx, id);
    if (!ticket || ticket.queueId === null || ticket.status !== 'pending') return false;
    if (ticket.isGroup || ticket.importedAt !== null || givenUp.includes(ticket.queueId)) return false;
    const { queueId, userId: previous } = ticket;
    const rules = await routingStore.rules(tx, queueId);
    if (!rules?.rotates || rules.minutes === 0) return false;
    const now = clock.now();
    const dueAt = previous === null ? now : after(ticket.assignedAt ?? ticket.updatedAt, rules.minutes);
    if (dueAt > now) return false;

    const choice = await routing.choose(tx, { how: 'rotation', queueId, previous });
    if (choice.userId !== null) {
      const why = clockWhy('rotated', dueAt, now);
      await tickets.command(tx, ticket, { do: 'place', queueId, userId: choice.userId, why });
    } else if (choice.why !== 'nobodyElse') {
      givenUp.push(queueId);
      return false;
    }
    // Also where there is nobody else: it is offered to the same person for another while.
    await tickets.set(tx, id, { assignedAt: now });
    return true;
  };
  return { offer, givenUp };
}
