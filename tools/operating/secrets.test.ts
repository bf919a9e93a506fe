import { expect, it } from 'vitest';
import { secretsIn, secretsInFiles } from './secrets.ts';

const letters = (length: number) => 'aB3dE5gH'.repeat(20).slice(0, length);

it('the repository has no key in any file [DP-06]', () => {
  expect(secretsInFiles()).toEqual([]);
});

it.each([
  ['private key', `-----BEGIN ${'PRIVATE'} KEY-----\n${letters(64)}\n`],
  ['age key', `AGE-SECRET-KEY-${'1'}${letters(58).toUpperCase()}`],
  ['Meta', `EAA${letters(70)}`],
  ['OpenAI', `sk-${'proj'}-${letters(40)}`],
  ['Google', `AIza${letters(35)}`],
  ['AWS', `AKIA${letters(16).toUpperCase()}`],
  ['GitHub', `ghp_${letters(36)}`],
  ['GitLab', `glpat-${letters(20)}`],
  ['npm', `npm_${letters(36)}`],
  ['Slack', `xoxb-${letters(24)}`],
  ['Stripe', `sk_live_${letters(24)}`],
  ['Mercado Pago', `APP_USR-${'1'.repeat(16)}-101010-x`],
  ['Asaas', `$aact_prod_${letters(40)}`],
])('a key of the form %s is found', (name, key) => {
  expect(secretsIn(`KEY=${key} `)).toEqual([name]);
});

it('a text about keys is none', () => {
  expect(secretsIn("startsWith('-----BEGIN PRIVATE KEY-----')\nsk-short EAAshort AGE-SECRET-KEY-1…")).toEqual([]);
});
