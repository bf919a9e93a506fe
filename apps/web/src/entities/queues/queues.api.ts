/** Queues, in the order the company gave them. There are few, so the list comes whole. */
import type { QueueDraft } from '@balcao/contract/endpoints/queues';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, forget } from '../../lib/api.ts';
import { useFresh } from '../../lib/fresh.ts';

export function useQueues() {
  useFresh('queue', 'queues');
  return useQuery(api.queues.list.query());
}

type Draft = z.input<typeof QueueDraft>;

export const useSaveQueue = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & Draft) =>
    id === undefined ? api.queues.create({ body }) : api.queues.update({ params: { id }, body }),
  );

export const useRemoveQueue = () => useChange((id: number) => api.queues.remove({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => forget(client, 'queues') });
}
