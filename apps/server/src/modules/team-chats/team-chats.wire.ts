import type { TeamChat, TeamChatDraft, TeamChatMessage } from '@balcao/contract/endpoints/team-chats';
import type { z } from 'zod';
import type { ChatMessage, FullChat } from './team-chats.store.ts';
import type { ChatInput } from './team-chats.ts';

export const presentTeamChat = (chat: FullChat): TeamChat => ({
  id: chat.id,
  uuid: chat.uuid,
  title: chat.title,
  ownerId: chat.ownerId,
  owner: personOf(chat.ownerId, chat.ownerName),
  lastMessage: chat.lastSeq === 0 ? '' : `${chat.lastSenderName ?? '—'}: ${chat.lastText}`,
  lastSeq: chat.lastSeq,
  createdAt: chat.createdAt.toISOString(),
  updatedAt: chat.updatedAt.toISOString(),
  users: chat.members.map(({ id, chatId, userId, readSeq, name }) => ({
    id,
    chatId,
    userId,
    unreads: chat.lastSeq - readSeq,
    readSeq,
    user: { id: userId, name },
  })),
});

export const presentTeamChatMessage = (message: ChatMessage): TeamChatMessage => ({
  id: message.id,
  chatId: message.chatId,
  seq: message.seq,
  senderId: message.senderId,
  sender: personOf(message.senderId, message.senderName),
  message: message.body,
  createdAt: message.sentAt.toISOString(),
});

/** Null for a deleted user. */
const personOf = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });

export const parseTeamChat = ({ title, users }: z.output<typeof TeamChatDraft>): ChatInput => ({
  title,
  userIds: users.map(({ id }) => id),
});
