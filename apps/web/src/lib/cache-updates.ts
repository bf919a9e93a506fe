/** Socket updates and fetches race: a reply that was under way during an update may be older than the update. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Patches the cached value now and, if the query is being fetched, again after the reply. */
export function patchCache<Data>(client: QueryClient, queryKey: QueryKey, change: (cached: Data) => Data): void {
  const apply = () => void client.setQueryData<Data>(queryKey, (cached) => cached && change(cached));
  apply();
  afterFetch(client, queryKey, apply);
}

/** For missed updates: refetches everything. Queries that are being fetched are fetched again afterwards. */
export function refetchAll(client: QueryClient): void {
  for (const { queryKey } of client.getQueryCache().findAll({ fetchStatus: 'fetching' }))
    refetchAfterFetch(client, queryKey);
  // Cancelling running fetches would only delay them.
  void client.invalidateQueries({}, { cancelRefetch: false });
}

/** Refetches when the running fetch has ended. The next page of a list that is being loaded is not cancelled. */
export function refetchAfterFetch(client: QueryClient, queryKey: QueryKey): void {
  afterFetch(client, queryKey, () => {
    if (client.getQueryState(queryKey)?.fetchStatus === 'fetching') refetchAfterFetch(client, queryKey);
    else void client.invalidateQueries({ queryKey, exact: true });
  });
}

function afterFetch(client: QueryClient, queryKey: QueryKey, then: () => void): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus !== 'fetching') return;
  // The query stores its reply first, because it subscribed to the same promise earlier.
  void query.promise?.then(then, () => {});
}
