import { describe, expect, it } from 'vitest';
import { parseDisconnect, parseAck, parseThrown, reconnectDelay } from './disconnects.ts';
import { messageIdOf } from './outgoing.ts';

describe('why a connection ended', () => {
  it.each([
    [515, true, { next: 'at-once' }],
    [401, true, { reason: 'logged-out', next: 'afresh' }],
    [440, true, { reason: 'replaced', next: 'rest' }],
    [403, true, { reason: 'banned', next: 'rest' }],
    [402, true, { reason: 'banned', next: 'rest' }],
    [405, true, { reason: 'outdated', next: 'rest' }],
    [411, true, { reason: 'broken', next: 'rest' }],
    [408, true, { reason: 'network', next: 'again' }],
    [408, false, { reason: 'unanswered', next: 'rest' }],
    [428, true, { reason: 'network', next: 'again' }],
    [503, true, { reason: 'network', next: 'again' }],
    [undefined, true, { reason: 'network', next: 'again' }],
  ])('%s of a paired device (%s)', (code, isPaired, expected) =>
    expect(parseDisconnect(code, isPaired)).toEqual(expected),
  );

  it('is tried again after two seconds, and later and later up to a minute', () => {
    const waits = Array.from({ length: 8 }, (_, attempt) => reconnectDelay(attempt, 0.5));
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect([reconnectDelay(0, 0), reconnectDelay(0, 1)]).toEqual([1500, 2500]);
  });
});

describe('how a send ended', () => {
  const ack = (attrs: object = {}) => parseAck({ tag: 'ack', attrs: { class: 'message', ...attrs } });
  it.each([
    ['taken', ack(), undefined],
    ['already received', parseAck({ tag: 'receipt', attrs: {} }), undefined],
    ['slower', ack({ error: '429', backoff: '3' }), { end: 'not-sent', code: 'rate', retryAfterMs: 3000 }],
    ['slower, it does not say until when', ack({ error: '429' }), { end: 'not-sent', retryAfterMs: 60_000 }],
    ['down', ack({ error: '503' }), { end: 'not-sent', code: 'down' }],
    ['no new conversations', ack({ error: '463' }), { end: 'refused', code: 'restricted' }],
    ['signed out', ack({ error: '401' }), { end: 'refused', isAccountDead: true }],
    ['refused', ack({ error: '479' }), { end: 'refused', code: 'refused' }],
    ['no word', parseAck(undefined), { end: 'unknown' }],
    ['no word that can be read', parseAck('what?'), { end: 'unknown' }],
    ['thrown before it left', parseThrown(new Error('no session')), { end: 'not-sent', code: 'down' }],
    [
      'thrown while it left',
      parseThrown(Object.assign(new Error('x'), { output: { statusCode: 408 } })),
      { end: 'unknown' },
    ],
    ['asked too often on the way', parseThrown(Object.assign(new Error('x'), { data: 429 })), { code: 'rate' }],
  ])('%s', (_, failure, expected) =>
    expected ? expect(failure).toMatchObject(expected) : expect(failure).toBeUndefined(),
  );
});

it('a message is named after its send: always the same, never another’s, in the form linked devices use', () => {
  expect(messageIdOf('one')).toBe(messageIdOf('one'));
  expect(messageIdOf('one')).not.toBe(messageIdOf('two'));
  expect(messageIdOf('one')).toMatch(/^3EB0[0-9A-F]{18}$/);
});
