import type { BotState } from '../dialog.ts';
import { isAway } from '../../hours/hours.ts';
import { withCountedTurn, silenceReason } from '../limits.ts';
import { answers, botLogEntry, passes, silent, stops, textReply, type Step } from './step.ts';

/** During the company vacation only the vacation text is sent. */
export const vacation: Step = ({ state }, facts) => {
  const { message, start, end } = facts.connection.vacation;
  if (message.trim() === '' || !isAway({ start, end }, facts.timeZone, facts.now)) return passes('noVacation');
  // A new conversation waits where agents see it. The consent is asked after the vacation.
  const isUnasked = state.status === 'lgpd' && !state.wasAskedConsent;
  const waiting: BotState = isUnasked ? { ...state, status: 'pending' } : state;
  const reason = silenceReason(state, facts);
  if (reason) return isUnasked ? stops(reason, { state: waiting }) : silent(reason);
  return answers('onVacation', [textReply(message)], {
    state: withCountedTurn(waiting, facts),
    logEntries: [botLogEntry('onVacation')],
  });
};
