/** Reports: one page of rows with its totals, saved filters, and exports with their progress. */
import type {
  MessageDirection,
  ReportExport,
  ReportMessage,
  ReportRatings,
  ReportRow,
  ReportSummary,
  SavedReportFilter,
} from '@balcao/contract/endpoints/reports';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import type { DayRange } from '../../lib/days.ts';
import { listOfPages } from '../../lib/infinite-list.ts';
import { useTopic } from '../../lib/topics.tsx';
import type { ReportFilter } from './report-filter.ts';

export type {
  MessageDirection,
  ReportExport,
  ReportMessage,
  ReportRatings,
  ReportRow,
  ReportSummary,
  SavedReportFilter,
};

/** The totals follow the filter, not the page: the former ones stay while the next page loads. */
export const useReport = (filter: ReportFilter, page: number, pageSize: number) =>
  useQuery({
    ...api.reports.list.query({ query: { ...wireOf(filter), page: String(page), pageSize: String(pageSize) } }),
    placeholderData: keepPreviousData,
  });

/** The ratings of the rows of this filter. */
export const useReportRatings = (filter: ReportFilter) =>
  useQuery({ ...api.reports.ratings.query({ query: wireOf(filter) }), placeholderData: keepPreviousData });

function wireOf(filter: ReportFilter) {
  const { by, searchParam, contactId, dateFrom, dateTo, part, score, hour } = filter;
  return {
    by,
    dateFrom,
    dateTo,
    ...(searchParam !== '' && { searchParam }),
    ...(contactId !== null && { contactId: String(contactId) }),
    whatsappId: JSON.stringify(filter.whatsappIds),
    users: JSON.stringify(filter.userIds),
    queueIds: JSON.stringify(filter.queueIds),
    tags: JSON.stringify(filter.tagIds),
    status: JSON.stringify(filter.status),
    onlyRated: filter.onlyRated ? ('true' as const) : ('false' as const),
    ...(part !== null && { part }),
    ...(score !== null && { score: String(score) }),
    ...(hour && { hour }),
  };
}

/** The messages that the numbers of these days count, page by page. */
export function useReportMessages({ from, to }: DayRange, direction: MessageDirection) {
  const query = { dateFrom: from, dateTo: to, direction };
  const pages = useInfiniteQuery({
    queryKey: [...api.reports.messages.key({ query }), 'endless'],
    queryFn: ({ pageParam, signal }) => api.reports.messages({ query: { ...query, after: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  return listOfPages(
    pages,
    pages.data?.pages.flatMap(({ messages }) => messages),
  );
}

export const useSavedFilters = () => useQuery(api.reports.filters.query());

export function useSaveFilter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name, filter }: { id?: number; name: string; filter: ReportFilter }) =>
      id === undefined
        ? api.reports.createFilter({ body: { name, filter } })
        : api.reports.updateFilter({ params: { id }, body: { name, filter } }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.reports.filters.key() }),
  });
}

export function useRemoveFilter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.reports.removeFilter({ params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: api.reports.filters.key() }),
  });
}

const POLL_MS = 2000;
const isUnfinished = ({ status }: ReportExport): boolean => status === 'waiting' || status === 'running';

/** The user's exports of the last day. Events of the socket announce progress; without one they are asked for. */
export function useExports(kind: ReportExport['kind']) {
  const client = useQueryClient();
  const key = api.reports.exports.key();
  useTopic('reportExport', ({ export: changed }) => {
    client.setQueryData<ReportExport[]>(key, (known) =>
      known?.map((one) => (one.id === changed.id ? { ...changed, url: changed.url ?? one.url } : one)),
    );
    // Only the reply of a request has the link to the file.
    if (changed.status === 'done') void client.invalidateQueries({ queryKey: key });
  });
  const { data = [], ...rest } = useQuery({
    ...api.reports.exports.query(),
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? POLL_MS : false),
  });
  return { exports: data.filter((one) => one.kind === kind), ...rest };
}

export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: ReportExport['kind']; filter: Partial<ReportFilter> }) => api.reports.export({ body }),
    onSuccess: (started) => {
      client.setQueryData<ReportExport[]>(api.reports.exports.key(), (known = []) => [
        started,
        ...known.filter(({ id }) => id !== started.id),
      ]);
    },
  });
}

export function useCancelExport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.reports.cancelExport({ params: { id } }),
    onSuccess: () => invalidateModule(client, 'reports'),
  });
}

/** The equations between the numbers of these days. */
export const useChecks = (dateFrom: string, dateTo: string) =>
  useQuery(api.dashboard.check.query({ query: { dateFrom, dateTo } }));
