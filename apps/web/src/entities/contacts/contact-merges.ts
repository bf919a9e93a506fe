/** Contacts that became one, and could become two again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { dropFromLists } from './contact-lists.ts';
import { keepContact } from './contacts.api.ts';

export const useMerges = (id: number) =>
  useQuery({ ...api.contacts.merges.query({ params: { id } }), staleTime: 0, retry: false });

export function useMergeContacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ keptId, goneId, reason }: { keptId: number; goneId: number; reason: string }) =>
      api.contacts.merge({ params: { id: keptId }, body: { otherId: goneId, reason } }),
    onSuccess: (kept, { goneId }) => {
      dropFromLists(client, goneId);
      keepContact(client, kept);
      void client.invalidateQueries({ queryKey: ['contacts', 'merges'] });
    },
  });
}

export function useUndoMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mergeId: number) => api.contacts.undoMerge({ params: { id: mergeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['contacts'] }),
  });
}
