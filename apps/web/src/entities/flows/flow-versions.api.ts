/** Published versions of a flow: their list, their documents, and returning to one of them. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';
import { useFlowChange } from './flows.api.ts';

/** Newest first, page by page. */
export function useFlowVersions(flowId: number) {
  const client = useQueryClient();
  // Saved drafts come every second while someone draws; they change no version.
  useTopic('flowbuilder', ({ action }) => {
    if (action !== 'draft') void client.invalidateQueries({ queryKey: ['flows', 'versions'] });
  });
  const params = { id: flowId };
  const pages = useInfiniteQuery({
    queryKey: [...api.flows.versions.key({ params }), 'endless'],
    queryFn: ({ pageParam: before, signal }) =>
      api.flows.versions({ params, query: before === null ? {} : { before } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ versions, hasMore }) => (hasMore ? versions.at(-1)?.number : undefined),
  });
  return {
    versions: pages.data?.pages.flatMap(({ versions }) => versions),
    error: pages.error,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    more: () => void (pages.isFetching || pages.fetchNextPage()),
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
  };
}

/** A published document never changes. */
export const useFlowVersion = (flowId: number, number: number, { enabled }: { enabled: boolean }) =>
  useQuery({
    ...api.flows.version.query({ params: { id: flowId, version: number } }),
    enabled,
    staleTime: Infinity,
  });

/** Fills the draft with a version. */
export const useRestoreVersion = (id: number) =>
  useFlowChange((body: { number: number; rev: number }) => api.flows.restore({ params: { id }, body }));
/** Publishes the content of a version again. */
export const useRollback = (id: number) =>
  useFlowChange((number: number) => api.flows.rollback({ params: { id }, body: { number } }));
/** Moves the conversations of earlier versions to the live one. */
export const useBringConversations = () => useFlowChange((id: number) => api.flows.bring({ params: { id } }));
