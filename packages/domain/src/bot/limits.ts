import type { BotFacts, BotState } from './dialog.ts';

/** Why the bot must not reply again now; undefined when it can. */
export function silenceReason(
  { botTurns, repliedAt }: BotState,
  { now, connection }: BotFacts,
): 'turnsUsedUp' | 'tooSoon' | undefined {
  if (connection.maxTurns > 0 && botTurns >= connection.maxTurns) return 'turnsUsedUp';
  if (connection.pauseMinutes > 0 && repliedAt !== null && now < pauseEnds(repliedAt, connection.pauseMinutes))
    return 'tooSoon';
  return undefined;
}

/** Counts a menu or an out-of-hours reply. The pause starts at the first of them. */
export const withCountedTurn = (state: BotState, { now, connection }: BotFacts): BotState => ({
  ...state,
  botTurns: state.botTurns + 1,
  repliedAt:
    state.repliedAt !== null && now < pauseEnds(state.repliedAt, connection.pauseMinutes) ? state.repliedAt : now,
});

const pauseEnds = (from: Date, minutes: number): Date => new Date(+from + minutes * 60_000);
