import { expect, it } from 'vitest';
import { flow, http, message, openai } from './flow.fixture.ts';
import { keysOf, mapKeys, withoutKeys } from './keys.ts';

const doc = flow([
  message('m', 'x'),
  openai('o', { apiKeyRef: 'key-1', voiceKeyRef: null }),
  http('h', {
    headers: [
      { name: 'X-Plain', value: 'key-2' },
      { name: 'X-Key', keyRef: 'key-3' },
      { name: 'X-Empty', keyRef: '' },
    ],
  }),
]);

it('keys of a document are listed with their place', () => {
  expect(keysOf(doc)).toEqual([
    { nodeId: 'o', path: 'apiKeyRef', ref: 'key-1' },
    { nodeId: 'h', path: 'headers.1.keyRef', ref: 'key-3' },
  ]);
});
it('keys are replaced one by one', () => {
  const mapped = mapKeys(doc, ({ ref }) => (ref === 'key-1' ? 'new' : null));
  expect(keysOf(mapped)).toEqual([{ nodeId: 'o', path: 'apiKeyRef', ref: 'new' }]);
  expect(keysOf(doc)).toHaveLength(2);
});
it('a copy for others names no key [FL-20]', () => {
  expect(keysOf(withoutKeys(doc))).toEqual([]);
  expect(JSON.stringify(withoutKeys(doc))).not.toMatch(/key-[13]/);
});
