/** Keeps the cached chats and messages current. */
import type { TeamChat, TeamChatMessage } from '@balcao/contract/endpoints/team-chats';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { api, invalidateModule } from '../../lib/api.ts';
import { refetchAfterFetch } from '../../lib/cache-updates.ts';
import { useTopic } from '../../lib/topics.tsx';
import { messagesKey } from './team-chats.api.ts';

type ChatPage = { records: TeamChat[]; count: number; hasMore: boolean };
type MessagePage = { records: TeamChatMessage[]; count: number; hasMore: boolean };
type Listed = ChatPage | InfiniteData<ChatPage>;

/** Mounted once, in the shell. */
export function useTeamChatsLive(): void {
  const client = useQueryClient();
  useTopic('chat', (payload) => {
    switch (payload.action) {
      case 'new-message':
        addMessage(client, payload.newMessage);
        return replaceChat(client, payload.chat);
      case 'update':
        return replaceChat(client, payload.chat);
      case 'create':
        return void invalidateModule(client, 'teamChats');
      case 'delete':
        return dropChat(client, payload.id);
    }
  });
}

/** Messages that are missing in between are fetched; one that is there already is not added again. */
export function addMessage(client: QueryClient, message: TeamChatMessage): void {
  const key = messagesKey(message.chatId);
  // Messages that are being fetched may have been read before this one was stored.
  refetchAfterFetch(client, key);
  const pages = client.getQueryData<InfiniteData<MessagePage>>(key);
  const [newest, ...older] = pages?.pages ?? [];
  if (!pages || !newest) return;
  const last = newest.records.at(-1)?.seq ?? 0;
  if (message.seq <= last) return;
  if (message.seq > last + 1) return void client.invalidateQueries({ queryKey: key });
  const records = [...newest.records, message];
  client.setQueryData<InfiniteData<MessagePage>>(key, { ...pages, pages: [{ ...newest, records }, ...older] });
}

const listKey = api.teamChats.list.key({ query: {} }).slice(0, 2);

/** In every list; a chat that no list has yet makes them fetch. The last active one comes first. */
export function replaceChat(client: QueryClient, chat: TeamChat): void {
  client.setQueryData(api.teamChats.show.key({ params: { uuid: chat.uuid } }), chat);
  const lists = client.getQueriesData<Listed>({ queryKey: listKey });
  for (const [key, list] of lists) {
    if (!list) continue;
    if (!recordsOf(list).some(({ id }) => id === chat.id)) {
      void client.invalidateQueries({ queryKey: key });
      continue;
    }
    client.setQueryData<Listed>(
      key,
      mapRecords(list, (records) =>
        records
          .map((other) => (other.id === chat.id ? chat : other))
          .toSorted((a, b) => +(a.updatedAt < b.updatedAt) - +(a.updatedAt > b.updatedAt)),
      ),
    );
  }
}

export function dropChat(client: QueryClient, id: number): void {
  for (const [key, list] of client.getQueriesData<Listed>({ queryKey: listKey }))
    if (list)
      client.setQueryData<Listed>(
        key,
        mapRecords(list, (records) => records.filter((chat) => chat.id !== id)),
      );
  client.removeQueries({ queryKey: messagesKey(id) });
}

const recordsOf = (list: Listed): TeamChat[] =>
  'pages' in list ? list.pages.flatMap(({ records }) => records) : list.records;

const mapRecords = (list: Listed, change: (records: TeamChat[]) => TeamChat[]): Listed =>
  'pages' in list
    ? { ...list, pages: list.pages.map((page) => ({ ...page, records: change(page.records) })) }
    : { ...list, records: change(list.records) };
