import type { Actor } from '../policy/actor.ts';
import type { TicketStatus } from './ticket.ts';

/** What decides whether a ticket stands in somebody's list. */
export interface ListedTicket {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  connectionId: number | null;
}
export type Tab = 'open' | 'pending' | 'group' | 'closed' | 'search';
export interface TicketListView {
  tab: Tab;
  /** Asked for; honoured only for those who may. */
  showAll: boolean;
  /** Queues chosen in the filter. Nothing chosen: the person's own, or all for an admin who asks for all. */
  queueIds: readonly number[];
}
/** Besides what every rule knows: who is bound to one connection sees only its groups. */
export type Viewer = Pick<Actor, 'userId' | 'profile' | 'flags' | 'queueIds'> & { connectionId: number | null };

/** Does this ticket stand on this tab for this person? The server's list query and the sockets are held against it. */
export function isListed(viewer: Viewer, view: TicketListView, ticket: ListedTicket): boolean {
  const all = view.showAll && canSeeAll(viewer);
  if (!isInScope(viewer, ticket)) return false;
  switch (view.tab) {
    case 'open':
      // What one has in hand stands there whatever queue it is in; only a filter that was chosen takes it away.
      if (ticket.status !== 'open' || !(all || isOwn(viewer, ticket))) return false;
      return (!all && view.queueIds.length === 0) || isInQueues(viewer, view, ticket, all);
    case 'pending':
      return (
        (ticket.status === 'pending' || (all && ticket.status === 'lgpd')) &&
        (all || ticket.userId === null || isOwn(viewer, ticket)) &&
        isInQueues(viewer, view, ticket, all)
      );
    case 'group':
      return (
        ticket.status === 'group' &&
        canSeeGroups(viewer) &&
        (ticket.queueId === null || isChosen(viewer, view, ticket.queueId, all)) &&
        (viewer.connectionId === null || viewer.connectionId === ticket.connectionId)
      );
    case 'closed':
      return ticket.status === 'closed' && (all || isOwn(viewer, ticket));
    case 'search':
      return (all && isAdmin(viewer)) || isOwn(viewer, ticket);
  }
}

/** Does it stand on this person's board? What they have in hand and what waits for them; for admins whatever is alive. */
export function isOnBoard(viewer: Viewer, queueIds: readonly number[], ticket: ListedTicket): boolean {
  if (ticket.status !== 'open' && ticket.status !== 'pending') return false;
  return isListed(viewer, { tab: ticket.status, showAll: isAdmin(viewer), queueIds }, ticket);
}

const isAdmin = ({ profile }: Viewer): boolean => profile === 'admin';
const canSeeAll = (viewer: Viewer): boolean => isAdmin(viewer) || viewer.flags.has('allUserChat');
const canSeeGroups = (viewer: Viewer): boolean => isAdmin(viewer) || viewer.flags.has('allowGroup');
const isOwn = (viewer: Viewer, ticket: ListedTicket): boolean => ticket.userId === viewer.userId;
/** No filter shows what `ticket.read` refuses: only one's own and one's queues, and groups to those who may see them. */
const isInScope = (viewer: Viewer, ticket: ListedTicket): boolean => {
  if (isAdmin(viewer)) return true;
  if (ticket.isGroup && !canSeeGroups(viewer)) return false;
  if (isOwn(viewer, ticket)) return true;
  return ticket.queueId === null
    ? ticket.isGroup || viewer.flags.has('allTicket')
    : viewer.queueIds.includes(ticket.queueId);
};
const isInQueues = (viewer: Viewer, view: TicketListView, ticket: ListedTicket, all: boolean): boolean =>
  ticket.queueId === null
    ? viewer.flags.has('allTicket') || (all && isAdmin(viewer))
    : isChosen(viewer, view, ticket.queueId, all);
const isChosen = (viewer: Viewer, view: TicketListView, queueId: number, all: boolean): boolean => {
  if (view.queueIds.length > 0) return view.queueIds.includes(queueId);
  return (all && isAdmin(viewer)) || viewer.queueIds.includes(queueId);
};
