/** Integrations: pages for their screen, names for pickers, tests and deliveries. */
import type { Integration, IntegrationBrief, integrations as calls } from '@balcao/contract/endpoints/integrations';
import type { RequestInput } from '@balcao/contract/kernel/endpoint';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

/** Admins get complete rows. The briefs of other users have no `usedBy`; their screen is not this one. */
export function useIntegrationPages({ search, onlyFailing }: { search: string; onlyFailing: boolean }) {
  useRefetchOnTopic('queueIntegration', 'integrations');
  const query = { searchParam: search, failing: onlyFailing ? ('true' as const) : ('false' as const) };
  return useInfiniteList({
    key: api.integrations.list.key({ query }),
    page: (pageNumber, signal) => api.integrations.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.queueIntegrations.filter((row): row is Integration => 'usedBy' in row),
  });
}

/** The row of the list until the server's own answer arrives. */
export const useIntegration = (row: Integration) =>
  useQuery({ ...api.integrations.show.query({ params: { id: row.id } }), placeholderData: row });

/** Names and types of all integrations, for fields that choose one. */
export function useIntegrationPicks({ enabled = true } = {}) {
  useRefetchOnTopic('queueIntegration', 'integrations');
  return useQuery({ queryKey: [...api.integrations.list.key({ query: {} }), 'picks'], queryFn: fetchAll, enabled });
}

/** Page after page; the number of a company's integrations is bounded. */
async function fetchAll({ signal }: { signal: AbortSignal }): Promise<IntegrationBrief[]> {
  const picks: IntegrationBrief[] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await api.integrations.list({ query: { pageNumber } }, { signal });
    picks.push(...page.queueIntegrations.map(({ id, name, type }) => ({ id, name, type })));
    if (!page.hasMore) return picks;
  }
}

export type IntegrationDraft = RequestInput<(typeof calls)['create']>['body'];
export const useSaveIntegration = () =>
  useChange(({ id, ...body }: IntegrationDraft & { id?: number | undefined }) =>
    id === undefined ? api.integrations.create({ body }) : api.integrations.update({ params: { id }, body }),
  );
export const useRemoveIntegration = () => useChange((id: number) => api.integrations.remove({ params: { id } }));
export const useRotateSecret = () => useChange((id: number) => api.integrations.rotateSecret({ params: { id } }));
/** A test also changes the breaker, so the rows are fetched again. */
export const useTestIntegration = () =>
  useChange(({ id, text }: { id: number; text?: string }) =>
    api.integrations.test({ params: { id }, body: text === undefined ? {} : { text } }),
  );
export const useTestSession = () =>
  useMutation({
    mutationFn: (body: RequestInput<(typeof calls)['testSession']>['body']) => api.integrations.testSession({ body }),
  });

/** How soon deliveries that are under way are read again. */
const UNDER_WAY_MS = 3000;
export function useDeliveries(id: number) {
  return useInfiniteQuery({
    queryKey: api.integrations.deliveries.key({ params: { id }, query: {} }),
    queryFn: ({ pageParam, signal }) =>
      api.integrations.deliveries(
        { params: { id }, query: pageParam === undefined ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.id : undefined),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(({ state: step }) => isUnderWay(step)))
        ? UNDER_WAY_MS
        : false,
  });
}
const isUnderWay = (state: string): boolean => state === 'queued' || state === 'calling';

export const useResendDelivery = (id: number) =>
  useChange((deliveryId: string) => api.integrations.resend({ params: { id, deliveryId } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'integrations') });
}
