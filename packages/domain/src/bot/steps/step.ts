import type { BotFacts, BotLogEntry, BotMessage, BotState, BotReply, Turn } from '../dialog.ts';
import type { BotReason, LoggedReason } from '../reasons.ts';
import type { BotOutcome } from '../step-names.ts';

/** How a conversation came into its queue just now: by the customer's choice, or because there is no other. */
export type Entered = 'chosen' | 'only';

export interface StepContext {
  state: BotState;
  /** Null once a step has taken it for itself: what was an answer to one question is none to the next. */
  message: BotMessage | null;
  entered: Entered | null;
}
export interface StepResult
  extends Partial<StepContext>, Partial<Pick<Turn, 'rates' | 'consents' | 'closes' | 'waitsIn'>> {
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
/** The bot keeps silent, and the conversation shows why. */
export const silent = (reason: LoggedReason): StepResult => stops(reason, { logEntries: [botLogEntry(reason)] });
export const botLogEntry = (reason: LoggedReason): BotLogEntry => ({ type: 'chatBot', reason });
export const textReply = (content: string): BotReply => ({ kind: 'text', text: content });

/** What the customer reads last, and the end of it. */
export const leaves = (context: StepContext, { connection }: BotFacts): StepResult =>
  answers('customerLeft', [textReply(connection.farewell)], {
    state: { ...context.state, status: 'closed' },
    closes: { by: 'customer', reason: 'customerLeft' },
  });
