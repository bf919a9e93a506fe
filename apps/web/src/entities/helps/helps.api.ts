/** Help videos of the platform. */
import type { Help, HelpDraft } from '@balcao/contract/endpoints/helps';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';

export type { Help, HelpDraft };

export const useHelps = () => useQuery(api.helps.pick.query());

export const useSaveHelp = () =>
  useChange(({ id, ...body }: HelpDraft & { id?: number | undefined }) =>
    id === undefined ? api.helps.create({ body }) : api.helps.update({ params: { id }, body }),
  );
export const useRemoveHelp = () => useChange((id: number) => api.helps.remove({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'helps') });
}
