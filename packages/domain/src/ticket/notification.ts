import type { Actor } from '../policy/actor.ts';
import { isInScope, ticketScope, type ScopedTicket } from './scope.ts';
import type { TicketStatus } from './ticket.ts';

/** The part of a ticket that decides which users a customer's new message notifies. */
export interface NotifiableTicket extends ScopedTicket {
  status: TicketStatus;
  /** Whether its connection treats groups as tickets. */
  groupAsTicket: boolean;
}
type Viewer = Pick<Actor, 'userId' | 'profile' | 'flags' | 'queueIds'>;

/**
 * Whether a new message of this ticket notifies the viewer. The ticket is the viewer's own or unassigned, and in one of
 * the viewer's queues (without a queue: allTicket); administrators are no exception. Pending tickets notify only if the
 * company wants it, groups only if their connection treats them as tickets.
 */
export function isNotified(
  viewer: Viewer,
  settings: { showNotificationPending: boolean },
  ticket: NotifiableTicket,
): boolean {
  const scope = ticketScope(viewer);
  if (!isInScope(scope, ticket)) return false;
  const isOwnOrUnassigned = ticket.userId === null || ticket.userId === scope.userId;
  const isInQueues = ticket.queueId === null ? scope.withoutQueue : scope.queueIds.includes(ticket.queueId);
  if (!isOwnOrUnassigned || !isInQueues) return false;
  switch (ticket.status) {
    case 'pending':
      return settings.showNotificationPending;
    case 'group':
      return ticket.groupAsTicket && (scope.all || scope.groups);
    case 'lgpd':
    case 'nps':
      return false;
    case 'open':
    case 'closed':
      return true;
  }
}
