/** News against answers: an answer that was on its way when something was told may be older than what was told. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Lays news into what is shown, and once more into the answer that is just being fetched. */
export function patchCache<Data>(client: QueryClient, queryKey: QueryKey, change: (cached: Data) => Data): void {
  const apply = () => void client.setQueryData<Data>(queryKey, (cached) => cached && change(cached));
  apply();
  afterFetch(client, queryKey, apply);
}

/** For what was not told: asks again for everything, and for what is just being fetched as soon as it has come. */
export function refetchAll(client: QueryClient): void {
  for (const { queryKey } of client.getQueryCache().findAll({ fetchStatus: 'fetching' }))
    refetchAfterFetch(client, queryKey);
  // To break off what is under way would only make everyone wait longer.
  void client.invalidateQueries({}, { cancelRefetch: false });
}

/** Once more when the answer has come that is on its way; a page that somebody scrolled to is not broken off for it. */
export function refetchAfterFetch(client: QueryClient, queryKey: QueryKey): void {
  afterFetch(client, queryKey, () => {
    if (client.getQueryState(queryKey)?.fetchStatus === 'fetching') refetchAfterFetch(client, queryKey);
    else void client.invalidateQueries({ queryKey, exact: true });
  });
}

function afterFetch(client: QueryClient, queryKey: QueryKey, then: () => void): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus !== 'fetching') return;
  // Its own answer is laid down first: this waits for the same promise, and asked for it later.
  void query.promise?.then(then, () => {});
}
