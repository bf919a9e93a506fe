import { isAway } from '../../hours/hours.ts';
import { counted, silencedBy } from '../limits.ts';
import { answers, bot, passes, silent, text, type Step } from './step.ts';

/** While everybody is away nothing else is asked or taken. */
export const vacation: Step = ({ state }, facts) => {
  const { message, start, end } = facts.connection.vacation;
  if (message.trim() === '' || !isAway({ start, end }, facts.timeZone, facts.now)) return passes('noVacation');
  const why = silencedBy(state, facts);
  if (why) return silent(why);
  return answers('onVacation', [text(message)], { state: counted(state, facts), lines: [bot('onVacation')] });
};
