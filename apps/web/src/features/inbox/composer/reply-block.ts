/** Whether the customer can be written to now, and what prevents it. */
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

/** Updates when the reply window ends. */
export function useReplyBlock(ticket: Ticket): ReplyBlock | null {
  const { windowEndsAt } = ticket;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (windowEndsAt === null) return;
    // A window is one day, far below the longest timer; one that has ended is noticed at once.
    const endsAt = Date.parse(windowEndsAt);
    // A timer may run a millisecond early by the clock, and no other follows it.
    const end = setTimeout(() => setNow(Math.max(Date.now(), endsAt)), Math.max(0, endsAt - Date.now()));
    return () => clearTimeout(end);
  }, [windowEndsAt]);
  return replyBlockOf(ticket, now);
}

/**
 * A quick reply with its variables filled in, to read before it is sent. A masked name is left to the
 * server, which knows it.
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
