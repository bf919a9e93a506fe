/** `lgpd`: waits for the customer's consent; `nps`: waits for the customer's rating. */
export const ticketStatuses = ['pending', 'open', 'group', 'closed', 'lgpd', 'nps'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Handled by an agent now. */
export const isAttended = ({ status }: { status: TicketStatus }): boolean => status === 'open' || status === 'group';
/** Not handled by an agent yet: in a queue, with the bot, or waiting for the customer's consent. */
export const isWaiting = ({ status }: { status: TicketStatus }): boolean => status === 'pending' || status === 'lgpd';
/** The bot may still write. A flow can go on after it gave the ticket to a queue or an agent, when `isBot` is false already. */
export const mayBotWrite = ({ isBot, usesIntegration }: { isBot: boolean; usesIntegration: boolean }): boolean =>
  isBot || usesIntegration;

/** The fields that the state machine reads and changes. */
export interface TicketState {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  isBot: boolean;
  /** Messages of the bot since the customer's last recognized answer. */
  botTurns: number;
  ratingTurns: number;
}

export type TicketCommand =
  /** `skipsGreeting`: another message is sent to the customer already. */
  | { type: 'accept'; by: number; queueId: number | null; skipsGreeting?: true }
  | { type: 'return' }
  | { type: 'transfer'; by: number | null; userId: number | null; queueId: number; note: string | null }
  /** Takes the ticket from another agent without changing its status; a supervisor steps in. */
  | { type: 'take-over'; by: number; queueId: number | null; note: string | null }
  /** `asksRating`: a flow asks for a rating although no agent has handled the ticket. */
  | { type: 'close'; by: Closer; farewell: boolean; reason?: string; asksRating?: true }
  | { type: 'ignore'; by: number }
  | { type: 'reopen'; by: number }
  /** Sets queue and agent of a waiting ticket. `redirected`: the customer chose no queue in time. */
  | { type: 'assign'; queueId: number | null; userId: number | null; reason?: string; redirected?: true };

/** Rules such as the required tag and the rating apply only to users. */
export type Closer = { userId: number } | 'clock' | 'customer' | 'bot' | 'admin';

/** Who ended a cycle, for reports. */
export const closers = ['user', 'bot', 'timer', 'customer'] as const;
export type ClosedBy = (typeof closers)[number];
/** Who had the ticket in a part of its cycle. `unknown`: no agent, or not recorded. */
export const periodKinds = ['bot', 'waiting', 'attended', 'rating', 'unknown'] as const;
export type PeriodKind = (typeof periodKinds)[number];
export const closedBy = (by: Closer): ClosedBy =>
  by === 'clock' ? 'timer' : by === 'customer' || by === 'bot' ? by : 'user';

/** Settings and related data that `decide` needs. */
export interface TicketFacts {
  settings: {
    greetsOnAccept: boolean;
    sendsFarewellWhileWaiting: boolean;
    announcesTransfer: boolean;
    closesOnTransfer: boolean;
    requiresTag: boolean;
    asksRating: boolean;
  };
  /** Null if the connection was removed; then no message can be sent. */
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
/** `userId` is null if no user did it. */
export interface LogEntry {
  type: LogType;
  userId: number | null;
  queueId: number | null;
  /** Code of the reason for an automatic step; left out for a user's step. */
  reason?: string;
}

/** What else must happen. The caller performs it in the transaction that saves the decision. */
export type TicketEffect =
  | { type: 'send-text'; text: 'greeting' | 'farewell' | 'transfer' | 'rating' }
  | { type: 'note'; text: string; by: number | null }
  | { type: 'mark-read' }
  | { type: 'end-bot' };

/** Change of the ticket's unfinished cycle, the source of reports. */
export type CycleChange = 'unchanged' | 'waiting' | 'started' | 'asked' | 'finished';

export interface TicketDecision {
  ticket: TicketState;
  log: LogEntry[];
  effects: TicketEffect[];
  cycle: CycleChange;
  /** With closesOnTransfer, the conversation continues in a new ticket of the same contact and connection. */
  continuesAs?: TicketState;
}
