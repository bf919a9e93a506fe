import {
  isListed,
  isUnreadOf,
  isWaitingElsewhere,
  type TicketListView,
  type Viewer,
} from '@balcao/domain/ticket/scope';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { countStore, MAX_COUNTED, type CountFilter, type TabCounts } from './counts.store.ts';
import type { TicketFilter } from './list.store.ts';
import type { CountedTicketGroup, CountedTickets } from './counted-tickets.ts';

type CountedFilter = Omit<TicketFilter, 'matchContacts' | 'hidesNumbers'>;

/** How many tickets a user's tabs list, counted in the index of counted tickets. */
export function createTabCounts(countedTickets: Pick<CountedTickets, 'groups'>) {
  return {
    async of(tx: Tx, viewer: Viewer, filter: CountFilter): Promise<TabCounts> {
      const groups = await countedTickets.groups(tx);
      return groups ? countTabs(groups, viewer, filter) : countStore.tabs(tx, viewer, filter);
    },
    /** The tickets on all pages of a list; undefined if the filter needs more than the index has. */
    async ofList(tx: Tx, viewer: Viewer, filter: CountedFilter): Promise<number | undefined> {
      const view = viewOf(filter);
      const groups = view && (await countedTickets.groups(tx));
      if (!groups) return undefined;
      let count = 0;
      for (const group of groups)
        if ((!filter.onlyUnread || group.hasUnread) && isListed(viewer, view, group)) count += group.count;
      return count;
    },
  };
}

function countTabs(groups: Iterable<CountedTicketGroup>, viewer: Viewer, filter: CountFilter): TabCounts {
  const counts: TabCounts = { open: 0, pending: 0, group: 0, unread: 0, waitingElsewhere: 0 };
  for (const group of groups) {
    const tab = tabOf(group);
    if (isListed(viewer, { ...filter, tab }, group)) counts[tab] += group.count;
    if (isUnreadOf(viewer, group)) counts.unread += group.count;
    if (isWaitingElsewhere(viewer, group)) counts.waitingElsewhere += group.count;
  }
  for (const name of Object.keys(counts) as (keyof TabCounts)[]) counts[name] = Math.min(counts[name], MAX_COUNTED);
  return counts;
}

/** The only tab that can list a counted ticket. */
const tabOf = ({ status }: CountedTicketGroup) => (status === 'open' || status === 'group' ? status : 'pending');

/** Undefined if a filter is set whose fields the index does not have. */
function viewOf({ tab, showAll, queueIds, ...filter }: CountedFilter): TicketListView | undefined {
  const { search, tagIds, userIds, connectionIds, statuses } = filter;
  if (tab !== 'open' && tab !== 'pending' && tab !== 'group') return undefined;
  if (search.trim() !== '' || [tagIds, userIds, connectionIds, statuses].some(({ length }) => length > 0))
    return undefined;
  return { tab, showAll, queueIds };
}
