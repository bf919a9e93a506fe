import { expect, it } from 'vitest';
import { hasCardNumber, redactCardNumbers } from './card-number.ts';

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

it.each([
  ['card 4111 1111 1111 1111 was declined', 'card [card] was declined'],
  ['/invoices/4111111111111111?x=5500%200000%200000%200004', '/invoices/[card]?x=[card]'],
  ['a=4111+1111+1111+1111&b=2', 'a=[card]&b=2'],
  ['txid 1319846781234567 of 2026-11-19', 'txid 1319846781234567 of 2026-11-19'],
  ['', ''],
])('in «%s» no card number is left', (text, expected) => {
  expect(redactCardNumbers(text)).toBe(expected);
});
