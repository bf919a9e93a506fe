/** Phrases of customers that start a flow. */
import type { Phrase, phrases as calls } from '@balcao/contract/endpoints/phrases';
import type { RequestInput } from '@balcao/contract/kernel/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export type { Phrase };

export function usePhrases(search: string) {
  useRefetchOnTopic('flowcampaign', 'phrases');
  // A phrase shows the name and the state of its flow.
  useRefetchOnTopic('flowbuilder', 'phrases');
  return useQuery({
    ...api.phrases.list.query({ query: { searchParam: search } }),
    placeholderData: (previous) => previous,
  });
}

export type PhraseDraft = RequestInput<(typeof calls)['create']>['body'];
export const useSavePhrase = () =>
  useChange(({ id, ...body }: PhraseDraft & { id?: number | undefined }): Promise<unknown> =>
    id === undefined ? api.phrases.create({ body }) : api.phrases.update({ body: { id, ...body } }),
  );
export const useSetPhraseStatus = () =>
  useChange((body: { id: number; status: boolean }) => api.phrases.update({ body }));
export const useRemovePhrase = () => useChange((id: number) => api.phrases.remove({ params: { id } }));

/** The phrases that a message would match; the first one starts its flow. */
export const useTryPhrase = () =>
  useMutation({
    mutationFn: (body: { text: string; whatsappId: number | null }) => api.phrases.try({ body }),
  });

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'phrases') });
}
