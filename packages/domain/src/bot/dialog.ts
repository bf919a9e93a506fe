import type { Content, StepResult as FlowStep } from '../flow/run.ts';
import type { DayHours, SpecialDay } from '../hours/hours.ts';
import type { LogType, TicketStatus } from '../ticket/ticket.ts';
import type { MenuForm, OptionKind } from './option-types.ts';
import type { BotReason, LoggedReason } from './reasons.ts';
import type { BotOutcome, BotStep } from './step-names.ts';

/** One choice of a bot menu and its effect. */
export interface BotOption {
  id: number;
  name: string;
  greeting: string;
  kind: OptionKind;
  closesTicket: boolean;
  toQueueId: number | null;
  toUserId: number | null;
  toFileListId: number | null;
  toFlowId: number | null;
  toIntegrationId: number | null;
  options: readonly BotOption[];
}
export interface BotQueue {
  id: number;
  name: string;
  greeting: string;
  outOfHours: string;
  closesTicket: boolean;
  fileListId: number | null;
  /** Starts when a customer enters the queue. */
  flowId: number | null;
  /** Starts instead, if there is no flow. */
  integrationId: number | null;
  schedules: readonly DayHours[];
  options: readonly BotOption[];
}

/** The state of the ticket that the bot reads and changes. */
export interface BotState {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
  /** False once an agent accepted the ticket, or when an agent opened it. */
  isBot: boolean;
  isImported: boolean;
  botTurns: number;
  ratingTurns: number;
  /** Start of the bot's pause; null before its first reply. */
  repliedAt: Date | null;
  wasAskedConsent: boolean;
  /** Option whose choices were shown last; null for the first level of the connection or the queue. */
  optionId: number | null;
  /** A menu that can be answered with a number was shown. */
  hasShown: boolean;
  /** Reason of the last log entry; the same reason is not logged twice in a row. */
  lastReason: string;
}

export interface BotMessage {
  /** The text, or the id of the choice in a list. Empty for media without a caption. */
  text: string;
  isAudio: boolean;
  /** Id of the entry tapped in a list or of a button. */
  choiceId?: string | undefined;
  media?: { type: 'image' | 'audio' | 'video' | 'document' | 'sticker'; name: string } | undefined;
}

/** What a message can start: a flow, or a prompt or integration alone, as a flow of one node. */
export interface StartTarget {
  type: 'flow' | 'prompt' | 'integration';
  id: number;
  /** It gets the messages and answers none: the conversation waits for an agent as without it. */
  isOneWay?: true;
}
/** Flows that a message can start or answer. */
export interface FlowFacts {
  /** A flow runs in this ticket now. */
  hasRun: boolean;
  /** A flow ran in this ticket before. */
  hadRun: boolean;
  /** The contact has an earlier ticket on this connection. */
  isReturning: boolean;
  /** Default flows of the connection. */
  welcomeFlowId: number | null;
  otherFlowId: number | null;
  /** Prompt and integration of the connection. */
  promptId: number | null;
  integrationId: number | null;
  /** The integration that an agent chose for this ticket; it answers in a queue too. */
  ticketIntegrationId: number | null;
  /** Texts of the customer from before the consent, oldest first. */
  earlierTexts: readonly string[];
  /** The flow of the phrase that the text matches. */
  match(text: string): number | null;
  /** Active and published. */
  isRunnable(flowId: number): boolean;
  /** What an integration starts: itself, or the flow that it names. Null if it is gone, or its flow cannot run. */
  startOfIntegration(integrationId: number): StartTarget | null;
}
export const flowTriggers = ['phrase', 'welcome', 'other', 'queue', 'option', 'prompt', 'integration'] as const;
export type FlowTrigger = (typeof flowTriggers)[number];
/** What a flow gets from this turn: the message that starts it, or an answer. `text` is the customer's. */
export type FlowInput =
  | {
      type: 'start';
      target: StartTarget;
      trigger: FlowTrigger;
      text: string;
      /** A message without text that started the run; the model or bot that the run comes to answers it. */
      next?: BotMessage;
    }
  | { type: 'message'; message: BotMessage };

/** Everything a decision depends on, loaded before the decision. */
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
    /** 0 means no limit. */
    maxTurns: number;
    pauseMinutes: number;
    /** 0 means no limit. */
    maxRatingTurns: number;
  };
  /** Menu forms that the channel supports. */
  draws: { list: boolean; buttons: boolean };
  /** Queues of the connection, in menu order. */
  queues: readonly BotQueue[];
  /** Also finds queues outside the menu: an option can lead to them. */
  queueById(id: number): BotQueue | undefined;
  contact: {
    hasBot: boolean;
    acceptsAudio: boolean;
    /** The contact's own agent. An absent owner gets the ticket too; the log reason shows the absence. */
    accountOwner: { userId: number; queueId: number | null; isAway: boolean } | null;
  };
  /** Farewell of the agent, or else of the connection. Sent when a rating ends the conversation. */
  farewell: string;
  /** Null for a company without flows. */
  flows: FlowFacts | null;
}

export type BotReply =
  | { kind: 'text'; text: string; quotes?: true }
  | { kind: 'list' | 'buttons'; text: string; choices: readonly { id: string; title: string }[] }
  /** The greeting file of the connection, with this caption. */
  | { kind: 'file'; text: string }
  /** `isTextOnly`: captions instead of files. */
  | { kind: 'file-list'; fileListId: number; isTextOnly?: true };
/** What a flow sends. Its texts are final: variables are filled in already. */
export interface FlowReply {
  kind: 'flow';
  content: Content;
}

export interface BotLogEntry {
  type: LogType;
  reason: LoggedReason;
}
export interface StepRecord {
  step: BotStep;
  outcome: BotOutcome;
  reason: BotReason;
}
/** Result of one message, as data. The server saves and performs it in one transaction. */
export interface Turn {
  state: BotState;
  steps: StepRecord[];
  replies: (BotReply | FlowReply)[];
  logEntries: BotLogEntry[];
  rates: number | null;
  consents: 'yes' | 'no' | null;
  closes: { by: 'bot' | 'customer'; reason: LoggedReason; asksRating?: true } | null;
  /** The ticket waits in a queue without further questions. An agent can be assigned and the position sent. */
  waitsIn: { queueId: number; choosesAgent: boolean; sendsPosition: boolean } | null;
  /** The engine of flows decides what follows; `withFlow` adds it. */
  flowInput: FlowInput | null;
  flow: FlowStep | null;
}
