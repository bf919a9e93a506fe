/** Queues in the company's order. There are few, so the list is loaded whole. */
import type { Queue, QueueDraft } from '@balcao/contract/endpoints/queues';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export function useQueues() {
  useRefetchOnTopic('queue', 'queues');
  return useQuery(api.queues.list.query());
}

/** For new records: the only queue of a company need not be chosen. Empty while the queues are not loaded. */
export function useOnlyQueueIds(): number[] {
  const queues = useQueryClient().getQueryData<Queue[]>(api.queues.list.key()) ?? [];
  return queues.length === 1 ? queues.map(({ id }) => id) : [];
}

/** A queue with its options. Always fetched, because a form must not start from an outdated list. */
export function useQueue(id: number | undefined) {
  return useQuery({
    ...api.queues.show.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

type Draft = z.input<typeof QueueDraft>;

export const useSaveQueue = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & Draft) =>
    id === undefined ? api.queues.create({ body }) : api.queues.update({ params: { id }, body }),
  );

export const useRemoveQueue = () => useChange((id: number) => api.queues.remove({ params: { id } }));

/** Saves the new order: shown at once, sent for the queues whose position changed. */
export function useOrderQueues() {
  const client = useQueryClient();
  const key = api.queues.list.key();
  return useMutation({
    mutationFn: async (queues: readonly Queue[]) => {
      for (const [at, { id, orderQueue }] of queues.entries())
        if (orderQueue !== at + 1) await api.queues.update({ params: { id }, body: { orderQueue: at + 1 } });
    },
    onMutate: async (queues) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<Queue[]>(
        key,
        queues.map((queue, at) => ({ ...queue, orderQueue: at + 1 })),
      );
    },
    onSettled: () => invalidateModule(client, 'queues'),
  });
}

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'queues') });
}
