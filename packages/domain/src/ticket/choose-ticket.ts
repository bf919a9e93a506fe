import type { TicketStatus } from './ticket.ts';

/** The contact's newest ticket on this connection, as far as an arriving message asks. */
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
    /** Minutes in which a customer who writes again comes back to the last ticket; 0 is never. */
    reopenMinutes: number;
    groupAsTicket: boolean;
  };
  /** Consent must be asked before anything else. */
  asksConsent: boolean;
}
export type TicketChoice =
  | { into: 'same'; ticketId: number }
  | { into: 'reopened'; ticketId: number }
  | { into: 'new'; status: 'pending' | 'lgpd' | 'group'; isBot: boolean };

/** Which ticket a customer's message belongs to: the live one, the last one while it is fresh, or a new one. */
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
