import type { BotFacts, BotLine, BotMessage, BotState, Saying, Turn } from '../dialog.ts';
import type { BotOutcome, BotWhy, ToldWhy } from '../words.ts';

/** How a conversation came into its queue just now: by the customer's choice, or because there is no other. */
export type Entered = 'chosen' | 'only';

export interface Walk {
  state: BotState;
  /** Null once a step has taken it for itself: what was an answer to one question is none to the next. */
  message: BotMessage | null;
  entered: Entered | null;
}
export interface Taken extends Partial<Walk>, Partial<Pick<Turn, 'rates' | 'consents' | 'closes' | 'waitsIn'>> {
  outcome: Exclude<BotOutcome, 'skipped'>;
  why: BotWhy;
  says?: Saying[];
  lines?: BotLine[];
}
export type Step = (walk: Walk, facts: BotFacts) => Taken;

export const passes = (why: BotWhy, more: Partial<Taken> = {}): Taken => ({ outcome: 'passes', why, ...more });
export const stops = (why: BotWhy, more: Partial<Taken> = {}): Taken => ({ outcome: 'stops', why, ...more });
export const answers = (why: BotWhy, says: Saying[], more: Partial<Taken> = {}): Taken => ({
  outcome: 'answers',
  why,
  says,
  ...more,
});
/** The bot keeps silent, and the conversation shows why. */
export const silent = (why: ToldWhy): Taken => stops(why, { lines: [bot(why)] });
export const bot = (why: ToldWhy): BotLine => ({ type: 'chatBot', why });
export const text = (words: string): Saying => ({ kind: 'text', text: words });

/** What the customer reads last, and the end of it. */
export const leaves = (walk: Walk, { connection }: BotFacts): Taken =>
  answers('customerLeft', [text(connection.farewell)], {
    state: { ...walk.state, status: 'closed' },
    closes: { by: 'customer', why: 'customerLeft' },
  });
