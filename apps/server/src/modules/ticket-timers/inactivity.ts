import { after, formatTimerReason, decideIdle } from '@balcao/domain/assignment/timers';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { AutoMessages } from '../messages/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { SweepHandler } from './sweep.ts';

export interface InactivityDeps {
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
  sendAutoMessage: AutoMessages['sendText'];
}

/** What ends, or finds its queue, because nobody did anything about it in time. */
export function createInactivity({ clock, connections, tickets, sendAutoMessage }: InactivityDeps) {
  /** The ticket, held, and its connection while something can be said over it. */
  const withLockedTicket =
    (work: (tx: Tx, ticket: TicketRow, connection: FullConnection) => Promise<boolean>): SweepHandler =>
    async (tx, id) => {
      const ticket = await tickets.lock(tx, id);
      if (!ticket || ticket.connectionId === null) return false;
      const connection = await connections.inTx.find(tx, ticket.connectionId);
      return connection?.status === 'CONNECTED' ? work(tx, ticket, connection) : false;
    };

  return {
    /** Warned first where a warning is wished for, closed when nothing came of it. */
    inactive: withLockedTicket(async (tx, ticket, connection) => {
      const now = clock.now();
      const step = decideIdle(ticket, connection, now);
      if (step.type === 'nothing') return false;
      if (step.type === 'close') {
        await sendAutoMessage(tx, ticket, connection.expiresInactiveMessage, null, 'expired');
        const reason = formatTimerReason('inactivityClosed', step.dueAt, now);
        await tickets.command(tx, ticket, { type: 'close', by: 'clock', farewell: false, reason });
        return true;
      }
      const wasSent = await sendAutoMessage(tx, ticket, connection.inactiveMessage, null, 'inactive');
      // After the words: whatever is said takes the mark away.
      await tickets.set(tx, ticket.id, { warnedAt: now });
      if (wasSent) {
        const reason = formatTimerReason('inactivityWarned', step.dueAt, now);
        await tickets.appendLog(tx, ticket.id, [{ type: 'chatBot', userId: null, queueId: ticket.queueId, reason }]);
      }
      return true;
    }),

    /** Who was asked how it was, and did not say: the farewell, and no rating. */
    unrated: withLockedTicket(async (tx, ticket, { ratingExpiresMinutes }) => {
      const now = clock.now();
      const dueAt = after(ticket.updatedAt, ratingExpiresMinutes);
      if (ticket.status !== 'nps' || ratingExpiresMinutes === 0 || dueAt > now) return false;
      const reason = formatTimerReason('ratingExpired', dueAt, now);
      await tickets.command(tx, ticket, { type: 'close', by: 'clock', farewell: true, reason });
      return true;
    }),

    /** Who chose no queue in time gets the one that is meant for them. Nothing is said. */
    unqueued: withLockedTicket(async (tx, ticket, { redirectMinutes, redirectQueueId }) => {
      const now = clock.now();
      const dueAt = after(ticket.updatedAt, redirectMinutes);
      const isWaiting = ticket.status === 'pending' && ticket.queueId === null && ticket.importedAt === null;
      if (!isWaiting || redirectMinutes === 0 || redirectQueueId === null || dueAt > now) return false;
      const reason = formatTimerReason('redirectedUnqueued', dueAt, now);
      const { userId } = ticket;
      await tickets.command(tx, ticket, { type: 'place', queueId: redirectQueueId, userId, redirected: true, reason });
      return true;
    }),
  };
}
