import { phrases } from '../phrases.ts';
import { answers, botLogEntry, passes, silent, textReply, type Step } from './step.ts';

/** Parses a score: a whole number from 0 to 10 and nothing else. */
export function parseRating(text: string): number | undefined {
  const digits = text.trim();
  return /^(?:\d|10)$/.test(digits) ? Number(digits) : undefined;
}

/** Maps a score of 0 to 10 to one of five faces. */
export const faceOf = (rating: number): 1 | 2 | 3 | 4 | 5 =>
  rating <= 2 ? 1 : rating <= 4 ? 2 : rating <= 6 ? 3 : rating <= 8 ? 4 : 5;

/** A score closes the ticket. Any other answer repeats the question, up to `maxRatingTurns` times; 0 means no limit. */
export const rating: Step = ({ state, message }, { connection, farewell }) => {
  if (state.status !== 'nps') return passes('noRatingAsked');
  const rates = parseRating(message?.text ?? '');
  if (rates !== undefined)
    return answers('rated', [textReply(farewell)], {
      state: { ...state, status: 'closed' },
      rates,
      closes: { by: 'bot', reason: 'rated' },
    });
  if (connection.maxRatingTurns > 0 && state.ratingTurns >= connection.maxRatingTurns)
    return silent('ratingAsksUsedUp');
  return answers('ratingNotUnderstood', [textReply(phrases.notARating), textReply(connection.rating)], {
    state: { ...state, ratingTurns: state.ratingTurns + 1 },
    logEntries: [botLogEntry('ratingNotUnderstood')],
  });
};
