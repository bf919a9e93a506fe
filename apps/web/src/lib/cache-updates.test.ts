import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { refetchAll, patchCache } from './cache-updates.ts';

const key = ['settings', 'company'];

/** A query whose replies the test sends by hand. */
function startQuery() {
  const client = new QueryClient();
  const resolvers: ((value: Record<string, string>) => void)[] = [];
  const observer = new QueryObserver<Record<string, string>>(client, {
    queryKey: key,
    queryFn: () => new Promise((resolve) => resolvers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  const answer = async (at: number, value: Record<string, string>) => {
    resolvers[at]!(value);
    await new Promise((settled) => setTimeout(settled));
  };
  return { client, resolvers, answer, cachedData: () => client.getQueryData(key), stop };
}

describe('cache updates', () => {
  it('patches the first reply that was on its way', async () => {
    const { client, answer, cachedData, stop } = startQuery();
    patchCache<Record<string, string>>(client, key, (cached) => ({ ...cached, rating: 'on' }));
    expect(cachedData()).toBeUndefined();
    await answer(0, { rating: 'off', hours: 'off' });
    expect(cachedData()).toEqual({ rating: 'on', hours: 'off' });
    stop();
  });

  it('patches the cached value at once and again after a running refetch', async () => {
    const { client, answer, cachedData, stop } = startQuery();
    await answer(0, { rating: 'off' });
    void client.invalidateQueries({ queryKey: key });
    patchCache<Record<string, string>>(client, key, (cached) => ({ ...cached, rating: 'on' }));
    patchCache<Record<string, string>>(client, key, (cached) => ({ ...cached, rating: 'later' }));
    expect(cachedData()).toEqual({ rating: 'later' });
    await answer(1, { rating: 'off' });
    expect(cachedData()).toEqual({ rating: 'later' });
    stop();
  });

  it('refetches everything, also queries that were being fetched', async () => {
    const { client, resolvers, answer, cachedData, stop } = startQuery();
    refetchAll(client);
    expect(resolvers).toHaveLength(1);
    await answer(0, { rating: 'off' });
    expect(resolvers).toHaveLength(2);
    await answer(1, { rating: 'on' });
    expect(cachedData()).toEqual({ rating: 'on' });
    refetchAll(client);
    expect(resolvers).toHaveLength(3);
    stop();
  });

  it('waits for running fetches and cancels none', async () => {
    const { client, resolvers, answer, cachedData, stop } = startQuery();
    refetchAll(client);
    refetchAll(client);
    await answer(0, { rating: 'off' });
    // Both calls want to refetch: one does, the other waits for its reply.
    expect(resolvers).toHaveLength(2);
    await answer(1, { rating: 'on' });
    expect(cachedData()).toEqual({ rating: 'on' });
    stop();
  });
});
