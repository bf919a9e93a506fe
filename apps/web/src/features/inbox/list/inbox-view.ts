/** What the list shows: tab, search and filters of the user, and the resulting query. */
import { can } from '@balcao/domain/policy/policy';
import { useMemo, useState } from 'react';
import type { Ticket } from '../../../entities/tickets/tickets.api.ts';
import type { ListView } from '../../../entities/tickets/tickets.updates.ts';
import { useSession } from '../../../lib/session.tsx';
import { useStored } from '../../../lib/stored.ts';

export const inboxTabs = ['open', 'pending', 'group', 'closed'] as const;
export type InboxTab = (typeof inboxTabs)[number];

/** With its name, so that its chip needs no further request. */
export interface Chosen {
  id: number;
  name: string;
  color?: string | null | undefined;
}
export interface Filters {
  queues: readonly Chosen[];
  tags: readonly Chosen[];
  connections: readonly Chosen[];
  users: readonly Chosen[];
  statuses: readonly InboxTab[];
}
export const noFilters: Filters = { queues: [], tags: [], connections: [], users: [], statuses: [] };

export const filterCount = (filters: Filters): number =>
  Object.values(filters).filter((chosen: readonly unknown[]) => chosen.length > 0).length;

/** Shorter texts occur in nearly every message, and no index finds them. */
const MIN_MESSAGE_SEARCH = 3;

export type InboxView = ReturnType<typeof useInboxView>;

export function useInboxView() {
  const { actor } = useSession();
  const [tab, setTab] = useState<InboxTab>('open');
  const [search, setSearch] = useState('');
  const [inMessages, setInMessages] = useState(false);
  const [filters, setFilters] = useState(noFilters);
  const [storedShowAll, setShowAll] = useStored(`balcao.inbox.showAll.${actor.userId}`, false);
  const [oldest, setOldestFirst] = useStored(`balcao.inbox.oldestFirst.${actor.userId}`, false);
  const canSeeAll = can(actor, 'ticket.see-all');
  const showAll = canSeeAll && storedShowAll;
  const tabs = useMemo(
    () => inboxTabs.filter((candidate) => candidate !== 'group' || can(actor, 'ticket.see-groups')),
    [actor],
  );

  const searchText = search.trim();
  // A status other than the tab's would empty every tab, so choosing one searches all of them.
  const isSearch = searchText !== '' || filters.statuses.length > 0;
  const sorts = !isSearch && tab !== 'closed';
  const list = useMemo(
    (): ListView => ({
      tab: isSearch ? 'search' : tab,
      showAll,
      search: searchText,
      oldestFirst: sorts && oldest,
      queueIds: filters.queues.map(idOf),
      tagIds: filters.tags.map(idOf),
      connectionIds: filters.connections.map(idOf),
      userIds: filters.users.map(idOf),
      statuses: filters.statuses,
    }),
    [isSearch, tab, showAll, searchText, sorts, oldest, filters],
  );

  return useMemo(
    () => ({
      tab,
      tabs,
      list,
      filters,
      search,
      inMessages,
      isSearch,
      /** A search text was typed: conversations and messages are shown as groups. */
      isGrouped: searchText !== '',
      /** The filter leaves only the messages. */
      searchesConversations: !inMessages,
      searchesMessages: inMessages || searchText.length >= MIN_MESSAGE_SEARCH,
      showAll,
      canSeeAll,
      oldestFirst: oldest,
      sorts,
      /** Leaves the search. */
      goTo: (next: InboxTab) => {
        setTab(next);
        setSearch('');
        if (filters.statuses.length > 0) setFilters({ ...filters, statuses: [] });
      },
      /** Shows the tab of a ticket that was accepted or reopened; a search stays. */
      follow: ({ status }: Pick<Ticket, 'status'>) => {
        const next = tabs.find((candidate) => candidate === status);
        if (next && !isSearch) setTab(next);
      },
      setSearch,
      setInMessages,
      setFilters,
      setShowAll,
      setOldestFirst,
      clear: () => {
        setSearch('');
        setFilters(noFilters);
      },
    }),
    [
      tab,
      tabs,
      list,
      filters,
      search,
      inMessages,
      isSearch,
      searchText,
      showAll,
      canSeeAll,
      oldest,
      sorts,
      setShowAll,
      setOldestFirst,
    ],
  );
}

const idOf = ({ id }: Chosen): number => id;
