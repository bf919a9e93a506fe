import { describe, expect, it } from 'vitest';
import type { BotState } from '../dialog.ts';
import { phrases } from '../phrases.ts';
import { faceOf, parseRating } from './rating.ts';
import { decisiveStep, receive, textsOf } from '../turn.fixture.ts';

describe('rating [M-154] [M-155]', () => {
  const askedState: Partial<BotState> = { status: 'nps', userId: 5, ratingTurns: 1 };
  it.each([
    ['0', 0],
    ['7', 7],
    [' 10 ', 10],
    ['9', 9],
    ['12', undefined],
    ['11', undefined],
    ['-1', undefined],
    ['9,5', undefined],
    ['010', undefined],
    ['abc', undefined],
    ['nota 9', undefined],
    ['', undefined],
  ])('%j is parsed as %j', (text, expected) => expect(parseRating(text)).toBe(expected));

  it('stores the score, sends the farewell and closes the ticket', () => {
    const turn = receive('9', askedState);
    expect([turn.rates, textsOf(turn), turn.closes]).toEqual([9, ['Ana agradece!'], { by: 'bot', reason: 'rated' }]);
  });
  it('repeats the question up to the limit, then waits without a reply', () => {
    const again = receive('12', askedState);
    expect([textsOf(again), again.state.ratingTurns, again.rates]).toEqual([
      [phrases.notARating, 'De 0 a 10, como foi?'],
      2,
      null,
    ]);
    expect(decisiveStep(receive('abc', { ...askedState, ratingTurns: 3 }))).toBe('rating stops ratingAsksUsedUp');
    expect(receive('8', { ...askedState, ratingTurns: 3 }).rates).toBe(8);
  });
  it('repeats the question without a limit when the limit is 0 [F-U14]', () => {
    const turn = receive('x', { ...askedState, ratingTurns: 40 }, { connection: { maxRatingTurns: 0 } });
    expect(decisiveStep(turn)).toBe('rating answers ratingNotUnderstood');
  });
  it('maps scores to five faces', () => {
    expect(Array.from({ length: 11 }, (_, n) => faceOf(n))).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });
});
