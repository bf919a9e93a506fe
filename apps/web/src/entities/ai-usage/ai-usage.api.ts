/** What AI costs: the report of a company, its ceilings, and the prices of the platform. */
import type { AiCeilings, AiCeilingState, AiFigures, AiPrice } from '@balcao/contract/endpoints/ai-usage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';

export type { AiCeilings, AiCeilingState, AiFigures, AiPrice };

/** Without days: this month. */
export const useAiReport = (range: { from?: string; to?: string }) =>
  useQuery({ ...api.aiUsage.report.query({ query: range }), placeholderData: (previous) => previous });

export const useCeilings = () => useQuery(api.aiUsage.ceilings.query());
export function useSetCeilings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AiCeilings) => api.aiUsage.setCeilings({ body }),
    onSuccess: () => invalidateModule(client, 'aiUsage'),
  });
}

export const usePrices = () => useQuery(api.aiUsage.prices.query());
/** Changes the list as it is now: another super user may have changed it since it was read. */
export function useChangePrices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: (prices: AiPrice[]) => AiPrice[]) => {
      const { prices } = await api.aiUsage.prices();
      return api.aiUsage.setPrices({ body: { prices: change(prices) } });
    },
    onSuccess: () => invalidateModule(client, 'aiUsage'),
  });
}
