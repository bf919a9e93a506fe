/** A conversation with one contact. `lgpd` waits for consent, `nps` for a rating; both are ours, not the customer's words. */
export const ticketStatuses = ['pending', 'open', 'group', 'closed', 'lgpd', 'nps'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** What the machine looks at and changes. */
export interface Ticket {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  isBot: boolean;
  /** How often the bot has spoken without an answer it understood. */
  botTurns: number;
  ratingTurns: number;
}

export type TicketCommand =
  /** Quietly: somebody else already speaks to the customer, so that no greeting is due. */
  | { do: 'accept'; by: number; queueId: number | null; quietly?: true }
  | { do: 'return' }
  | { do: 'transfer'; by: number | null; userId: number | null; queueId: number; note: string | null }
  /** Out of another's hands into mine, where it stands: a supervisor steps in. */
  | { do: 'take-over'; by: number; queueId: number | null; note: string | null }
  | { do: 'close'; by: Closer; farewell: boolean; why?: string }
  | { do: 'ignore'; by: number }
  | { do: 'reopen'; by: number }
  /** Redirected: into the queue that is meant for those who chose none. */
  | { do: 'place'; queueId: number | null; userId: number | null; why?: string; redirected?: true };

/** Who closes: a person is held to the rules for people, the clock and the customer are not. */
export type Closer = { person: number } | 'clock' | 'customer' | 'bot' | 'admin';

/** What must be known before a command can be decided. */
export interface Facts {
  settings: {
    greetsOnAccept: boolean;
    saysFarewellWhileWaiting: boolean;
    announcesTransfer: boolean;
    closesOnTransfer: boolean;
    requiresTag: boolean;
    asksRating: boolean;
  };
  /** Null when the connection was removed: then nothing can be said. */
  connection: { isConnected: boolean; groupAsTicket: boolean; hasRatingText: boolean } | null;
  contactHasTags: boolean;
  isRated: boolean;
}

export const logTypes = [
  'create',
  'chatBot',
  'queue',
  'open',
  'access',
  'transfered',
  'receivedTransfer',
  'pending',
  'closed',
  'reopen',
  'redirect',
  'nps',
  'lgpd',
  'autoClose',
  'clientClosed',
] as const;
export type LogType = (typeof logTypes)[number];
/** Null stands for the house itself. */
export interface LogEntry {
  type: LogType;
  userId: number | null;
  queueId: number | null;
  /** A word of the product for why it happened by itself; left out where a person did it. */
  why?: string;
}

/** What else must happen, as data: the ticket's room performs it after the decision is kept. */
export type TicketEffect =
  | { effect: 'say'; text: 'greeting' | 'farewell' | 'transfer' | 'rating' }
  | { effect: 'note'; text: string; by: number | null }
  | { effect: 'mark-read' }
  | { effect: 'end-bot' };

/** What the open tracking row is told; reports are made of it. */
export type Tracking = 'unchanged' | 'waiting' | 'started' | 'asked' | 'finished';

export interface Decision {
  ticket: Ticket;
  log: LogEntry[];
  effects: TicketEffect[];
  tracking: Tracking;
  /** With closesOnTransfer the attendance goes on in a new ticket of the same contact and connection. */
  continuesAs?: Ticket;
}
