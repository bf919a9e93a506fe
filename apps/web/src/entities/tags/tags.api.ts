/** Tags: pages for the screen, options for choosers, lanes for the board. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TagDraft } from '@balcao/contract/endpoints/tags';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export type TagKind = 'tag' | 'lane';
const onWire = { tag: '0', lane: '1' } as const;

export function useTagPages(search: string, kind: TagKind = 'tag') {
  useRefetchOnTopic('tag', 'tags');
  const query = { searchParam: search, kanban: onWire[kind] };
  return useInfiniteList({
    key: api.tags.list.key({ query }),
    page: (pageNumber, signal) => api.tags.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.tags,
  });
}

export function useLanes({ enabled = true } = {}) {
  return useQuery({ ...api.tags.lanes.query(), enabled });
}

/** The order of the lanes on the board. Optimistic; if the server refuses, the old order returns. */
export function useOrderLanes() {
  const client = useQueryClient();
  const { queryKey } = api.tags.lanes.query();
  return useMutation({
    mutationFn: (laneIds: number[]) => api.tags.orderLanes({ body: { lanes: laneIds } }),
    onMutate: async (laneIds) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const positions = new Map(laneIds.map((id, at) => [id, at]));
      client.setQueryData(queryKey, (now) => now && { lista: now.lista.toSorted(byPosition(positions)) });
      return before;
    },
    onError: (_error, _laneIds, before) => client.setQueryData(queryKey, before),
    onSettled: () => invalidateModule(client, 'tags'),
  });
}
/** Lanes that are not named come last, as on the server. */
const byPosition = (positions: ReadonlyMap<number, number>) => (a: { id: number }, b: { id: number }) =>
  (positions.get(a.id) ?? positions.size) - (positions.get(b.id) ?? positions.size);

/** All tags by name, for choosers. */
export function useTagPicks({ enabled = true } = {}) {
  useRefetchOnTopic('tag', 'tags');
  return useQuery({ ...api.tags.pick.query({ query: { kanban: '0' } }), enabled });
}

/** Colors that are distinguishable in chips, in both themes. */
const COLORS = ['#2F9E44', '#F59F00', '#E8590C', '#E03131', '#D6336C', '#9C36B5', '#4263EB', '#1C7ED6', '#0C8599'];

/** A tag created where it is needed gets a random color. */
export const useNewTag = () =>
  useChange((name: string) =>
    api.tags.create({ body: { name, kanban: 0, color: COLORS[Math.floor(Math.random() * COLORS.length)]! } }),
  );

export const useSaveTag = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & z.output<typeof TagDraft>) =>
    id === undefined ? api.tags.create({ body }) : api.tags.update({ params: { id }, body }),
  );

export const useRemoveTag = () => useChange((id: number) => api.tags.remove({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'tags') });
}
