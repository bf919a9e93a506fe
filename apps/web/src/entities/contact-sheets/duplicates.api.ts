/** People who are probably one, and their becoming one. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, forget } from '../../lib/api.ts';

export type Why = 'number' | 'email' | 'name';

export const useDuplicates = () =>
  useInfiniteQuery({
    queryKey: ['contactSheets', 'duplicates'],
    queryFn: ({ pageParam, signal }) => api.contactSheets.duplicates({ query: { after: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    retry: false,
  });

interface Union {
  kept: Contact;
  gone: readonly Contact[];
}

/** One after the other: what was merged before a failure stays merged, and can be undone. */
export function useUnite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kept, gone, reason }: Union & { reason: string }) => {
      for (const { id } of gone) await api.contacts.merge({ params: { id: kept.id }, body: { otherId: id, reason } });
    },
    onSettled: () => Promise.all([forget(client, 'contacts'), forget(client, 'contactSheets')]),
  });
}

/** Parts again whoever was just united, and nobody who was before. */
export function usePart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kept, gone }: Union) => {
      const merges = await api.contacts.merges({ params: { id: kept.id } });
      const wanted = new Set(gone.map(({ id }) => id));
      for (const merge of merges.filter(({ goneId, mayUndo }) => mayUndo && wanted.has(goneId)))
        await api.contacts.undoMerge({ params: { id: merge.id } });
    },
    onSettled: () => Promise.all([forget(client, 'contacts'), forget(client, 'contactSheets')]),
  });
}

/**
 * They are not the same person; or that is taken back. The list stays as it was fetched, so that who was just told apart
 * can be put back from where it stood.
 */
export const useTellApart = () =>
  useMutation({
    mutationFn: ({ group, isTakenBack }: { group: readonly Contact[]; isTakenBack: boolean }) =>
      api.contactSheets[isTakenBack ? 'restore' : 'dismiss']({ body: { contactIds: group.map(({ id }) => id) } }),
  });
