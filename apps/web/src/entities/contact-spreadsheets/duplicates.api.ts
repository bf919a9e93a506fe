/** Probable duplicates and their merging. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';

export const useDuplicates = () =>
  useInfiniteQuery({
    queryKey: ['contactSheets', 'duplicates'],
    queryFn: ({ pageParam, signal }) => api.contactSheets.duplicates({ query: { after: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    retry: false,
  });

interface MergeRequest {
  target: Contact;
  duplicates: readonly Contact[];
}

/** One after the other: merges done before a failure stay and can be undone. */
export function useMergeContacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ target, duplicates, reason }: MergeRequest & { reason: string }) => {
      for (const { id } of duplicates)
        await api.contacts.merge({ params: { id: target.id }, body: { otherId: id, reason } });
    },
    onSettled: () => Promise.all([invalidateModule(client, 'contacts'), invalidateModule(client, 'contactSheets')]),
  });
}

/** Undoes the merges just made, and no earlier ones. */
export function useUnmergeContacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ target, duplicates }: MergeRequest) => {
      const merges = await api.contacts.merges({ params: { id: target.id } });
      const duplicateIds = new Set(duplicates.map(({ id }) => id));
      for (const merge of merges.filter(({ goneId, mayUndo }) => mayUndo && duplicateIds.has(goneId)))
        await api.contacts.undoMerge({ params: { id: merge.id } });
    },
    onSettled: () => Promise.all([invalidateModule(client, 'contacts'), invalidateModule(client, 'contactSheets')]),
  });
}

/**
 * Marks contacts as not duplicates, or takes that back. The fetched list stays, so that a dismissed group can be
 * restored at its position.
 */
export const useDismissDuplicates = () =>
  useMutation({
    mutationFn: ({ group, isUndo }: { group: readonly Contact[]; isUndo: boolean }) =>
      api.contactSheets[isUndo ? 'restore' : 'dismiss']({ body: { contactIds: group.map(({ id }) => id) } }),
  });
