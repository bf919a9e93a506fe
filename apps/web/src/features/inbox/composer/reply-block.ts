/** Whether a conversation takes words for the customer now, and what stands in the way. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { isMasked } from '@balcao/domain/contact/mask';
import { renderVariables, protocolOf } from '@balcao/domain/message/variables';
import { useEffect, useState } from 'react';

export type ReplyBlock = 'closed' | 'pending' | 'window';

export function replyBlockOf({ status, windowEndsAt }: Ticket, now: number): ReplyBlock | null {
  if (status === 'closed' || status === 'nps') return 'closed';
  if (status === 'pending' || status === 'lgpd') return 'pending';
  return windowEndsAt !== null && Date.parse(windowEndsAt) <= now ? 'window' : null;
}

/** Notices by itself when the channel's window ends. */
export function useReplyBlock(ticket: Ticket): ReplyBlock | null {
  const { windowEndsAt } = ticket;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (windowEndsAt === null) return;
    // A window is a day, far from the longest timer there is; one that has ended is seen at once.
    const end = setTimeout(() => setNow(Date.now()), Math.max(0, Date.parse(windowEndsAt) - Date.now()));
    return () => clearTimeout(end);
  }, [windowEndsAt]);
  return replyBlockOf(ticket, now);
}

/**
 * A ready text with its variables filled in, for the person to read before it leaves. A name that is hidden here is
 * left to the server, which knows it.
 */
export function preview(text: string, ticket: Ticket, timeZone: string, now = new Date()): string {
  const { contact, user, queue, whatsapp, id, createdAt } = ticket;
  return renderVariables(text, {
    contactName: isMasked(contact.name) ? '{{name}}' : contact.name,
    userName: user?.name ?? '',
    queueName: queue?.name ?? '',
    connectionName: whatsapp?.name ?? '',
    ticketId: id,
    protocol: protocolOf(id, new Date(createdAt), timeZone),
    timeZone,
    now,
  });
}
