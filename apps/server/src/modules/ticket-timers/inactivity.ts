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

/** Closes, warns or redirects tickets on which nothing happened in time. */
export function createInactivity({ clock, connections, tickets, sendAutoMessage }: InactivityDeps) {
  /** Runs `work` with the locked ticket while its connection is connected. */
  const withLockedTicket =
    (work: (tx: Tx, ticket: TicketRow, connection: FullConnection) => Promise<boolean>): SweepHandler =>
    async (tx, id) => {
      const ticket = await tickets.inTx.lock(tx, id);
      if (!ticket || ticket.connectionId === null) return false;
      const connection = await connections.inTx.find(tx, ticket.connectionId);
      return connection?.status === 'CONNECTED' ? work(tx, ticket, connection) : false;
    };

  return {
    /** Warns the customer first if the connection has a warning time, then closes. */
    inactive: withLockedTicket(async (tx, ticket, connection) => {
      const now = clock.now();
      const step = decideIdle(ticket, connection, now);
      if (step.type === 'nothing') return false;
      if (step.type === 'close') {
        await sendAutoMessage(tx, ticket, connection.expiresInactiveMessage, null, 'expired');
        const reason = formatTimerReason('inactivityClosed', step.dueAt, now);
        await tickets.inTx.command(tx, ticket, { type: 'close', by: 'clock', farewell: false, reason });
        return true;
      }
      const wasSent = await sendAutoMessage(tx, ticket, connection.inactiveMessage, null, 'inactive');
      // After the warning was sent: every saved message clears `warnedAt`.
      await tickets.inTx.set(tx, ticket.id, { warnedAt: now });
      if (wasSent) {
        const reason = formatTimerReason('inactivityWarned', step.dueAt, now);
        await tickets.inTx.appendLog(tx, ticket.id, [
          { type: 'chatBot', userId: null, queueId: ticket.queueId, reason },
        ]);
      }
      return true;
    }),

    /** The customer did not rate in time: closes with the farewell and without a rating. */
    unrated: withLockedTicket(async (tx, ticket, { ratingExpiresMinutes }) => {
      const now = clock.now();
      const dueAt = after(ticket.updatedAt, ratingExpiresMinutes);
      if (ticket.status !== 'nps' || ratingExpiresMinutes === 0 || dueAt > now) return false;
      const reason = formatTimerReason('ratingExpired', dueAt, now);
      await tickets.inTx.command(tx, ticket, { type: 'close', by: 'clock', farewell: true, reason });
      return true;
    }),

    /** The customer chose no queue in time: assigns the connection's redirect queue, without a message. */
    unqueued: withLockedTicket(async (tx, ticket, { redirectMinutes, redirectQueueId }) => {
      const now = clock.now();
      const dueAt = after(ticket.updatedAt, redirectMinutes);
      const isWaiting = ticket.status === 'pending' && ticket.queueId === null && ticket.importedAt === null;
      if (!isWaiting || redirectMinutes === 0 || redirectQueueId === null || dueAt > now) return false;
      const reason = formatTimerReason('redirectedUnqueued', dueAt, now);
      const { userId } = ticket;
      await tickets.inTx.command(tx, ticket, {
        type: 'assign',
        queueId: redirectQueueId,
        userId,
        redirected: true,
        reason,
      });
      return true;
    }),
  };
}
