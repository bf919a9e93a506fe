/** The life of messages, for admins: what is under way, what went wrong, and how each one came to be where it is. */
import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Received } from '@balcao/contract/kernel/endpoint';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useLive } from '../../lib/live.tsx';

type Page = Received<Endpoints['messages']['deliveries']>;
export type Delivery = Page['messages'][number];
export interface DeliveryFilter {
  state: 'troubled' | 'all';
  connectionId: number | undefined;
}

const everyPage = api.messages.deliveries.key();
/** A busy company tells of many messages a second; the list is fetched again no oftener than this. */
const FETCH_AGAIN_MS = 2000;

export function useDeliveries({ state, connectionId }: DeliveryFilter) {
  useDeliveryNews();
  const query = { state, ...(connectionId === undefined ? {} : { connectionId }) };
  const pages = useInfiniteQuery({
    queryKey: [...api.messages.deliveries.key({ query }), 'endless'],
    queryFn: ({ pageParam, signal }) =>
      api.messages.deliveries(
        { query: { ...query, ...(pageParam === null ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? last.messages.at(-1)?.id : undefined),
  });
  return {
    rows: pages.data?.pages.flatMap((page) => page.messages) ?? [],
    /** Of the newest answer. */
    counts: pages.data?.pages[0]?.counts,
    hasMore: pages.hasNextPage,
    more: () => void (pages.isFetching || pages.fetchNextPage()),
    loading: pages.isPending || pages.isFetchingNextPage,
    error: pages.error,
    retry: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
  };
}

export const useMessageLife = (id: number) =>
  useQuery({ ...api.messages.life.query({ params: { id } }), staleTime: 0 });

export function useResend() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.messages.resend({ params: { id } }),
    onSuccess: (message) => {
      client.setQueriesData({ queryKey: everyPage }, (known: Pages | undefined) => withDelivery(known, message));
      return client.invalidateQueries({ queryKey: everyPage });
    },
  });
}

type Pages = InfiniteData<Page, unknown>;

/** A message on screen shows its new state at once; what else changed comes with the next fetch. */
function useDeliveryNews(): void {
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  useLive('appMessage', (told) => {
    if (told.action !== 'delete')
      client.setQueriesData({ queryKey: everyPage }, (known: Pages | undefined) => withDelivery(known, told.message));
    void client.invalidateQueries({ queryKey: api.messages.life.key({ params: { id: told.message.id } }) });
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void client.invalidateQueries({ queryKey: everyPage });
    }, FETCH_AGAIN_MS);
  });
}

function withDelivery(known: Pages | undefined, { id, delivery, failure }: Message): Pages | undefined {
  return (
    known && {
      ...known,
      pages: known.pages.map((page) => ({
        ...page,
        messages: page.messages.map((message) => (message.id === id ? { ...message, delivery, failure } : message)),
      })),
    }
  );
}
