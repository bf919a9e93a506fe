/** The text the customer would get when a ticket is resolved, as far as this browser knows it. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { renderVariables, protocolOf } from '@balcao/domain/message/variables';
import { isFull, type VisibleConnection } from '../../../entities/connections/connections.updates.ts';

export interface Farewell {
  /** `null`: something may be sent, but only the server knows the text. */
  text: string | null;
  by: 'attendant' | 'connection' | 'rating';
}

/** Undefined when nothing would be sent, so that there is nothing to choose. */
export function farewellOf(
  ticket: Ticket,
  user: SessionUser,
  connections: readonly VisibleConnection[] | undefined,
): Farewell | undefined {
  if (!canSend(ticket)) return undefined;
  const match = connections?.find(({ id }) => id === ticket.whatsappId);
  const connection = match && isFull(match) ? match : undefined;
  const fill = (text: string) => filled(text, ticket, user);

  if (isRatingEnabled(user) && !ticket.isGroup && ticket.status === 'open') {
    if (!connection) return { text: null, by: 'rating' };
    if (connection.ratingMessage.trim() !== '') return { text: fill(connection.ratingMessage), by: 'rating' };
  }
  if (ticket.userId === user.id && user.farewellMessage.trim() !== '')
    return { text: fill(user.farewellMessage), by: 'attendant' };
  // A colleague's own farewell is not known here.
  if (ticket.userId !== user.id) return { text: null, by: 'attendant' };
  if (!connection) return { text: null, by: 'connection' };
  return connection.complationMessage.trim() === ''
    ? undefined
    : { text: fill(connection.complationMessage), by: 'connection' };
}

const isRatingEnabled = ({ company }: SessionUser): boolean =>
  company.companieSettings.some(({ key, value }) => key === 'userRating' && value === 'enabled');

/** The server's rule: not over a disconnected connection, and not in a group that is no ticket. */
const canSend = ({ whatsapp, isGroup }: Ticket): boolean =>
  whatsapp !== null && whatsapp.status === 'CONNECTED' && (!isGroup || whatsapp.groupAsTicket === 'enabled');

const filled = (text: string, ticket: Ticket, { company }: SessionUser): string =>
  renderVariables(text, {
    contactName: ticket.contact.name,
    userName: ticket.user?.name ?? '',
    queueName: ticket.queue?.name ?? '',
    connectionName: ticket.whatsapp?.name ?? '',
    ticketId: ticket.id,
    protocol: protocolOf(ticket.id, new Date(ticket.createdAt), company.timeZone),
    timeZone: company.timeZone,
    now: new Date(),
  });
