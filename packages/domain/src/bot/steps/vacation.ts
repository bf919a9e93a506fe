import { isAway } from '../../hours/hours.ts';
import { withCountedTurn, silenceReason } from '../limits.ts';
import { answers, botLogEntry, passes, silent, textReply, type Step } from './step.ts';

/** During the company vacation only the vacation text is sent. */
export const vacation: Step = ({ state }, facts) => {
  const { message, start, end } = facts.connection.vacation;
  if (message.trim() === '' || !isAway({ start, end }, facts.timeZone, facts.now)) return passes('noVacation');
  const reason = silenceReason(state, facts);
  if (reason) return silent(reason);
  return answers('onVacation', [textReply(message)], {
    state: withCountedTurn(state, facts),
    logEntries: [botLogEntry('onVacation')],
  });
};
