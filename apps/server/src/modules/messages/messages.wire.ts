import type { Message } from '@balcao/contract/endpoints/messages';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { FullMessage } from './messages.store.ts';

// Our words on the inside, the wire's words on the outside.

export const DELETED = 'Essa mensagem foi apagada';

export interface PresentOptions {
  sign(key: string): string;
  /** The company replaces what a customer took back; otherwise agents still see it, marked as deleted. */
  hidesDeleted: boolean;
  /** Whoever is called by a number is not called by it here. */
  hidesNumbers: boolean;
}

export const presentMessage = (message: FullMessage, { sign, hidesDeleted, hidesNumbers }: PresentOptions): Message => {
  const presentName = (contact: { id: number; name: string } | null) =>
    contact && hidesNumbers ? { ...contact, name: maskName(contact.name) } : contact;
  const isHiddenCard = hidesNumbers && message.mediaType === 'contactMessage';
  const isHidden = message.isDeleted && hidesDeleted && !message.fromMe;
  const isQuoteHidden = hidesDeleted && message.quoted !== null && message.quoted.isDeleted && !message.quoted.fromMe;
  return {
    id: message.id,
    wid: message.wid ?? (message.isPrivate ? `PVT${message.id}` : ''),
    seq: message.seq,
    body: isHidden ? DELETED : isHiddenCard ? maskName(message.body) : message.body,
    fromMe: message.fromMe,
    read: message.isRead,
    ack: message.ack,
    mediaType: isHidden ? 'conversation' : message.mediaType,
    mediaUrl: message.mediaKey === null || isHidden ? null : sign(message.mediaKey),
    mediaName: isHidden ? '' : message.mediaName,
    previewUrl: message.previewKey === null || isHidden ? null : sign(message.previewKey),
    mediaState: message.mediaState,
    isDeleted: message.isDeleted,
    isEdited: message.isEdited,
    isForwarded: message.isForwarded,
    isPrivate: message.isPrivate,
    // As the channel says; the order is told by `seq`.
    createdAt: message.sentAt.toISOString(),
    ticketId: message.ticketId,
    queueId: message.queueId,
    companyId: message.companyId,
    dataJson: isHidden ? null : ((isHiddenCard ? maskCards(message.data) : message.data) as Message['dataJson']),
    quotedMsg: message.quoted && {
      id: Number(message.quoted.id),
      wid: message.quoted.wid ?? '',
      fromMe: message.quoted.fromMe,
      mediaUrl: message.quoted.mediaKey === null || isQuoteHidden ? null : sign(message.quoted.mediaKey),
      body: isQuoteHidden ? DELETED : message.quoted.body,
      mediaType: isQuoteHidden ? 'conversation' : message.quoted.mediaType,
      contact: presentName(message.quoted.contact),
    },
    contact: presentName(message.author),
    user: message.user,
    delivery: message.delivery,
    failure: message.failureCode,
    clientKey: message.clientKey,
    transcription: isHidden ? null : message.transcription,
  };
};

/** Cards of people: their numbers are as hidden as those of contacts. */
function maskCards(data: unknown): unknown {
  const { contacts = [] } = (data ?? {}) as { contacts?: { name: string; numbers: string[] }[] };
  return {
    contacts: contacts.map(({ name, numbers }) => ({ name: maskName(name), numbers: numbers.map(maskNumber) })),
  };
}
