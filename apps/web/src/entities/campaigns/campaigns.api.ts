/** Campaigns: pages for the list, one for its form, the check of a draft, and changes. */
import type {
  Campaign,
  CampaignCheck,
  CampaignConnection,
  CampaignDraft,
  Forecast,
} from '@balcao/contract/endpoints/campaigns';
import type { CampaignStatus, ResultFilter } from '@balcao/domain/campaign/campaign';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export type { Campaign, CampaignCheck, CampaignConnection, CampaignDraft, CampaignStatus, Forecast, ResultFilter };

export function useCampaignPages(search: string, status: CampaignStatus | undefined) {
  useRefetchOnTopic('campaign', 'campaigns');
  const query = { searchParam: search, ...(status && { status }) };
  return useInfiniteList({
    key: api.campaigns.list.key({ query }),
    page: (pageNumber, signal) => api.campaigns.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.records,
  });
}

/** Always fetched, because a form must not start from an outdated row. */
export function useCampaign(id: number | undefined) {
  return useQuery({
    ...api.campaigns.show.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** Connections with their health, today's budget and guards. */
export function useCampaignConnections() {
  useRefetchOnTopic('whatsapp', 'campaigns');
  return useQuery(api.campaigns.connections.query());
}

/** Who would receive a draft, with what text and until when. Changes nothing. */
export const useCampaignCheck = (draft: CampaignDraft & { id?: number | null }, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['campaigns', 'check', draft],
    queryFn: ({ signal }) => api.campaigns.check({ body: draft }, { signal }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });

export const useSaveCampaign = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & CampaignDraft) =>
    id === undefined ? api.campaigns.create({ body }) : api.campaigns.update({ params: { id }, body }),
  );
/** The attachment, to be copied; undefined without one. Fetched anew, because a link in a list expires. */
export async function downloadCampaignFile(id: number): Promise<File | undefined> {
  const { mediaUrl, mediaName } = await api.campaigns.show({ params: { id } });
  return mediaUrl === null ? undefined : downloadFile(mediaUrl, mediaName ?? '');
}

/** Replaces or removes the attachment. */
export const useChangeCampaignFile = () =>
  useChange(({ id, file }: { id: number; file: File | null }) =>
    file === null ? api.campaigns.detach({ params: { id } }) : api.campaigns.attach({ params: { id }, files: file }),
  );
export const useRemoveCampaign = () => useChange((id: number) => api.campaigns.remove({ params: { id } }));
export const useTestCampaign = () =>
  useMutation({
    mutationFn: (body: Parameters<typeof api.campaigns.test>[0]['body']) => api.campaigns.test({ body }),
  });

export type CampaignAction = 'cancel' | 'restart' | 'pause' | 'continue';
export const useCampaignAction = () =>
  useChange(({ id, action }: { id: number; action: CampaignAction }) => api.campaigns[action]({ params: { id } }));
export const useRepeatCampaign = () =>
  useChange(({ id, filter }: { id: number; filter: ResultFilter }) =>
    api.campaigns.repeat({ params: { id }, body: { filter } }),
  );
export const useSaveGuards = () =>
  useChange(({ id, ...body }: { id: number; failedPercent: number; optedOutPercent: number }) =>
    api.campaigns.saveGuards({ params: { id }, body }),
  );

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'campaigns') });
}
