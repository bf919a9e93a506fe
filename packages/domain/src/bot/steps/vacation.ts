import { isAway } from '../../hours/hours.ts';
import { withCountedTurn, silenceReason } from '../limits.ts';
import { answers, botLogEntry, passes, silent, textReply, type Step } from './step.ts';

/** While everybody is away nothing else is asked or taken. */
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
