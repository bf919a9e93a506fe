import { presentTeamChat, presentTeamChatMessage } from '../../modules/team-chats/index.ts';
import type { Modules } from '../modules.ts';
import { actionOf, type AudienceMessage, type BuildersOf } from './message-builders.ts';
import type { Audience } from './rooms.ts';

/**
 * Messages of team chats go to the user rooms of the members that the chat has now. There is no room of a chat that a
 * client could join or stay in.
 */
export function teamChatMessages({ teamChats }: Modules): BuildersOf<'team-chat'> {
  return {
    'team-chat.saved': async ({ chatId, isNew, removedIds }, companyId) => {
      const removal = removedFrom(chatId, removedIds);
      const found = await teamChats.find(companyId, chatId);
      if (!found) return removal;
      const chat = presentTeamChat(found);
      const saved = chat.users.map(({ userId }): AudienceMessage => ({
        topic: 'chat',
        to: [{ user: userId }],
        subTopics: [`chat-user-${userId}`],
        payload: { action: actionOf(isNew), chat, record: chat, userId },
      }));
      return [...removal, ...saved];
    },
    'team-chat.removed': ({ chatId, memberIds }) => removedFrom(chatId, memberIds),
    'team-chat.message-sent': async ({ messageId }, companyId) => {
      const found = await teamChats.findMessage(companyId, messageId);
      if (!found) return [];
      const chat = presentTeamChat(found.chat);
      return [
        {
          topic: 'chat',
          to: membersOf(chat),
          subTopics: [`chat-${chat.id}`],
          payload: { action: 'new-message', newMessage: presentTeamChatMessage(found.message), chat },
        },
      ];
    },
    'team-chat.read': async ({ chatId }, companyId) => {
      const found = await teamChats.find(companyId, chatId);
      if (!found) return [];
      const chat = presentTeamChat(found);
      return [
        { topic: 'chat', to: membersOf(chat), subTopics: [`chat-${chatId}`], payload: { action: 'update', chat } },
      ];
    },
  };
}

const membersOf = ({ users }: { users: { userId: number }[] }): Audience[] =>
  users.map(({ userId: user }) => ({ user }));

/** A former member learns only that the chat is gone. */
const removedFrom = (id: number, userIds: number[]): AudienceMessage[] =>
  userIds.length === 0
    ? []
    : [{ topic: 'chat', to: userIds.map((user) => ({ user })), payload: { action: 'delete', id } }];
