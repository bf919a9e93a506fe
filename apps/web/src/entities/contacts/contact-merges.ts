/** Merged contacts, which can be separated again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const useMerges = (id: number) =>
  useQuery({ ...api.contacts.merges.query({ params: { id } }), staleTime: 0, retry: false });

export function useUndoMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mergeId: number) => api.contacts.undoMerge({ params: { id: mergeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['contacts'] }),
  });
}
