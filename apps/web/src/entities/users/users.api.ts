/** The company's users, as this user can see them. */
import type { User, UserBrief, UserChange, UserDraft } from '@balcao/contract/endpoints/access';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';

export function useUserPages(search: string) {
  useRefetchOnTopic('user', 'access');
  const query = { searchParam: search };
  return useInfiniteList({
    key: api.access.users.key({ query }),
    page: (pageNumber, signal) => api.access.users({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.users.filter(isFull),
  });
}

/** All users with few fields, for transfers. */
export function useColleagues({ enabled = true } = {}) {
  useRefetchOnTopic('user', 'access');
  return useQuery({ ...api.access.pickUsers.query(), enabled });
}

/** Always fetched, because a form must not start from an outdated list. */
export function useUser(id: number | undefined) {
  return useQuery({
    ...api.access.showUser.query({ params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export const isFull = (user: User | UserBrief): user is User => 'email' in user;

export const useCreateUser = () => useChange((body: z.input<typeof UserDraft>) => api.access.createUser({ body }));

export const useUpdateUser = () =>
  useChange(({ id, ...body }: { id: number } & z.input<typeof UserChange>) =>
    api.access.updateUser({ params: { id }, body }),
  );

export const useRemoveUser = () => useChange((id: number) => api.access.removeUser({ params: { id } }));

export const useSavePicture = () =>
  useChange(({ id, picture }: { id: number; picture: File }) =>
    api.access.pictureOfUser({ params: { id }, files: picture }),
  );

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'access') });
}
