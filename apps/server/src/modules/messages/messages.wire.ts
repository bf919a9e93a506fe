import type { Message } from '@balcao/contract/endpoints/messages';
import type { FullMessage } from './messages.store.ts';

// Our words on the inside, the wire's words on the outside.

const DELETED = 'Essa mensagem foi apagada';

export interface ShowingMessages {
  sign(key: string): string;
  /** The company replaces what a customer took back; otherwise agents still see it, marked as deleted. */
  hidesDeleted: boolean;
}

export const showMessage = (message: FullMessage, { sign, hidesDeleted }: ShowingMessages): Message => {
  const isGone = message.isDeleted && hidesDeleted && !message.fromMe;
  return {
    id: message.id,
    wid: message.wid ?? (message.isPrivate ? `PVT${message.id}` : ''),
    seq: message.seq,
    body: isGone ? DELETED : message.body,
    fromMe: message.fromMe,
    read: message.isRead,
    ack: message.ack,
    mediaType: isGone ? 'conversation' : message.mediaType,
    mediaUrl: message.mediaKey === null || isGone ? null : sign(message.mediaKey),
    mediaName: isGone ? '' : message.mediaName,
    previewUrl: message.previewKey === null || isGone ? null : sign(message.previewKey),
    mediaState: message.mediaState,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: message.isForwarded,
    isPrivate: message.isPrivate,
    createdAt: message.createdAt.toISOString(),
    ticketId: message.ticketId,
    queueId: message.queueId,
    companyId: message.companyId,
    dataJson: isGone ? null : (message.data as Message['dataJson']),
    quotedMsg: message.quoted && {
      id: Number(message.quoted.id),
      wid: message.quoted.wid ?? '',
      fromMe: message.quoted.fromMe,
      mediaUrl: message.quoted.mediaKey === null ? null : sign(message.quoted.mediaKey),
      body: message.quoted.body,
      mediaType: message.quoted.mediaType,
      contact: message.quoted.contact,
    },
    contact: message.author,
    user: message.user,
    delivery: message.delivery,
    failure: message.failureCode,
    clientKey: message.clientKey,
  };
};
