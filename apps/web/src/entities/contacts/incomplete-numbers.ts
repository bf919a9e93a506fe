/** Numbers that were stored without their calling code, and their correction. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
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

const POLL_INTERVAL_MS = 1000;

/** The last correction of all numbers, with its progress while it is running. */
export function useNumberCorrection() {
  const query = useQuery({
    ...api.contacts.numberCorrection.query(),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.correction?.finishedAt === null ? POLL_INTERVAL_MS : false),
  });
  return query.data?.correction ?? null;
}

/** Starts the correction of all numbers on the server; it continues when the page is closed. */
export function useCorrectAllNumbers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (includesUncertain: boolean) => api.contacts.correctAllNumbers({ body: { includesUncertain } }),
    onSuccess: (correction) => client.setQueryData(api.contacts.numberCorrection.key(), { correction }),
  });
}

/** Fetches the contacts again after a correction. */
export function useRefreshContacts(): () => void {
  const client = useQueryClient();
  return () => void refresh(client);
}
