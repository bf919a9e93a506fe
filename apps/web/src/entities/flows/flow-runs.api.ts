/** Conversations in flows: pages of runs, the path of one, the runs of a ticket, and the numbers of a flow. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export interface RunFilter {
  state: 'all' | 'live' | 'ended' | 'failed' | 'dropped';
  /** Undefined: every version. */
  version: number | undefined;
  /** A part of the name or number of the contact; empty: everyone. */
  search: string;
}

/** Newest first, page by page. */
export function useFlowRuns(flowId: number, { state, version, search }: RunFilter) {
  const params = { id: flowId };
  const searchParam = search.trim();
  const query = { state, ...(version !== undefined && { version }), ...(searchParam !== '' && { searchParam }) };
  const pages = useInfiniteQuery({
    queryKey: [...api.flows.runs.key({ params, query }), 'endless'],
    queryFn: ({ pageParam: before, signal }) =>
      api.flows.runs({ params, query: before === null ? query : { ...query, before } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  return {
    runs: pages.data?.pages.flatMap(({ runs }) => runs),
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    isRefreshing: pages.isRefetching,
    more: () => void (pages.isFetching || pages.fetchNextPage()),
    refresh: () => void pages.refetch(),
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
  };
}

/** A live run goes on while it is shown. */
const LIVE_REFETCH_MS = 15_000;
export const useFlowRun = (id: number) =>
  useQuery({
    ...api.flows.run.query({ params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? LIVE_REFETCH_MS : false),
  });

/** For administrators only. */
export const useRunContents = (id: number) =>
  useQuery({ ...api.flows.runContents.query({ params: { id } }), staleTime: 0 });

export const useTicketRuns = (ticketId: number) =>
  useQuery({ ...api.flows.ticketRuns.query({ params: { id: ticketId } }), staleTime: 0 });

/** Steps are added up every minute. */
const STATS_REFETCH_MS = 60_000;
export const useFlowStats = (flowId: number, query: { from: string; to: string; version?: number }) =>
  useQuery({
    ...api.flows.stats.query({ params: { id: flowId }, query }),
    staleTime: 0,
    refetchInterval: STATS_REFETCH_MS,
  });
