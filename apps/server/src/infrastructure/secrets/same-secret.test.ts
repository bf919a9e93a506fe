import { describe, expect, it } from 'vitest';
import { isSameSecret } from './same-secret.ts';

describe('isSameSecret', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['', 'abc', false],
    ['ã', 'ã', true],
    ['', '', false],
  ])('%j against %j is %j', (given, expected, result) => {
    expect(isSameSecret(given, expected)).toBe(result);
  });
});
