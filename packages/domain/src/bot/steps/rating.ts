import { phrases } from '../phrases.ts';
import { answers, bot, passes, silent, text, type Step } from './step.ts';

/** Any whole number from 0 to 10, and nothing else, is a score. */
export function readRating(words: string): number | undefined {
  const digits = words.trim();
  return /^(?:\d|10)$/.test(digits) ? Number(digits) : undefined;
}

/** Raw 0 to 10 as one of five faces. */
export const faceOf = (rating: number): 1 | 2 | 3 | 4 | 5 =>
  rating <= 2 ? 1 : rating <= 4 ? 2 : rating <= 6 ? 3 : rating <= 8 ? 4 : 5;

/** Somebody was asked how it was: a score ends the conversation, anything else is asked again, a few times. */
export const rating: Step = ({ state, message }, { connection, farewell }) => {
  if (state.status !== 'nps') return passes('noRatingAsked');
  const rates = readRating(message?.text ?? '');
  if (rates !== undefined)
    return answers('rated', [text(farewell)], {
      state: { ...state, status: 'closed' },
      rates,
      closes: { by: 'bot', why: 'rated' },
    });
  if (state.ratingTurns >= connection.maxRatingTurns) return silent('ratingAsksUsedUp');
  return answers('ratingNotUnderstood', [text(phrases.notARating), text(connection.rating)], {
    state: { ...state, ratingTurns: state.ratingTurns + 1 },
    lines: [bot('ratingNotUnderstood')],
  });
};
