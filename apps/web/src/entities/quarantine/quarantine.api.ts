/** Received messages that could not be processed: the list for admins, and their decisions. */
import type { QuarantinedItem } from '@balcao/contract/endpoints/quarantine';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { listOfPages } from '../../lib/infinite-list.ts';

export type { QuarantinedItem };

const everyPage = api.quarantine.list.key();
/** No event announces new items. */
const REFETCH_INTERVAL_MS = 60_000;

export function useQuarantine(connectionId: number | undefined) {
  const query = connectionId === undefined ? {} : { connectionId };
  const pages = useInfiniteQuery({
    queryKey: [...api.quarantine.list.key({ query }), 'endless'],
    queryFn: ({ pageParam, signal }) =>
      api.quarantine.list({ query: { ...query, ...(pageParam === null ? {} : { before: pageParam }) } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? last.items.at(-1)?.id : undefined),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  return {
    ...listOfPages(
      pages,
      pages.data?.pages.flatMap((page) => page.items),
    ),
    count: pages.data?.pages[0]?.count,
  };
}

/** For the alert on every screen: only for users who can act, and not with an expired subscription. */
export function useQuarantineCount(): number {
  const canManage = useCan('settings.manage');
  const { actor } = useSession();
  const { data } = useQuery({
    ...api.quarantine.list.query({ query: {} }),
    enabled: canManage && !actor.overdue,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  return data?.count ?? 0;
}

/** A change of the list; it is fetched again, also when another user was faster. */
function useDecision<Args, Result>(decide: (args: Args) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSettled: () => client.invalidateQueries({ queryKey: everyPage }),
  });
}
export const usePutBack = () => useDecision((id: number) => api.quarantine.putBack({ params: { id } }));
export const useDiscard = () => useDecision((id: number) => api.quarantine.remove({ params: { id } }));
/** Repeats the request until nothing is left that can be put back. Returns the number of items. */
export const usePutBackAll = () =>
  useDecision(async (_: void) => {
    let total = 0;
    for (;;) {
      const { count, left } = await api.quarantine.putBackAll();
      total += count;
      if (left === 0) return total;
    }
  });
