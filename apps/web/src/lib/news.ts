/** News against answers: an answer that was on its way when something was told may be older than what was told. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Lays news into what is shown, and once more into the answer that is just being fetched. */
export function lay<Known>(client: QueryClient, queryKey: QueryKey, change: (known: Known) => Known): void {
  const now = () => void client.setQueryData<Known>(queryKey, (known) => known && change(known));
  now();
  afterFetching(client, queryKey, now);
}

/** For what was not told: asks again for everything, and for what is just being fetched as soon as it has come. */
export function askAgain(client: QueryClient): void {
  for (const { queryKey } of client.getQueryCache().findAll({ fetchStatus: 'fetching' }))
    afterFetching(client, queryKey, () => void client.invalidateQueries({ queryKey, exact: true }));
  // To break off what is under way would only make everyone wait longer.
  void client.invalidateQueries({}, { cancelRefetch: false });
}

function afterFetching(client: QueryClient, queryKey: QueryKey, then: () => void): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus !== 'fetching') return;
  // Its own answer is laid down first: this waits for the same promise, and asked for it later.
  void query.promise?.then(then, () => {});
}
