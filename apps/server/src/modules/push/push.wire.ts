import type { endpoints, ParsedRequest } from '@balcao/contract';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { formatted, plainTextOf } from '@balcao/domain/message/formatting';
import type { Subscription } from './push.store.ts';
import type { ChatPreview } from './chat-preview.ts';

const MAX_BODY_LENGTH = 120;

export const parseSubscription = ({
  endpoint,
  keys,
}: ParsedRequest<typeof endpoints.push.subscribe>['body']): Subscription => ({ endpoint, ...keys });

/** The notification as the service worker shows it. */
export const presentNotification = (message: Message, ticket: Ticket) => ({
  title: ticket.contact.name,
  body: cut(plainTextOf(formatted(message.body)).trim() || ticket.lastMessage),
  tag: ticket.uuid,
  url: `/tickets/${ticket.uuid}`,
});

/** Notification of a team chat; without the text where others may see the screen. */
export const presentChatNotification = ({ uuid, title, senderName, body }: ChatPreview, hidesText: boolean) => ({
  title: hidesText ? title : `${senderName} · ${title}`,
  body: hidesText ? '' : cut(plainTextOf(formatted(body)).trim()),
  tag: uuid,
  url: `/chats/${uuid}`,
});

/** Cuts by graphemes, so that an emoji is never split. */
const cut = (text: string): string => {
  const graphemes = [...new Intl.Segmenter().segment(text.slice(0, MAX_BODY_LENGTH * 12))].map(
    ({ segment }) => segment,
  );
  return graphemes.length <= MAX_BODY_LENGTH
    ? graphemes.join('')
    : `${graphemes.slice(0, MAX_BODY_LENGTH - 1).join('')}…`;
};
