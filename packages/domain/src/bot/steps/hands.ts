import type { BotFacts, BotState } from '../dialog.ts';
import type { BotWhy } from '../words.ts';
import { passes, stops, type Step, type Taken } from './step.ts';

/** Whose it is: a human's conversations, groups and old history are none of the bot's business. */
export const hands: Step = ({ state }, facts) => {
  if (state.isGroup) return stops('isGroup');
  if (state.isImported) return stops('isImported');
  if (!['pending', 'lgpd', 'nps'].includes(state.status)) return stops('humanHasIt');
  const given = toWallet(state, facts);
  return given ?? passes(whyNoBot(state, facts) ?? 'botHasIt');
};

/** Why menus and options are not for this conversation; absence notes still are. */
export function whyNoBot({ isBot, userId }: BotState, { contact }: BotFacts): BotWhy | undefined {
  if (!isBot) return userId === null ? 'humanHadIt' : 'humanHasIt';
  return contact.hasBot ? undefined : 'contactWithoutBot';
}

/** A new conversation of a contact who has an attendant of its own waits for that one, and no menu is shown. */
export function toWallet(state: BotState, { contact: { wallet } }: BotFacts): Taken | undefined {
  const isNew = state.botTurns === 0 && !state.hasShown;
  if (!wallet || !isNew || !state.isBot || state.status !== 'pending') return undefined;
  if (state.userId !== null || state.queueId !== null) return undefined;
  const why = wallet.isAway ? 'walletAway' : 'wallet';
  return passes(why, {
    state: { ...state, userId: wallet.userId, queueId: wallet.queueId, isBot: false },
    lines: [{ type: 'queue', why }],
  });
}
