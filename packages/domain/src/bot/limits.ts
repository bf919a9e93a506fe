import type { BotFacts, BotState } from './dialog.ts';

/** Why the bot may not repeat itself now; undefined when it may. */
export function silencedBy(
  { botTurns, spokeAt }: BotState,
  { now, connection }: BotFacts,
): 'turnsUsedUp' | 'tooSoon' | undefined {
  if (connection.maxTurns > 0 && botTurns >= connection.maxTurns) return 'turnsUsedUp';
  if (connection.pauseMinutes > 0 && spokeAt !== null && now < pauseEnds(spokeAt, connection.pauseMinutes))
    return 'tooSoon';
  return undefined;
}

/** After a menu or an absence note: one more, and the pause counts from the first of them. */
export const counted = (state: BotState, { now, connection }: BotFacts): BotState => ({
  ...state,
  botTurns: state.botTurns + 1,
  spokeAt: state.spokeAt !== null && now < pauseEnds(state.spokeAt, connection.pauseMinutes) ? state.spokeAt : now,
});

const pauseEnds = (from: Date, minutes: number): Date => new Date(+from + minutes * 60_000);
