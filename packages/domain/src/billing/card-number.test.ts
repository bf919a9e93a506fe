import { expect, it } from 'vitest';
import { hasCardNumber } from './card-number.ts';

it.each([
  ['4111111111111111', true],
  ['cartão 5500 0000 0000 0004, venc. 12/30', true],
  ['3400-0000-0000-009', true],
  ['4222222222222', true],
  ['6304000000000000', true],
  ['4111111111111112', false],
  ['11 98765-4321', false],
  ['Rua das Flores 4111, apto 11', false],
  ['34191790010104351004791020150008291070026000', false],
  ['', false],
])('a card number in «%s»: %s', (text, expected) => {
  expect(hasCardNumber(text)).toBe(expected);
});
