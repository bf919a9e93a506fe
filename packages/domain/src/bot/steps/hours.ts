import { openness, type DayHours } from '../../hours/hours.ts';
import type { BotFacts, BotState } from '../dialog.ts';
import { counted, silencedBy } from '../limits.ts';
import { answers, bot, passes, silent, stops, text, type Step, type Taken } from './step.ts';

/** The hours of the whole house or of this connection, before any menu. */
export const hours: Step = ({ state }, facts) => {
  const { scheduleType } = facts.settings;
  if (scheduleType !== 'company' && scheduleType !== 'connection') return passes('hoursNotUsed');
  const schedules = scheduleType === 'company' ? facts.companySchedules : facts.connection.schedules;
  return within(state, facts, schedules, facts.connection.outOfHours);
};

/** The hours of the queue a conversation came into. */
export const queueHours: Step = ({ state }, facts) => {
  const queue = state.queueId === null ? undefined : facts.queueById(state.queueId);
  if (facts.settings.scheduleType !== 'queue' || !queue) return passes('hoursNotUsed');
  return within(state, facts, queue.schedules, queue.outOfHours);
};

function within(state: BotState, facts: BotFacts, schedules: readonly DayHours[], words: string): Taken {
  const { timeZone, holidays, now } = facts;
  const how = openness({ schedules, holidays, timeZone }, now);
  if (how === 'open') return passes('insideHours');
  const why = how === 'holiday' ? 'holiday' : 'outsideHours';
  // Closed is closed, also for whom nothing was written to say so.
  if (words.trim() === '') return stops(why, { lines: [bot(why)] });
  const silence = silencedBy(state, facts);
  if (silence) return silent(silence);
  return answers(why, [text(words)], { state: counted(state, facts), lines: [bot(why)] });
}
