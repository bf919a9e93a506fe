/** The report of a campaign: totals, recipients by state, variants, and its file. */
import type { CampaignExport, CampaignReport, RecipientTab, Shipping } from '@balcao/contract/endpoints/campaigns';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, ApiError, invalidateModule } from '../../lib/api.ts';
import type { Language } from '../../lib/language.tsx';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export type { CampaignReport, RecipientTab, Shipping };

/** Progress arrives by socket; polling covers lost messages and receipts. */
const REFRESH_MS = 5000;

/** Live while the campaign runs, and once more five seconds after it finished, when the last receipts are in. */
export function useCampaignReport(id: number) {
  useRefetchOnTopic('campaign', 'campaigns');
  const client = useQueryClient();
  const report = useQuery({
    ...api.campaigns.report.query({ params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.campaign.status === 'EM_ANDAMENTO' ? REFRESH_MS : false),
  });
  const isFinished = report.data?.campaign.status === 'FINALIZADA';
  useEffect(() => {
    if (!isFinished) return undefined;
    const timer = setTimeout(() => void invalidateModule(client, 'campaigns'), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isFinished, client]);
  return report;
}

export function useRecipients(id: number, tab: RecipientTab, searchParam: string) {
  return useInfiniteQuery({
    queryKey: [...api.campaigns.recipients.key({ params: { id }, query: { tab, searchParam } }), 'endless'],
    queryFn: ({ pageParam, signal }) =>
      api.campaigns.recipients({ params: { id }, query: { tab, searchParam, after: pageParam } }, { signal }),
    initialPageParam: '0',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

export function useStopVariant(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { variant: number; isStopped: boolean }) => api.campaigns.stopVariant({ params: { id }, body }),
    onSuccess: () => invalidateModule(client, 'campaigns'),
  });
}

const POLL_INTERVAL_MS = 700;
/** Resolves with the link when the file is ready. */
export const useCampaignExport = (id: number) =>
  useMutation({
    mutationFn: async (body: { withNumbers: boolean; language: Language }): Promise<string> => {
      let file: CampaignExport = await api.campaigns.export({ params: { id }, body });
      while (file.status === 'waiting' || file.status === 'running') {
        await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
        file = await api.campaigns.exported({ params: { id: file.id } });
      }
      if (file.status === 'failed' || file.url === null) throw new ApiError(500, 'ERR_INTERNAL');
      return file.url;
    },
  });
