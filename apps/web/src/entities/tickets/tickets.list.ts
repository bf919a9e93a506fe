/** The ticket lists, page by page. The cache key contains the view, so that updates can be matched with it. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
} from '@tanstack/react-query';
import type { MessageHit } from '@balcao/contract/endpoints/messages';
import { useEffect, useMemo } from 'react';
import { api } from '../../lib/api.ts';
import { COUNTS } from './counts-key.ts';
import type { Ticket } from './tickets.api.ts';
import type { TicketList, ListView } from './tickets.updates.ts';

export type { MessageHit };

/** The server's page size. */
export const PAGE = 40;
/** The server's page size of a message search. */
const HITS = 30;
export const LISTS = ['tickets', 'list'] as const;

export type ListPages = InfiniteData<TicketList, number>;

const listQuery = (view: ListView) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, view] as const,
    queryFn: ({ pageParam, signal }): Promise<TicketList> =>
      api.tickets.list({ query: { ...wireOf(view), pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all, lastParam) => nextPage(last, all, lastParam),
  });

export function useTicketList(view: ListView, { enabled = true } = {}) {
  const list = useInfiniteQuery({ ...listQuery(view), enabled });
  const pages = list.data?.pages;
  const tickets = useMemo(() => uniqueTickets(pages ?? []), [pages]);
  return {
    tickets,
    count: pages?.[0]?.count ?? 0,
    isCountExact: pages?.[0]?.isCountExact ?? true,
    hasMore: list.hasNextPage,
    more: () => void (list.isFetching || list.fetchNextPage()),
    loading: list.isPending || list.isFetchingNextPage,
    error: list.error,
    retry: () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch()),
  };
}

/** The number of tickets on each tab for this user. */
export const useTicketCounts = ({ showAll, queueIds }: Pick<ListView, 'showAll' | 'queueIds'>) =>
  useQuery({
    queryKey: [...COUNTS, { showAll, queueIds }],
    queryFn: ({ signal }) =>
      api.tickets.counts({ query: { showAll: flag(showAll), queueIds: JSON.stringify(queueIds) } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The pending ticket that has waited longest. */
export async function nextWaiting({ showAll, queueIds }: Pick<ListView, 'showAll' | 'queueIds'>) {
  const query = { status: 'pending', sortTickets: 'ASC', queueIds: JSON.stringify(queueIds) } as const;
  const { tickets } = await api.tickets.list({ query: { ...query, showAll: flag(showAll) } });
  return tickets.find((ticket) => ticket.status === 'pending');
}

/** Messages that contain the search text, newest first. */
export function useMessageHits(view: ListView, { enabled }: { enabled: boolean }) {
  const results = useInfiniteQuery({
    queryKey: ['messages', 'search', view] as const,
    queryFn: ({ pageParam, signal }) => {
      // Searches everything the user can read: "all or mine" concerns only the list.
      const { searchParam, queueIds, tags, users, whatsapps } = wireOf(view);
      const query = { searchParam, queueIds, tags, users, whatsapps };
      return api.messages.search(
        { query: pageParam === undefined ? query : { ...query, cursor: pageParam } },
        { signal },
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
    enabled,
  });
  const pages = results.data?.pages;
  // A short page ended at the time limit of the search. It fills no screen that could be scrolled, so the next one is loaded.
  const isShort = (pages?.at(-1)?.hits.length ?? HITS) < HITS;
  const { hasNextPage, isFetching, isError, fetchNextPage } = results;
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [pages, isShort, hasNextPage, isFetching, isError, fetchNextPage]);
  const hits = useMemo(() => pages?.flatMap((page) => page.hits) ?? [], [pages]);
  return {
    hits,
    hasMore: hasNextPage,
    more: () => void (isFetching || fetchNextPage()),
    loading: results.isPending || results.isFetchingNextPage || (isShort && hasNextPage && !isError),
    error: results.error,
    retry: () => void (results.isFetchNextPageError ? results.fetchNextPage() : results.refetch()),
  };
}

/** Changes the rows of cached pages and cuts them into pages again, so that a refetch loads as many. */
export function repaged(pages: ListPages, change: (list: TicketList) => TicketList): ListPages {
  const first = pages.pages[0];
  const last = pages.pages.at(-1);
  if (!first || !last) return pages;
  const { count, isCountExact } = first;
  const before: TicketList = { tickets: uniqueTickets(pages.pages), count, isCountExact, hasMore: last.hasMore };
  const after = change(before);
  if (after === before) return pages;
  const cut = Math.max(1, Math.ceil(after.tickets.length / PAGE));
  return {
    pageParams: Array.from({ length: cut }, (_, at) => at + 1),
    pages: Array.from({ length: cut }, (_, at) => ({
      tickets: after.tickets.slice(at * PAGE, (at + 1) * PAGE),
      count: after.count,
      isCountExact: after.isCountExact,
      hasMore: at + 1 < cut || after.hasMore,
    })),
  };
}

/** Rows that came or went shift the page numbers: the next page is the one where the loaded rows end. */
export function nextPage(last: TicketList, all: readonly TicketList[], lastParam: number): number | undefined {
  if (!last.hasMore) return undefined;
  const loadedCount = uniqueTickets(all).length;
  const addedNothing = all.length > 1 && loadedCount === uniqueTickets(all.slice(0, -1)).length;
  return addedNothing ? lastParam + 1 : Math.floor(loadedCount / PAGE) + 1;
}

/** A row pushed onto the next page meanwhile would appear twice. */
function uniqueTickets(pages: readonly TicketList[]): readonly Ticket[] {
  if (pages.length === 1) return pages[0]!.tickets;
  const all = new Map<number, Ticket>();
  for (const page of pages) for (const ticket of page.tickets) if (!all.has(ticket.id)) all.set(ticket.id, ticket);
  return [...all.values()];
}

const flag = (on: boolean) => (on ? ('true' as const) : ('false' as const));

const wireOf = (view: ListView) => ({
  status: view.tab,
  searchParam: view.search,
  showAll: flag(view.showAll),
  queueIds: JSON.stringify(view.queueIds),
  tags: JSON.stringify(view.tagIds),
  users: JSON.stringify(view.userIds),
  whatsapps: JSON.stringify(view.connectionIds),
  statusFilter: JSON.stringify(view.statuses),
  sortTickets: view.oldestFirst ? ('ASC' as const) : ('DESC' as const),
});
