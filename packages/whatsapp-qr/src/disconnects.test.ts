import { describe, expect, it } from 'vitest';
import { parseDisconnect, parseAck, parseThrown, reconnectDelay } from './disconnects.ts';
import { messageIdOf } from './outgoing.ts';

describe('disconnect reasons', () => {
  it.each([
    [515, true, { next: 'reconnect-now' }],
    [401, true, { reason: 'logged-out', next: 'relink' }],
    [440, true, { reason: 'replaced', next: 'stop' }],
    [403, true, { reason: 'banned', next: 'stop' }],
    [402, true, { reason: 'banned', next: 'stop' }],
    [405, true, { reason: 'outdated', next: 'stop' }],
    [411, true, { reason: 'broken', next: 'stop' }],
    [408, true, { reason: 'network', next: 'reconnect' }],
    [408, false, { reason: 'unanswered', next: 'stop' }],
    [428, true, { reason: 'network', next: 'reconnect' }],
    [503, true, { reason: 'network', next: 'reconnect' }],
    [undefined, true, { reason: 'network', next: 'reconnect' }],
  ])('maps close code %s (paired: %s) to a reason and the next step', (code, isPaired, expected) =>
    expect(parseDisconnect(code, isPaired)).toEqual(expected),
  );

  it('doubles the reconnect delay from two seconds to one minute', () => {
    const waits = Array.from({ length: 8 }, (_, attempt) => reconnectDelay(attempt, 0.5));
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect([reconnectDelay(0, 0), reconnectDelay(0, 1)]).toEqual([1500, 2500]);
  });
});

describe('send results', () => {
  const ack = (attrs: object = {}) => parseAck({ tag: 'ack', attrs: { class: 'message', ...attrs } });
  it.each([
    ['accepted', ack(), undefined],
    ['receipt before the acknowledgement', parseAck({ tag: 'receipt', attrs: {} }), undefined],
    [
      'rate limit with a backoff',
      ack({ error: '429', backoff: '3' }),
      { end: 'not-sent', code: 'rate', retryAfterMs: 3000 },
    ],
    ['rate limit without a backoff', ack({ error: '429' }), { end: 'not-sent', retryAfterMs: 60_000 }],
    ['service unavailable', ack({ error: '503' }), { end: 'not-sent', code: 'down' }],
    ['new conversations restricted', ack({ error: '463' }), { end: 'refused', code: 'restricted' }],
    ['signed out', ack({ error: '401' }), { end: 'refused', isAccountDead: true }],
    ['refused', ack({ error: '479' }), { end: 'refused', code: 'refused' }],
    ['no acknowledgement', parseAck(undefined), { end: 'unknown' }],
    ['unreadable acknowledgement', parseAck('what?'), { end: 'unknown' }],
    ['error before sending', parseThrown(new Error('no session')), { end: 'not-sent', code: 'down' }],
    ['write timeout', parseThrown(Object.assign(new Error('x'), { output: { statusCode: 408 } })), { end: 'unknown' }],
    ['rate limit of a query', parseThrown(Object.assign(new Error('x'), { data: 429 })), { code: 'rate' }],
  ])('%s', (_, failure, expected) =>
    expected ? expect(failure).toMatchObject(expected) : expect(failure).toBeUndefined(),
  );
});

it('derives a stable, distinct message id from the correlation in the form of linked devices', () => {
  expect(messageIdOf('one')).toBe(messageIdOf('one'));
  expect(messageIdOf('one')).not.toBe(messageIdOf('two'));
  expect(messageIdOf('one')).toMatch(/^3EB0[0-9A-F]{18}$/);
});
