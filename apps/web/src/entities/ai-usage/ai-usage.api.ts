/** What AI costs: the report of a company, its ceilings, and the prices of the platform. */
import type { AiCeilings, AiCeilingState, AiFigures, AiPrice } from '@balcao/contract/endpoints/ai-usage';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useCan } from '../../lib/session.tsx';
import { useTopic } from '../../lib/topics.tsx';

export type { AiCeilings, AiCeilingState, AiFigures, AiPrice };

/** Without days: this month. */
export const useAiReport = (range: { from?: string; to?: string }) =>
  useQuery({ ...api.aiUsage.report.query({ query: range }), placeholderData: (previous) => previous });

export function useCeilings({ enabled = true } = {}) {
  return useQuery({ ...api.aiUsage.ceilings.query(), enabled });
}
export function useSetCeilings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AiCeilings) => api.aiUsage.setCeilings({ body }),
    onSuccess: () => invalidateModule(client, 'aiUsage'),
  });
}

export interface CeilingNotice {
  ceiling: AiCeilingState['notices'][number]['ceiling'];
  percent: 80 | 100;
}
/** Called when admins are notified of a ceiling; the figures are read again. */
export function useCeilingNotices(onNotice: (notice: CeilingNotice) => void): void {
  const client = useQueryClient();
  useTopic('prompt', (payload) => {
    if (payload.action !== 'ceiling') return;
    void invalidateModule(client, 'aiUsage');
    onNotice(payload);
  });
}
/** The highest share of the month's ceiling that admins were notified of; only for users who can change it. */
export function useReachedShare(): 80 | 100 | undefined {
  const canManage = useCan('prompt.manage');
  const { data } = useCeilings({ enabled: canManage });
  const shares = data?.notices.filter(({ ceiling }) => ceiling === 'month').map(({ percent }) => percent) ?? [];
  const isStillReached = data !== undefined && data.monthCents !== null && isMost(data.spentMicros, data.monthCents);
  return isStillReached ? shares.toSorted((first, second) => second - first)[0] : undefined;
}

export const MICROS_PER_CENT = 10_000;
const MOST = 0.8;
export const isMost = (spentMicros: number, limitCents: number): boolean =>
  spentMicros >= limitCents * MICROS_PER_CENT * MOST;

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
