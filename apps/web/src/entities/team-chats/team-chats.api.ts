/** Team chats: pages for the list, one chat, its messages, and changes. */
import type { TeamChat, TeamChatDraft, TeamChatMessage } from '@balcao/contract/endpoints/team-chats';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { useInfiniteList } from '../../lib/infinite-list.ts';

export type { TeamChat, TeamChatDraft, TeamChatMessage };

export function useChatPages(search: string) {
  const query = { searchParam: search };
  return useInfiniteList({
    key: api.teamChats.list.key({ query }),
    page: (pageNumber, signal) => api.teamChats.list({ query: { ...query, pageNumber } }, { signal }),
    rows: (page) => page.records,
  });
}

/** Retrying cannot help: who is no member does not become one by asking again. */
export const useChat = (uuid: string | undefined) =>
  useQuery({
    ...api.teamChats.show.query({ params: { uuid: uuid ?? '' } }),
    enabled: uuid !== undefined,
    retry: false,
  });

export const messagesKey = (chatId: number) => [...api.teamChats.messages.key({ params: { id: chatId } }), 'endless'];

/** Messages, oldest first; older pages are fetched by the number of the oldest one. */
export function useChatMessages(chatId: number) {
  const pages = useInfiniteQuery({
    queryKey: messagesKey(chatId),
    queryFn: ({ pageParam, signal }) =>
      api.teamChats.messages(
        { params: { id: chatId }, query: pageParam === undefined ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.records[0]?.seq : undefined),
  });
  const all = pages.data?.pages.toReversed().flatMap(({ records }) => records) ?? [];
  return {
    messages: [...new Map(all.map((message) => [message.seq, message])).values()],
    hasOlder: pages.hasNextPage,
    loadOlder: () => void (pages.isFetching || pages.fetchNextPage()),
    isPending: pages.isPending,
    isFetching: pages.isFetching,
    error: pages.error,
    retry: () => void pages.refetch(),
  };
}

/** Messages with this text, newest first; older ones are fetched by the number of the oldest one found. */
export function useChatSearch(chatId: number, search: string) {
  const searchParam = search.trim();
  const pages = useInfiniteQuery({
    queryKey: [...api.teamChats.messages.key({ params: { id: chatId }, query: { searchParam } }), 'found'],
    queryFn: ({ pageParam, signal }) =>
      api.teamChats.messages(
        { params: { id: chatId }, query: { searchParam, ...(pageParam !== undefined && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.records[0]?.seq : undefined),
    enabled: searchParam.length > 1,
  });
  return {
    found: pages.data?.pages.flatMap(({ records }) => records.toReversed()),
    hasMore: pages.hasNextPage,
    loadMore: () => void pages.fetchNextPage(),
    isFetching: pages.isFetching,
    error: pages.error,
    retry: () => void pages.refetch(),
  };
}

export const useSaveChat = () =>
  useChange(({ id, ...body }: { id?: number | undefined } & TeamChatDraft) =>
    id === undefined ? api.teamChats.create({ body }) : api.teamChats.update({ params: { id }, body }),
  );
export const useRemoveChat = () => useChange((id: number) => api.teamChats.remove({ params: { id } }));

function useChange<V, R>(change: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => invalidateModule(client, 'teamChats') });
}

export const unreadsOf = (chat: TeamChat, userId: number): number =>
  chat.users.find((member) => member.userId === userId)?.unreads ?? 0;
