/** A conversation with one contact. `lgpd` waits for consent, `nps` for a rating; both are ours, not the customer's words. */
export const ticketStatuses = ['pending', 'open', 'group', 'closed', 'lgpd', 'nps'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** What the machine looks at and changes. */
export interface TicketState {
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
  | { type: 'accept'; by: number; queueId: number | null; skipsGreeting?: true }
  | { type: 'return' }
  | { type: 'transfer'; by: number | null; userId: number | null; queueId: number; note: string | null }
  /** Out of another's hands into mine, where it stands: a supervisor steps in. */
  | { type: 'take-over'; by: number; queueId: number | null; note: string | null }
  | { type: 'close'; by: Closer; farewell: boolean; reason?: string }
  | { type: 'ignore'; by: number }
  | { type: 'reopen'; by: number }
  /** Redirected: into the queue that is meant for those who chose none. */
  | { type: 'place'; queueId: number | null; userId: number | null; reason?: string; redirected?: true };

/** Who closes: a person is held to the rules for people, the clock and the customer are not. */
export type Closer = { userId: number } | 'clock' | 'customer' | 'bot' | 'admin';

/** What must be known before a command can be decided. */
export interface TicketFacts {
  settings: {
    greetsOnAccept: boolean;
    sendsFarewellWhileWaiting: boolean;
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
  reason?: string;
}

/** What else must happen, as data: the ticket's room performs it after the decision is kept. */
export type TicketEffect =
  | { type: 'say'; text: 'greeting' | 'farewell' | 'transfer' | 'rating' }
  | { type: 'note'; text: string; by: number | null }
  | { type: 'mark-read' }
  | { type: 'end-bot' };

/** What the open tracking row is told; reports are made of it. */
export type Tracking = 'unchanged' | 'waiting' | 'started' | 'asked' | 'finished';

export interface TicketDecision {
  ticket: TicketState;
  log: LogEntry[];
  effects: TicketEffect[];
  tracking: Tracking;
  /** With closesOnTransfer the attendance goes on in a new ticket of the same contact and connection. */
  continuesAs?: TicketState;
}
