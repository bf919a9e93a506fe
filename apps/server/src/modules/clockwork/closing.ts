import { after, clockWhy, idle } from '@balcao/domain/routing/due';
import type { Clock } from '../../foundation/clock.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { SpeakingRoom } from '../messages/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { Each } from './sweep.ts';

export interface ClosingNeeds {
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
  answer: SpeakingRoom['answer'];
}

/** What ends, or finds its queue, because nobody did anything about it in time. */
export function createClosing({ clock, connections, tickets, answer }: ClosingNeeds) {
  /** The ticket, held, and its connection while something can be said over it. */
  const held =
    (work: (tx: Tx, ticket: TicketRow, connection: FullConnection) => Promise<boolean>): Each =>
    async (tx, id) => {
      const ticket = await tickets.lock(tx, id);
      if (!ticket || ticket.connectionId === null) return false;
      const connection = await connections.tryWithin(tx, ticket.connectionId);
      return connection?.status === 'CONNECTED' ? work(tx, ticket, connection) : false;
    };

  return {
    /** Warned first where a warning is wished for, closed when nothing came of it. */
    inactive: held(async (tx, ticket, connection) => {
      const now = clock.now();
      const step = idle(ticket, connection, now);
      if (step.do === 'nothing') return false;
      if (step.do === 'close') {
        await answer(tx, ticket, connection.expiresInactiveMessage, null, 'expired');
        const why = clockWhy('inactivityClosed', step.dueAt, now);
        await tickets.command(tx, ticket, { do: 'close', by: 'clock', farewell: false, why });
        return true;
      }
      const isSaid = await answer(tx, ticket, connection.inactiveMessage, null, 'inactive');
      // After the words: whatever is said takes the mark away.
      await tickets.set(tx, ticket.id, { warnedAt: now });
      if (isSaid) {
        const why = clockWhy('inactivityWarned', step.dueAt, now);
        await tickets.logged(tx, ticket.id, [{ type: 'chatBot', userId: null, queueId: ticket.queueId, why }]);
      }
      return true;
    }),

    /** Who was asked how it was, and did not say: the farewell, and no rating. */
    unrated: held(async (tx, ticket, { ratingExpiresMinutes }) => {
      const now = clock.now();
      const dueAt = after(ticket.updatedAt, ratingExpiresMinutes);
      if (ticket.status !== 'nps' || ratingExpiresMinutes === 0 || dueAt > now) return false;
      const why = clockWhy('ratingExpired', dueAt, now);
      await tickets.command(tx, ticket, { do: 'close', by: 'clock', farewell: true, why });
      return true;
    }),

    /** Who chose no queue in time gets the one that is meant for them. Nothing is said. */
    unqueued: held(async (tx, ticket, { redirectMinutes, redirectQueueId }) => {
      const now = clock.now();
      const dueAt = after(ticket.updatedAt, redirectMinutes);
      const waits = ticket.status === 'pending' && ticket.queueId === null && ticket.importedAt === null;
      if (!waits || redirectMinutes === 0 || redirectQueueId === null || dueAt > now) return false;
      const why = clockWhy('redirectedUnqueued', dueAt, now);
      const { userId } = ticket;
      await tickets.command(tx, ticket, { do: 'place', queueId: redirectQueueId, userId, redirected: true, why });
      return true;
    }),
  };
}
