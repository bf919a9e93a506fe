import type { DayHours, SpecialDay } from '../hours/hours.ts';
import type { LogType, TicketStatus } from '../ticket/ticket.ts';
import type { MenuForm, OptionKind } from './option-types.ts';
import type { BotReason, LoggedReason } from './reasons.ts';
import type { BotOutcome, BotStep } from './step-names.ts';

/** One choice and what it leads to. */
export interface BotOption {
  id: number;
  name: string;
  greeting: string;
  kind: OptionKind;
  closesTicket: boolean;
  toQueueId: number | null;
  toUserId: number | null;
  toFileListId: number | null;
  options: readonly BotOption[];
}
export interface BotQueue {
  id: number;
  name: string;
  greeting: string;
  outOfHours: string;
  closesTicket: boolean;
  fileListId: number | null;
  schedules: readonly DayHours[];
  options: readonly BotOption[];
}

/** The conversation as the bot sees it. */
export interface BotState {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  /** False once a human had it, or where it began with one. */
  isBot: boolean;
  isImported: boolean;
  botTurns: number;
  ratingTurns: number;
  /** Since when the bot's pause counts; null while it has said nothing. */
  repliedAt: Date | null;
  wasAskedConsent: boolean;
  /** The option whose choices were shown last; null: the first level, of the connection or of the queue. */
  optionId: number | null;
  /** Something that can be answered with a number was shown. */
  hasShown: boolean;
  /** What the last event line said: the same is not said twice in a row. */
  lastReason: string;
}

export interface BotMessage {
  /** What was written, or the id of what was chosen from a list. Empty for a picture without words. */
  text: string;
  isAudio: boolean;
}

/** Everything a decision may depend on; read from the database before, never while deciding. */
export interface BotFacts {
  now: Date;
  timeZone: string;
  holidays: readonly SpecialDay[];
  companySchedules: readonly DayHours[];
  settings: {
    scheduleType: 'disabled' | 'queue' | 'company' | 'connection';
    form: MenuForm;
    greetsInSingleQueue: boolean;
    distributes: boolean;
    acceptsAudio: boolean;
    exitWords: readonly string[];
    positionText: string;
    consent: { isOn: boolean; text: string; link: string };
  };
  connection: {
    greeting: string;
    hasGreetingFile: boolean;
    farewell: string;
    outOfHours: string;
    rating: string;
    schedules: readonly DayHours[];
    vacation: { message: string; start: string | null; end: string | null };
    /** 0 is no limit. */
    maxTurns: number;
    pauseMinutes: number;
    maxRatingTurns: number;
  };
  /** What the channel can draw. */
  draws: { list: boolean; buttons: boolean };
  /** Of the connection, in the order of the menu. */
  queues: readonly BotQueue[];
  /** Every queue the conversation may come into, the ones of the menu included. */
  queueById(id: number): BotQueue | undefined;
  contact: {
    hasBot: boolean;
    acceptsAudio: boolean;
    /** Whose customer this is. Who is away gets the conversation all the same, and it says so. */
    accountOwner: { userId: number; queueId: number | null; isAway: boolean } | null;
  };
  /** Whoever attended may have words of their own; used when a rating ends the conversation. */
  farewell: string;
}

export type BotReply =
  | { kind: 'text'; text: string; quotes?: true }
  | { kind: 'list' | 'buttons'; text: string; choices: readonly { id: string; title: string }[] }
  /** The connection's own greeting file, with these words under it. */
  | { kind: 'file'; text: string }
  | { kind: 'file-list'; fileListId: number };

export interface BotLogEntry {
  type: LogType;
  reason: LoggedReason;
}
export interface StepRecord {
  step: BotStep;
  outcome: BotOutcome;
  reason: BotReason;
}
/** What one message leads to: data only, to be kept and performed together. */
export interface Turn {
  state: BotState;
  steps: StepRecord[];
  replies: BotReply[];
  logEntries: BotLogEntry[];
  rates: number | null;
  consents: 'yes' | 'no' | null;
  closes: { by: 'bot' | 'customer'; reason: LoggedReason } | null;
  /** It came into a queue where nothing more is asked: somebody may be chosen, and its place told. */
  waitsIn: { queueId: number; choosesAgent: boolean; sendsPosition: boolean } | null;
}
