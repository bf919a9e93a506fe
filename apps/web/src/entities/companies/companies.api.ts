/** Companies of the platform, for super users. */
import type { ConnectionChange, ConnectionDraft } from '@balcao/contract/endpoints/connections';
import type { CompanyChange, CompanyDraft, companyFilters } from '@balcao/contract/endpoints/platform';
import type { ConnectionNotice } from '@balcao/contract/events/topics';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { listOfPages, uniqueById, useInfiniteList } from '../../lib/infinite-list.ts';
import { listen } from '../../lib/socket.ts';

/** Messages about connections of other companies are not sent again after a reconnect: now and then all are asked for. */
const CONNECTIONS_INTERVAL_MS = 60_000;
/** Sessions of many companies change together, such as after a restart: they are read once. */
const NOTICES_MS = 500;

export type CompanyFilter = (typeof companyFilters)[number];

export function useCompanyPages(search: string, which: CompanyFilter) {
  const query = { searchParam: search, which };
  return useInfiniteList({
    key: api.platform.companies.key({ query }),
    page: (pageNumber, signal) => api.platform.companies({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.companies,
  });
}
export const usePlatformNumbers = () => useQuery(api.platform.numbers.query());
export const useCompany = (companyId: number) => useQuery(api.platform.showCompany.query({ params: { companyId } }));
export const useCompanyUsage = (companyId: number) => useQuery(api.platform.usage.query({ params: { companyId } }));
export function useCompanyConnections(companyId: number) {
  const found = useQuery({
    ...api.platform.companyConnections.query({ params: { companyId } }),
    refetchInterval: CONNECTIONS_INTERVAL_MS,
  });
  useConnectionNotices((notice) => notice.companyId === companyId, found.refetch);
  return found;
}

/** Reads again after a connection of another company changed. */
function useConnectionNotices(concerns: (notice: ConnectionNotice) => boolean, refetch: () => unknown): void {
  const isConcerned = useEffectEvent(concerns);
  const onNotices = useEffectEvent(() => void refetch());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen('admin-whatsapp', (notice) => {
      if (!isConcerned(notice)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        onNotices();
      }, NOTICES_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}

export const useCreateCompany = () =>
  useChange((body: z.input<typeof CompanyDraft>) => api.platform.createCompany({ body }));
export const useChangeCompany = () =>
  useChange(({ companyId, ...body }: { companyId: number } & z.input<typeof CompanyChange>) =>
    api.platform.updateCompany({ params: { companyId }, body }),
  );
export const useRemoveCompany = () =>
  useChange(({ companyId, name }: { companyId: number; name: string }) =>
    api.platform.removeCompany({ params: { companyId }, query: { name } }),
  );
export const useRestoreCompany = () =>
  useChange((companyId: number) => api.platform.restoreCompany({ params: { companyId } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all([invalidateModule(client, 'platform'), invalidateModule(client, 'plans')]),
  });
}

/** Connections of the client companies, with the totals of all of them. */
export function useAllConnections(search: string, which: 'all' | 'troubled') {
  const query = { searchParam: search, which };
  const pages = useInfiniteQuery({
    queryKey: [...api.platform.connections.key({ query }), 'endless'],
    queryFn: ({ pageParam, signal }) =>
      api.platform.connections({ query: { ...query, ...(pageParam !== null && { after: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: CONNECTIONS_INTERVAL_MS,
  });
  useConnectionNotices(() => true, pages.refetch);
  return listOfPages(pages, uniqueById(pages.data?.pages.flatMap((page) => page.companies) ?? []));
}
export const useAddConnection = () =>
  useChange(({ companyId, ...body }: { companyId: number } & z.input<typeof ConnectionDraft>) =>
    api.platform.addConnection({ params: { companyId }, body }),
  );
export const useChangeConnection = () =>
  useChange(({ id, ...body }: { id: number } & z.input<typeof ConnectionChange>) =>
    api.platform.updateConnection({ params: { id }, body }),
  );
export const useStartSession = () => useChange((id: number) => api.platform.startSession({ params: { id } }));
export const useEndSession = () => useChange((id: number) => api.platform.endSession({ params: { id } }));
export const useRemoveConnection = () => useChange((id: number) => api.platform.removeConnection({ params: { id } }));

const QR_INTERVAL_MS = 2000;
/** The QR code of a session that this super user started; asked again until the phone is connected. */
export const useQrCode = (id: number, qrTicket: string) =>
  useQuery({
    ...api.platform.qrCode.query({ params: { id }, query: { qrTicket } }),
    refetchInterval: ({ state }) => (state.data?.status === 'CONNECTED' ? false : QR_INTERVAL_MS),
  });
