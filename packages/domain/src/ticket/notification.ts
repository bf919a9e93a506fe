import type { Actor } from '../policy/actor.ts';
import type { TicketStatus } from './ticket.ts';

/** What decides whether a customer's new message rings for somebody. */
export interface NotifiableTicket {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  /** Its connection treats groups as tickets. */
  groupAsTicket: boolean;
}
type Viewer = Pick<Actor, 'userId' | 'profile' | 'flags' | 'queueIds'>;

/**
 * Does a new message of this ticket ring for this person? Theirs or nobody's, in their queues (without queue: allTicket);
 * what waits only if the company wants it, groups only where they are treated as tickets and to those who may see them.
 */
export function isNotified(
  viewer: Viewer,
  settings: { showNotificationPending: boolean },
  ticket: NotifiableTicket,
): boolean {
  const isOwnOrUnassigned = ticket.userId === null || ticket.userId === viewer.userId;
  const isInQueues = ticket.queueId === null ? viewer.flags.has('allTicket') : viewer.queueIds.includes(ticket.queueId);
  const canSeeGroups = viewer.profile === 'admin' || viewer.flags.has('allowGroup');
  if (!isOwnOrUnassigned || !isInQueues || (ticket.isGroup && !canSeeGroups)) return false;
  switch (ticket.status) {
    case 'pending':
      return settings.showNotificationPending;
    case 'group':
      return ticket.groupAsTicket && canSeeGroups;
    case 'lgpd':
    case 'nps':
      return false;
    case 'open':
    case 'closed':
      return true;
  }
}
