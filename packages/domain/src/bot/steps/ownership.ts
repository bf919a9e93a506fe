import type { BotFacts, BotState } from '../dialog.ts';
import type { BotReason } from '../reasons.ts';
import { passes, stops, type Step, type StepResult } from './step.ts';

/** Stops for tickets of agents and imported history; groups have a step of their own. Assigns the account owner to a new ticket. */
export const ownership: Step = ({ state }, facts) => {
  if (state.isImported) return stops('isImported');
  if (!['pending', 'lgpd', 'nps'].includes(state.status)) return stops('humanHasIt');
  const assigned = toAccountOwner(state, facts);
  return assigned ?? passes(noBotReason(state, facts) ?? 'botHasIt');
};

/** Why the ticket gets no menus and options. Out-of-hours replies are still sent. */
export function noBotReason({ isBot, userId }: BotState, { contact }: BotFacts): BotReason | undefined {
  if (!isBot) return userId === null ? 'humanHadIt' : 'humanHasIt';
  return contact.hasBot ? undefined : 'contactWithoutBot';
}

/** Assigns a new ticket to the account owner of its contact, without a menu. */
export function toAccountOwner(state: BotState, { contact: { accountOwner } }: BotFacts): StepResult | undefined {
  const isNew = state.botTurns === 0 && !state.hasShown;
  if (!accountOwner || !isNew || !state.isBot || state.status !== 'pending') return undefined;
  if (state.userId !== null || state.queueId !== null) return undefined;
  const reason = accountOwner.isAway ? 'walletAway' : 'wallet';
  return passes(reason, {
    state: { ...state, userId: accountOwner.userId, queueId: accountOwner.queueId, isBot: false },
    logEntries: [{ type: 'queue', reason }],
  });
}
