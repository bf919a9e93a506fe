/** Removals that the server performs in the background. */
import type { Removal } from '@balcao/contract/endpoints/removals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';

/** Running removals of a kind. One that is not counted yet usually ends within the request that asked for it. */
export function useRemovals(kinds: readonly Removal['kind'][]): readonly Removal[] {
  const client = useQueryClient();
  useTopic('removal', ({ removal }) =>
    client.setQueryData(api.removals.list.key(), (cached: { removals: Removal[] } | undefined) =>
      cached ? { removals: withUpdate(cached.removals, removal) } : cached,
    ),
  );
  const { data } = useQuery(api.removals.list.query());
  return data?.removals.filter(({ kind, total }) => kinds.includes(kind) && total !== null) ?? [];
}

const withUpdate = (removals: Removal[], update: Removal): Removal[] => {
  const others = removals.filter(({ id }) => id !== update.id);
  return update.state === 'running' ? [...others, update].sort((a, b) => a.id - b.id) : others;
};
