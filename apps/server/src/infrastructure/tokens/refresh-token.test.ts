import { expect, it } from 'vitest';
import { hashToken, newRefreshToken, successorOf } from './refresh-token.ts';

const secret = 'r'.repeat(40);

it('a refresh token is 256 random bits', () => {
  const tokens = Array.from({ length: 1_000 }, newRefreshToken);
  expect(new Set(tokens).size).toBe(1_000);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
});

it('hashToken is the SHA-256 of the token', () => {
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('a token has one successor in the same format, which has another successor', () => {
  const first = newRefreshToken();
  const second = successorOf(first, secret);
  expect(successorOf(first, secret)).toBe(second);
  expect(second).toMatch(/^[\w-]{43}$/);
  expect(new Set([first, second, successorOf(second, secret)]).size).toBe(3);
});

it('a successor cannot be computed without the secret', () => {
  const token = newRefreshToken();
  expect(successorOf(token, 's'.repeat(40))).not.toBe(successorOf(token, secret));
  expect(() => successorOf(token, 'short')).toThrow();
});
