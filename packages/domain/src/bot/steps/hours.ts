import { openness, type DayHours } from '../../hours/hours.ts';
import type { BotFacts, BotState } from '../dialog.ts';
import { withCountedTurn, silenceReason } from '../limits.ts';
import { answers, botLogEntry, passes, silent, stops, textReply, type Step, type StepResult } from './step.ts';

/** Business hours of the company or the connection, checked before the menu. */
export const hours: Step = ({ state }, facts) => {
  const { scheduleType } = facts.settings;
  if (scheduleType !== 'company' && scheduleType !== 'connection') return passes('hoursNotUsed');
  const schedules = scheduleType === 'company' ? facts.companySchedules : facts.connection.schedules;
  return checkHours(state, facts, schedules, facts.connection.outOfHours);
};

/** Business hours of the ticket's queue. */
export const queueHours: Step = ({ state }, facts) => {
  const queue = state.queueId === null ? undefined : facts.queueById(state.queueId);
  if (facts.settings.scheduleType !== 'queue' || !queue) return passes('hoursNotUsed');
  return checkHours(state, facts, queue.schedules, queue.outOfHours);
};

function checkHours(state: BotState, facts: BotFacts, schedules: readonly DayHours[], closedText: string): StepResult {
  const { timeZone, holidays, now } = facts;
  const status = openness({ schedules, holidays, timeZone }, now);
  if (status === 'open') return passes('insideHours');
  const reason = status === 'holiday' ? 'holiday' : 'outsideHours';
  // Without an out-of-hours text the bot stops silently.
  if (closedText.trim() === '') return stops(reason, { logEntries: [botLogEntry(reason)] });
  const silence = silenceReason(state, facts);
  if (silence) return silent(silence);
  return answers(reason, [textReply(closedText)], {
    state: withCountedTurn(state, facts),
    logEntries: [botLogEntry(reason)],
  });
}
