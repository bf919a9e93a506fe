/** Deliveries for admins: queued and failed messages, and the history of each. */
import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { ResponseData } from '@balcao/contract/kernel/endpoint';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';
import { listOfPages } from '../../lib/infinite-list.ts';

type Page = ResponseData<Endpoints['messages']['deliveries']>;
export type Delivery = Page['messages'][number];
export interface DeliveryFilter {
  state: 'troubled' | 'all';
  connectionId: number | undefined;
}

const everyPage = api.messages.deliveries.key();
/** A busy company publishes many updates a second; the list is refetched at most this often. */
const REFETCH_INTERVAL_MS = 2000;

export function useDeliveries({ state, connectionId }: DeliveryFilter) {
  useDeliveryUpdates();
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
    ...listOfPages(
      pages,
      pages.data?.pages.flatMap((page) => page.messages),
    ),
    /** From the newest reply. */
    counts: pages.data?.pages[0]?.counts,
  };
}

export const useDeliveryHistory = (id: number) =>
  useQuery({ ...api.messages.life.query({ params: { id } }), staleTime: 0 });

export function useResend() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.messages.resend({ params: { id } }),
    onSuccess: (message) => {
      client.setQueriesData({ queryKey: everyPage }, (cached: Pages | undefined) => withDelivery(cached, message));
      return client.invalidateQueries({ queryKey: everyPage });
    },
  });
}

type Pages = InfiniteData<Page, unknown>;

/** A listed message shows its new state at once; everything else comes with the next fetch. */
function useDeliveryUpdates(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTopic('appMessage', (payload) => {
    if (payload.action !== 'delete')
      client.setQueriesData({ queryKey: everyPage }, (cached: Pages | undefined) =>
        withDelivery(cached, payload.message),
      );
    void client.invalidateQueries({ queryKey: api.messages.life.key({ params: { id: payload.message.id } }) });
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: everyPage });
    }, REFETCH_INTERVAL_MS);
  });
}

function withDelivery(cached: Pages | undefined, { id, delivery, failure }: Message): Pages | undefined {
  return (
    cached && {
      ...cached,
      pages: cached.pages.map((page) => ({
        ...page,
        messages: page.messages.map((message) => (message.id === id ? { ...message, delivery, failure } : message)),
      })),
    }
  );
}
