import type { Tx } from '../infrastructure/db/tx.ts';
import type { TeamChats } from '../modules/team-chats/index.ts';

/** A message of a team chat for the notification of its members. */
export const loadChatMessage =
  ({ inTx }: Pick<TeamChats, 'inTx'>) =>
  async (tx: Tx, messageId: number) => {
    const found = await inTx.unread(tx, messageId);
    if (!found) return undefined;
    const { chat, message } = found;
    const isUnread = ({ userId, readSeq }: { userId: number; readSeq: number }) =>
      userId !== message.senderId && readSeq < message.seq;
    return {
      uuid: chat.uuid,
      title: chat.title,
      senderName: message.senderName ?? '',
      body: message.body,
      recipientIds: chat.members.filter(isUnread).map(({ userId }) => userId),
    };
  };
