import type { BotFacts, BotLogEntry, BotMessage, BotState, BotReply, Turn } from '../dialog.ts';
import type { BotReason, LoggedReason } from '../reasons.ts';
import type { BotOutcome } from '../step-names.ts';

/** How the ticket entered its queue in this turn: by the customer's choice, or because it is the only queue. */
export type Entered = 'chosen' | 'only';

export interface StepContext {
  state: BotState;
  /** Null once a step consumed it: the answer to one question is not an answer to the next. */
  message: BotMessage | null;
  entered: Entered | null;
  /** What the customer wrote, also after a step consumed the message. */
  text?: string;
}
export interface StepResult
  extends Partial<StepContext>, Partial<Pick<Turn, 'rates' | 'consents' | 'closes' | 'waitsIn' | 'flowInput'>> {
  outcome: Exclude<BotOutcome, 'skipped'>;
  reason: BotReason;
  replies?: BotReply[];
  logEntries?: BotLogEntry[];
}
export type Step = (context: StepContext, facts: BotFacts) => StepResult;

export const passes = (reason: BotReason, more: Partial<StepResult> = {}): StepResult => ({
  outcome: 'passes',
  reason,
  ...more,
});
export const stops = (reason: BotReason, more: Partial<StepResult> = {}): StepResult => ({
  outcome: 'stops',
  reason,
  ...more,
});
export const answers = (reason: BotReason, replies: BotReply[], more: Partial<StepResult> = {}): StepResult => ({
  outcome: 'answers',
  reason,
  replies,
  ...more,
});
/** Stops without a reply and logs the reason. */
export const silent = (reason: LoggedReason): StepResult => stops(reason, { logEntries: [botLogEntry(reason)] });
export const botLogEntry = (reason: LoggedReason): BotLogEntry => ({ type: 'chatBot', reason });
export const textReply = (content: string): BotReply => ({ kind: 'text', text: content });

/** Sends the farewell and closes the ticket for the customer. */
export const leaves = (context: StepContext, { connection }: BotFacts): StepResult =>
  answers('customerLeft', [textReply(connection.farewell)], {
    state: { ...context.state, status: 'closed' },
    closes: { by: 'customer', reason: 'customerLeft' },
  });
