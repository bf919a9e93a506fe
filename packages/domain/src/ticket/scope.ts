import type { Actor } from '../policy/actor.ts';
import type { TicketStatus } from './ticket.ts';

/** Which tickets an actor may read. Compute it once per request or socket. */
export interface TicketScope {
  userId: number;
  /** Administrators read every ticket; the other fields do not restrict them. */
  all: boolean;
  queueIds: readonly number[];
  /** Tickets without a queue (flag allTicket). */
  withoutQueue: boolean;
  /** Groups (flag allowGroup). */
  groups: boolean;
  /** Tickets assigned to other users (flag allUserChat). */
  assignedToOthers: boolean;
  /** Earlier tickets of other queues, in the history of a readable ticket (flag allHistoric). */
  otherQueuesHistory: boolean;
}
/** The part of a ticket that decides who may read it. */
export interface ScopedTicket {
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
}
type ScopeActor = Pick<Actor, 'userId' | 'profile' | 'flags' | 'queueIds'>;

export const ticketScope = ({ userId, profile, flags, queueIds }: ScopeActor): TicketScope => ({
  userId,
  all: profile === 'admin',
  queueIds,
  withoutQueue: flags.has('allTicket'),
  groups: flags.has('allowGroup'),
  assignedToOthers: flags.has('allUserChat'),
  otherQueuesHistory: flags.has('allHistoric'),
});

/** The rule of `ticket.read`. SQL and Socket.IO rooms of the server repeat it; apps/server/test/ticket-scope.test.ts compares them. */
export const isInScope = (scope: TicketScope, ticket: ScopedTicket): boolean =>
  scope.all ||
  ((!ticket.isGroup || scope.groups) &&
    (ticket.userId === scope.userId ||
      (hasQueue(scope, ticket) && (ticket.userId === null || ticket.isGroup || scope.assignedToOthers))));

const hasQueue = (scope: TicketScope, { queueId, isGroup }: ScopedTicket): boolean =>
  queueId === null ? scope.withoutQueue || isGroup : scope.queueIds.includes(queueId);

/**
 * The queues whose earlier tickets the history of a readable ticket shows; undefined: every queue. Null stands for
 * tickets without a queue.
 */
export const historyQueueIds = (scope: TicketScope, isGroup: boolean): (number | null)[] | undefined =>
  scope.all || scope.otherQueuesHistory
    ? undefined
    : [...scope.queueIds, ...(scope.withoutQueue || (isGroup && scope.groups) ? [null] : [])];

/** The part of a ticket that decides on which tabs it is listed. */
export interface ListedTicket extends ScopedTicket {
  status: TicketStatus;
  connectionId: number | null;
}
export type Tab = 'open' | 'pending' | 'group' | 'closed' | 'search';
export interface TicketListView {
  tab: Tab;
  /** As requested; ignored for actors who may not see tickets of others. */
  showAll: boolean;
  /** Queues selected in the filter. None: the user's own, or all for an administrator with `showAll`. */
  queueIds: readonly number[];
}
/** `connectionId`: the user's own connection; the group tab shows only its groups. */
export type Viewer = ScopeActor & { connectionId: number | null };

/** Whether a ticket is on a tab of the viewer's list. The list query of the server is tested against it. */
export function isListed(viewer: Viewer, view: TicketListView, ticket: ListedTicket): boolean {
  const scope = ticketScope(viewer);
  if (!isInScope(scope, ticket)) return false;
  const all = view.showAll && (scope.all || scope.assignedToOthers);
  const isOwn = ticket.userId === scope.userId;
  switch (view.tab) {
    case 'open':
      // The user's own tickets are listed whatever their queue, unless queues are selected.
      if (ticket.status !== 'open' || !(all || isOwn)) return false;
      return (!all && view.queueIds.length === 0) || isInQueues(scope, view, ticket, all);
    case 'pending':
      return (
        (ticket.status === 'pending' || (all && ticket.status === 'lgpd')) &&
        (all || ticket.userId === null || isOwn) &&
        isInQueues(scope, view, ticket, all)
      );
    case 'group':
      return (
        ticket.status === 'group' &&
        (scope.all || scope.groups) &&
        (ticket.queueId === null || isSelected(scope, view, ticket.queueId, all)) &&
        (viewer.connectionId === null || viewer.connectionId === ticket.connectionId)
      );
    case 'closed':
      return ticket.status === 'closed' && (all || isOwn);
    case 'search':
      return (all && scope.all) || isOwn;
  }
}

/** Whether a ticket is on the viewer's kanban board: the tabs open and pending, for administrators with `showAll`. */
export function isOnBoard(viewer: Viewer, queueIds: readonly number[], ticket: ListedTicket): boolean {
  if (ticket.status !== 'open' && ticket.status !== 'pending') return false;
  return isListed(viewer, { tab: ticket.status, showAll: viewer.profile === 'admin', queueIds }, ticket);
}

/** Whether a ticket counts among the unread ones of the viewer: the viewer's own and those the viewer could accept. */
export function isUnreadOf(viewer: Viewer, ticket: ListedTicket & { hasUnread: boolean }): boolean {
  const { status, userId, queueId } = ticket;
  if (!ticket.hasUnread || (status !== 'open' && status !== 'pending' && status !== 'group')) return false;
  const scope = ticketScope(viewer);
  if (!isInScope(scope, ticket)) return false;
  if (userId === scope.userId) return true;
  const isOwnQueue = queueId !== null && scope.queueIds.includes(queueId);
  if (status === 'group' && (scope.all || scope.groups) && (queueId === null || isOwnQueue)) return true;
  return userId === null && (queueId === null ? scope.withoutQueue : isOwnQueue);
}

/** Whether the viewer sees a waiting customer only with `showAll`: in a queue of others, or in no queue. */
export const isWaitingElsewhere = (viewer: Viewer, ticket: ListedTicket): boolean =>
  // For users who do not read every ticket, `showAll` shows no other queues.
  ticketScope(viewer).all &&
  ticket.status === 'pending' &&
  ticket.userId === null &&
  !isListed(viewer, { tab: 'pending', showAll: false, queueIds: [] }, ticket);

const isInQueues = (scope: TicketScope, view: TicketListView, ticket: ListedTicket, all: boolean): boolean =>
  ticket.queueId === null ? scope.withoutQueue || (all && scope.all) : isSelected(scope, view, ticket.queueId, all);
const isSelected = (scope: TicketScope, view: TicketListView, queueId: number, all: boolean): boolean => {
  if (view.queueIds.length > 0) return view.queueIds.includes(queueId);
  return (all && scope.all) || scope.queueIds.includes(queueId);
};
