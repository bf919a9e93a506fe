/** Prompts of language models with their knowledge: pages for the screen, one complete for its form, and try-outs. */
import type {
  KnowledgeEntry,
  Prompt,
  PromptTried,
  PromptUses,
  prompts as calls,
} from '@balcao/contract/endpoints/prompts';
import type { RequestInput } from '@balcao/contract/kernel/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { newKey } from '../../lib/new-key.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { upload } from '../../lib/upload.ts';

export type { Prompt, PromptTried, PromptUses };

/** Users who manage prompts get complete rows; the briefs of others are for pickers. */
export function usePromptPages(search: string) {
  useRefetchOnTopic('prompt', 'prompts');
  const query = { searchParam: search };
  return useInfiniteList({
    key: api.prompts.list.key({ query }),
    page: (pageNumber, signal) => api.prompts.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.prompts.filter((row): row is Prompt => 'usage' in row),
  });
}

/** Always fetched, because a form starts from it. */
export function usePrompt(id: number | undefined) {
  useRefetchOnTopic('prompt', 'prompts');
  return useQuery({
    ...api.prompts.show.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
}

export type PromptDraft = RequestInput<(typeof calls)['create']>['body'];
export const useSavePrompt = () =>
  useChange(({ id, ...body }: PromptDraft & { id?: number | undefined }) =>
    id === undefined ? api.prompts.create({ body }) : api.prompts.update({ params: { id }, body }),
  );
export const useRemovePrompt = () => useChange((id: number) => api.prompts.remove({ params: { id } }));

/** What uses the prompt, from the refusal to delete it. */
export function usesIn(error: unknown): PromptUses | undefined {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.code.startsWith('{')) return undefined;
  return JSON.parse(error.code) as PromptUses;
}

type TryInput = RequestInput<(typeof calls)['try']>['body'];
/** One turn with an invented customer. The cost is recorded, so usage is read again. */
export function useTryPrompt(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TryInput) => api.prompts.try({ params: { id }, body }),
    onSettled: () => invalidateModule(client, 'aiUsage'),
  });
}

export const useKnowledge = (promptId: number) => useQuery(api.prompts.knowledge.query({ params: { id: promptId } }));
export const useKnowledgeEntry = (promptId: number, entryId: number | undefined) =>
  useQuery({
    ...api.prompts.knowledgeEntry.query({ params: { id: promptId, entryId: entryId ?? 0 } }),
    enabled: entryId !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
export const useSaveKnowledge = (promptId: number) =>
  useChange(({ entryId, ...body }: { entryId?: number | undefined; title: string; text: string }) =>
    entryId === undefined
      ? api.prompts.addKnowledge({ params: { id: promptId }, body })
      : api.prompts.changeKnowledge({ params: { id: promptId, entryId }, body }),
  );
export const useRemoveKnowledge = (promptId: number) =>
  useChange((entryId: number) => api.prompts.removeKnowledge({ params: { id: promptId, entryId } }));

/** One file at a time, so that each has its own progress. */
export function useUploadKnowledge(promptId: number) {
  const client = useQueryClient();
  return async (file: File, onProgress: (part: number) => void): Promise<void> => {
    const form = new FormData();
    form.set('file', file);
    const key = newKey();
    await upload<KnowledgeEntry>({ path: `/prompt/${promptId}/knowledge/file`, form, key, onProgress });
    await invalidateModule(client, 'prompts');
  };
}

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'prompts') });
}
