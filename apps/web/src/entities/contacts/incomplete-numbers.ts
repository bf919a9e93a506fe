/** Numbers that were stored without their calling code, and their correction in portions. */
import { useInfiniteQuery, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';

const listKey = ['contacts', 'incompleteNumbers'];

export const useIncompleteNumbers = () =>
  useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => api.contacts.incompleteNumbers({ query: { after: pageParam } }, { signal }),
    initialPageParam: '0',
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
    staleTime: 0,
    retry: false,
  });

const refresh = (client: QueryClient) =>
  Promise.all([invalidateModule(client, 'contacts'), invalidateModule(client, 'contactSheets')]);

/** Corrects the number of one contact. */
export function useCorrectNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (contactId: number) => api.contacts.correctNumbers({ body: { contactIds: [contactId] } }),
    onSettled: () => refresh(client),
  });
}

interface CorrectAll {
  /** Numbers that may be of another country, too. */
  includesUncertain: boolean;
  onProgress: (corrected: number) => void;
}

/** Corrects page by page. What was corrected stays if a later page fails, and the rest is found again. */
export function useCorrectAllNumbers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ includesUncertain, onProgress }: CorrectAll) => {
      let corrected = 0;
      for (let after: number | null = 0; after !== null;) {
        const page: Awaited<ReturnType<typeof api.contacts.incompleteNumbers>> = await api.contacts.incompleteNumbers({
          query: { after: String(after) },
        });
        const contactIds = page.contacts
          .filter(({ isUncertain }) => includesUncertain || !isUncertain)
          .map(({ contact }) => contact.id);
        if (contactIds.length > 0) corrected += (await api.contacts.correctNumbers({ body: { contactIds } })).corrected;
        onProgress(corrected);
        after = page.next;
      }
      return corrected;
    },
    onSettled: () => refresh(client),
  });
}
