import type { Actor } from '../policy/actor.ts';
import type { TicketStatus } from './ticket.ts';

/** What decides whether a ticket stands in somebody's list. */
export interface Listed {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  connectionId: number | null;
}
export type Tab = 'open' | 'pending' | 'group' | 'closed' | 'search';
export interface View {
  tab: Tab;
  /** Asked for; honoured only for those who may. */
  showAll: boolean;
  /** Queues chosen in the filter; the person's own when nothing is chosen. */
  queueIds: readonly number[];
}
/** Besides what every rule knows: who is bound to one connection sees only its groups. */
export type Viewer = Pick<Actor, 'userId' | 'profile' | 'flags' | 'queueIds'> & { connectionId: number | null };

/** Does this ticket stand on this tab for this person? The server's list query and the sockets are held against it. */
export function isListed(viewer: Viewer, view: View, ticket: Listed): boolean {
  const all = view.showAll && maySeeAll(viewer);
  switch (view.tab) {
    case 'open':
      return ticket.status === 'open' && (all || isMine(viewer, ticket)) && isInQueues(viewer, view, ticket, all);
    case 'pending':
      return (
        (ticket.status === 'pending' || (all && ticket.status === 'lgpd')) &&
        (all || ticket.userId === null || isMine(viewer, ticket)) &&
        isInQueues(viewer, view, ticket, all)
      );
    case 'group':
      return (
        ticket.status === 'group' &&
        mayGroups(viewer) &&
        (ticket.queueId === null || view.queueIds.includes(ticket.queueId)) &&
        (viewer.connectionId === null || viewer.connectionId === ticket.connectionId)
      );
    case 'closed':
      return ticket.status === 'closed' && (all || isMine(viewer, ticket)) && groupsFit(viewer, ticket);
    case 'search':
      return (all && viewer.profile === 'admin') || (isMine(viewer, ticket) && groupsFit(viewer, ticket));
  }
}

const maySeeAll = ({ profile, flags }: Viewer): boolean => profile === 'admin' || flags.has('allUserChat');
const mayGroups = ({ profile, flags }: Viewer): boolean => profile === 'admin' || flags.has('allowGroup');
const isMine = (viewer: Viewer, ticket: Listed): boolean => ticket.userId === viewer.userId;
const groupsFit = (viewer: Viewer, ticket: Listed): boolean => !ticket.isGroup || mayGroups(viewer);
const isInQueues = (viewer: Viewer, view: View, ticket: Listed, all: boolean): boolean => {
  if (ticket.queueId === null) return viewer.flags.has('allTicket') || (all && viewer.profile === 'admin');
  return view.queueIds.includes(ticket.queueId);
};
