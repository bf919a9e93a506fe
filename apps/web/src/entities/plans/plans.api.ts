/** Plans of the platform. */
import type { PlanDraft } from '@balcao/contract/endpoints/plans';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';

export const usePlans = () => useQuery(api.plans.all.query());

/** What paying companies bring a month, and the companies with limits of their own. */
export const usePlanRevenue = () => useQuery(api.platform.planRevenue.query());

export interface PlanLimits {
  users: number;
  connections: number;
  queues: number;
}
/** Companies that these limits would put over; asked only for limits that differ from the saved ones. */
export function usePlanImpact(id: number | undefined, limits: PlanLimits | undefined) {
  return useQuery({
    ...api.plans.impact.query({ params: { id: id ?? 0 }, query: limits ?? { users: 0, connections: 0, queues: 0 } }),
    enabled: id !== undefined && limits !== undefined,
    placeholderData: keepPreviousData,
  });
}

export const useSavePlan = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & z.output<typeof PlanDraft>) =>
    id === undefined ? api.plans.create({ body }) : api.plans.update({ params: { id }, body }),
  );
export const useRemovePlan = () => useChange((id: number) => api.plans.remove({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'plans') });
}
