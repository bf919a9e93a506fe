/** Accesses of super users to a company: by super users for any company, by admins for their own. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';

/** No event reports an access, so the lists are asked again, and each time they are opened. */
const fresh = { refetchInterval: 30_000, staleTime: 0 };

export const useCompanySupport = (companyId: number) =>
  useQuery({ ...api.support.show.query({ params: { companyId } }), ...fresh });
export const useSupportAccesses = () => useQuery({ ...api.support.list.query(), ...fresh });

export function useEndSupport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.support.end({ params: { id } }),
    onSuccess: () => invalidateModule(client, 'support'),
  });
}

export function useStartSupport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ companyId, reason }: { companyId: number; reason: string }) =>
      api.support.start({ params: { companyId }, body: { reason } }),
    // The response holds a token: only the window that was opened for it keeps it.
    gcTime: 0,
    onSuccess: () => invalidateModule(client, 'support'),
  });
}
