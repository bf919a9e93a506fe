import type { TicketStatus } from './ticket.ts';

/** The contact's newest ticket on the connection of the message. */
export interface LatestTicket {
  id: number;
  status: TicketStatus;
  updatedAt: Date;
}
export interface TicketChoiceFacts {
  latest: LatestTicket | null;
  isGroup: boolean;
  now: Date;
  connection: {
    /** A message within these minutes after closing reopens the ticket; 0: never. */
    reopenMinutes: number;
    groupAsTicket: boolean;
  };
  /** The customer must consent first. */
  asksConsent: boolean;
}
export type TicketChoice =
  | { into: 'same'; ticketId: number }
  | { into: 'reopened'; ticketId: number }
  | { into: 'new'; status: 'pending' | 'lgpd' | 'group'; isBot: boolean };

/** The ticket of a customer's message: the live one, the recently closed one, or a new one. */
export function chooseTicket({ latest, isGroup, now, connection, asksConsent }: TicketChoiceFacts): TicketChoice {
  if (latest && latest.status !== 'closed') return { into: 'same', ticketId: latest.id };
  if (latest && isWithinReopenTime(latest.updatedAt, now, connection.reopenMinutes))
    return { into: 'reopened', ticketId: latest.id };
  if (isGroup) {
    return { into: 'new', status: connection.groupAsTicket ? 'pending' : 'group', isBot: false };
  }
  return { into: 'new', status: asksConsent ? 'lgpd' : 'pending', isBot: true };
}

const isWithinReopenTime = (closedAt: Date, now: Date, minutes: number): boolean =>
  minutes > 0 && +now - +closedAt <= minutes * 60_000;
