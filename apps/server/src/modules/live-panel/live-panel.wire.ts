import type { PanelAgent, PanelTicket } from '@balcao/contract/endpoints/live-panel';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { PanelUserRow } from './live-panel.store.ts';

type Sign = (key: string) => string;

const presentUser = ({ id, name, profile, online, pictureKey }: PanelUserRow, sign: Sign) => ({
  id,
  name,
  profile,
  online,
  profileImage: pictureKey === null ? null : sign(pictureKey),
});

export const presentPanelAgent = (user: PanelUserRow, sign: Sign): PanelAgent => ({
  ...presentUser(user, sign),
  paused: user.paused,
  queueIds: user.queueIds,
});

/** From the ticket as lists show it, so that numbers are masked in the same way. */
export const presentPanelTicket = (
  row: TicketRow,
  view: Ticket,
  user: PanelUserRow | undefined,
  sign: Sign,
): PanelTicket => ({
  id: view.id,
  uuid: view.uuid,
  number: view.number,
  status: view.status,
  userId: view.userId,
  queueId: view.queueId,
  whatsappId: view.whatsappId,
  contactId: view.contactId,
  isGroup: view.isGroup,
  isBot: view.isBot,
  channel: view.channel,
  lastMessage: view.lastMessage,
  fromMe: view.fromMe,
  unreadMessages: view.unreadMessages,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  createdAt: view.createdAt,
  updatedAt: view.updatedAt,
  contact: {
    id: view.contact.id,
    name: view.contact.name,
    number: view.contact.number,
    urlPicture: view.contact.urlPicture,
  },
  queue: view.queue,
  whatsapp: view.whatsapp && { id: view.whatsapp.id, name: view.whatsapp.name },
  user: user ? presentUser(user, sign) : null,
});
