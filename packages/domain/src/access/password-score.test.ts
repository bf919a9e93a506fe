import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LOW_PASSWORD_SCORE, passwordScore } from './password-score.ts';

describe('password score [M-002]', () => {
  it.each([
    ['', 0],
    ['       ', 0],
    ['        ', 1],
    ['abc', 1],
    ['ABC', 1],
    ['123', 1],
    ['!!!', 1],
    ['abcdefgh', 2],
    ['12345678', 2],
    ['abcD', 2],
    ['abcdef1', 2],
    ['abcDEF12', 4],
    ['abcDEF1!', 5],
    ['aB1!', 4],
    ['Senha-de-teste-1', 5],
    ['çÉ٣€ word', 5],
    ['ação', 1],
    ['日本語日本語日本', 1],
  ])('of %j is %i', (password, score) => {
    expect(passwordScore(password)).toBe(score);
  });

  it('is low at two points or fewer', () => {
    expect(LOW_PASSWORD_SCORE).toBe(2);
    expect(passwordScore('abcdefgh') <= LOW_PASSWORD_SCORE).toBe(true);
    expect(passwordScore('abcdefg1H') <= LOW_PASSWORD_SCORE).toBe(false);
  });

  it('never decreases for a longer password', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (start, more) => passwordScore(start + more) >= passwordScore(start)),
    );
  });
});
