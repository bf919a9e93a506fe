import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasTooManyItems, MAX_PAYLOAD_ITEMS } from './payload-items.ts';

const countItems = (value: unknown): number => {
  if (Array.isArray(value)) return Math.max(1, value.length) + value.reduce<number>((n, v) => n + countItems(v), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((n, v) => n + countItems(v), 0);
};

it('counts the elements of all lists as a parser would see them [F-A1]', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat({ max: 2 }), (value, indent) => {
      const body = Buffer.from(JSON.stringify(value, null, indent));
      const items = countItems(value);
      if (items > 0) expect(hasTooManyItems(body, items - 1)).toBe(true);
      // Short texts are not scanned, whatever they contain.
      expect(hasTooManyItems(body, items)).toBe(false);
    }),
    { seed: 20_261_116, numRuns: 2000 },
  );
});

it.each([
  ['zeros in one list', `{"messages":[${'0,'.repeat(MAX_PAYLOAD_ITEMS)}0]}`],
  ['lists in lists', `${'['.repeat(2 * MAX_PAYLOAD_ITEMS)}${']'.repeat(2 * MAX_PAYLOAD_ITEMS)}`],
  ['empty objects', `[${'{},'.repeat(MAX_PAYLOAD_ITEMS)}{}]`],
])('refuses %s above the bound [F-A1]', (_, text) => {
  expect(hasTooManyItems(Buffer.from(text))).toBe(true);
});

it('accepts long texts and many fields without lists', () => {
  const fields = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, '[,"\\']));
  expect(hasTooManyItems(Buffer.from(JSON.stringify(fields)))).toBe(false);
});
