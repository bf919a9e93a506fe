import { expect, it } from 'vitest';
import { plainRichText } from './rich-text.ts';

it.each([
  [' oi ', ' *oi* '],
  ['oi', '*oi*'],
  ['\n a  b\n\n', '\n *a  b*\n\n'],
  ['   ', '   '],
  ['', ''],
])('spaces around the bold text %j stay outside of the marks', (text, expected) =>
  expect(plainRichText([{ text, bold: true }])).toBe(expected),
);

it('a text of a bot with a megabyte of blanks is marked in linear time', () => {
  const started = performance.now();
  expect(plainRichText([{ text: `a${' '.repeat(1_000_000)}b`, bold: true }])).toHaveLength(1_000_004);
  expect(performance.now() - started).toBeLessThan(2_000);
});
