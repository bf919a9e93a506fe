/** Health of the whole installation, for super users. */
import type { BackupRun, DoctorCheck, DoctorReport } from '@balcao/contract/endpoints/doctor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type { BackupRun, DoctorCheck, DoctorReport };

const REFETCH_INTERVAL_MS = 30_000;

export const useDoctor = () => useQuery({ ...api.doctor.show.query(), refetchInterval: REFETCH_INTERVAL_MS });

export function useCheckNow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.doctor.check(),
    onSuccess: (report) => client.setQueryData(api.doctor.show.key(), report),
  });
}

function useAction<Input = void>(act: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: api.doctor.show.key() }),
  });
}
export const useBackUpNow = () => useAction(() => api.doctor.backUp());
export const useConfirmRestored = () => useAction(() => api.doctor.confirmRestored());
export const useContinueSending = () => useAction(() => api.doctor.continueSending());
export const useConfirmMove = () => useAction((companyId: number) => api.doctor.confirmMove({ params: { companyId } }));
