/** Personal data: consents, data copies and erasure. */
import type { ConsentEntry, Erasure, PersonExport } from '@balcao/contract/endpoints/privacy';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type { ConsentEntry, Erasure, PersonExport };
export interface DataSubject {
  id: number;
  name: string;
}
/** Progress of a running export or erasure. */
const POLL_INTERVAL_MS = 1000;

export const useConsents = (contactId: number) =>
  useQuery({ ...api.privacy.consents.query({ params: { id: contactId } }), staleTime: 0 });

export function useWithdraw(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => api.privacy.withdraw({ params: { id: contactId }, body: { reason } }),
    onSuccess: (consents) =>
      client.setQueryData<ConsentEntry[]>(api.privacy.consents.key({ params: { id: contactId } }), consents),
  });
}

export const isExportRunning = ({ state }: PersonExport): boolean => state === 'waiting' || state === 'making';

export const usePersonExports = (contactId: number) =>
  useQuery({
    ...api.privacy.exports.query({ params: { id: contactId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isExportRunning) ? POLL_INTERVAL_MS : false),
  });

export function useCreateExport(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.privacy.makeExport({ params: { id: contactId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.privacy.exports.key({ params: { id: contactId } }) }),
  });
}

export function useErase(contactId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.privacy.erase({ params: { id: contactId }, body: { name } }),
    onSuccess: (erasure) => {
      client.setQueryData<Erasure>(api.privacy.erasure.key({ params: { id: erasure.id } }), erasure);
      void client.invalidateQueries({ queryKey: api.privacy.erasures.key() });
    },
  });
}

export const useErasure = (id: number) =>
  useQuery({
    ...api.privacy.erasure.query({ params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'done' ? false : POLL_INTERVAL_MS),
  });

export const useReceipts = (pageNumber: number) =>
  useQuery({ ...api.privacy.erasures.query({ query: { pageNumber: String(pageNumber) } }), staleTime: 0 });
