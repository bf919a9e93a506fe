/** Flows: pages for their screen, one draft for the editor, and what nodes may refer to. */
import type { Flow } from '@balcao/contract/endpoints/flows';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { newKey } from '../../lib/new-key.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { upload } from '../../lib/upload.ts';

/** Admins get complete rows. The briefs of other users have no `usedBy`; their screen is not this one. */
export function useFlowPages(search: string, status: 'all' | 'active' | 'inactive') {
  useRefetchOnTopic('flowbuilder', 'flows');
  const query = { searchParam: search, status };
  return useInfiniteList({
    key: api.flows.list.key({ query }),
    page: (pageNumber, signal) => api.flows.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.flows.filter((flow): flow is Flow => 'usedBy' in flow),
  });
}

/** Fetched once: the editor starts from it and then only sends. */
export const useFlowDraft = (id: number) =>
  useQuery({ ...api.flows.draft.query({ params: { id } }), staleTime: Infinity, gcTime: 0 });

/** What the nodes of a flow may name. */
export const useFlowReferences = (id: number) =>
  useQuery({ ...api.flows.references.query({ params: { id } }), staleTime: 60_000 });

export const useCreateFlow = () => useFlowChange((body: { name: string }) => api.flows.create({ body }));
export const useRenameFlow = () =>
  useFlowChange((body: { name: string; flowId: number }) => api.flows.rename({ body }));
export const useDuplicateFlow = () => useFlowChange((flowId: number) => api.flows.duplicate({ body: { flowId } }));
export const useRemoveFlow = () => useFlowChange((id: number) => api.flows.remove({ params: { id } }));
export const useSetFlowActive = () =>
  useFlowChange(({ id, active }: { id: number; active: boolean }) =>
    api.flows.setActive({ params: { id }, body: { active } }),
  );
export const useImportFlow = () =>
  useFlowChange(({ name, file }: { name: string; file: File }) => api.flows.import({ body: { name }, files: file }));

const contentPath = '/flowbuilder/content';
/** Stores a file of a node and returns its stored name. */
export async function uploadFlowFile(file: File, onProgress?: (part: number) => void): Promise<string> {
  const form = new FormData();
  form.set('body', file.name);
  form.set('medias', file);
  const [name] = await upload<string[]>({
    path: contentPath,
    form,
    key: newKey(),
    ...(onProgress && { onProgress }),
  });
  if (name === undefined) throw new Error('ERR_INTERNAL');
  return name;
}

/** A change of flows; everything cached of them is fetched again. */
export function useFlowChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'flows') });
}
