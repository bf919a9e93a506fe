import { describe, expect, it } from 'vitest';
import { endingOf, readAck, readThrown, waitBefore } from './endings.ts';
import { messageIdOf } from './outgoing.ts';

describe('why a connection ended', () => {
  it.each([
    [515, true, { next: 'at-once' }],
    [401, true, { why: 'logged-out', next: 'afresh' }],
    [440, true, { why: 'replaced', next: 'rest' }],
    [403, true, { why: 'banned', next: 'rest' }],
    [402, true, { why: 'banned', next: 'rest' }],
    [405, true, { why: 'outdated', next: 'rest' }],
    [411, true, { why: 'broken', next: 'rest' }],
    [408, true, { why: 'network', next: 'again' }],
    [408, false, { why: 'unanswered', next: 'rest' }],
    [428, true, { why: 'network', next: 'again' }],
    [503, true, { why: 'network', next: 'again' }],
    [undefined, true, { why: 'network', next: 'again' }],
  ])('%s of a paired device (%s)', (code, isPaired, wanted) => expect(endingOf(code, isPaired)).toEqual(wanted));

  it('is tried again after two seconds, and later and later up to a minute', () => {
    const waits = Array.from({ length: 8 }, (_, attempt) => waitBefore(attempt, 0.5));
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect([waitBefore(0, 0), waitBefore(0, 1)]).toEqual([1500, 2500]);
  });
});

describe('how a send ended', () => {
  const ack = (attrs: object = {}) => readAck({ tag: 'ack', attrs: { class: 'message', ...attrs } });
  it.each([
    ['taken', ack(), undefined],
    ['already received', readAck({ tag: 'receipt', attrs: {} }), undefined],
    ['slower', ack({ error: '429', backoff: '3' }), { end: 'not-sent', code: 'rate', retryAfterMs: 3000 }],
    ['slower, it does not say until when', ack({ error: '429' }), { end: 'not-sent', retryAfterMs: 60_000 }],
    ['down', ack({ error: '503' }), { end: 'not-sent', code: 'down' }],
    ['no new conversations', ack({ error: '463' }), { end: 'refused', code: 'restricted' }],
    ['signed out', ack({ error: '401' }), { end: 'refused', isAccountDead: true }],
    ['refused', ack({ error: '479' }), { end: 'refused', code: 'refused' }],
    ['no word', readAck(undefined), { end: 'unknown' }],
    ['no word that can be read', readAck('what?'), { end: 'unknown' }],
    ['thrown before it left', readThrown(new Error('no session')), { end: 'not-sent', code: 'down' }],
    [
      'thrown while it left',
      readThrown(Object.assign(new Error('x'), { output: { statusCode: 408 } })),
      { end: 'unknown' },
    ],
    ['asked too often on the way', readThrown(Object.assign(new Error('x'), { data: 429 })), { code: 'rate' }],
  ])('%s', (_, fault, wanted) => (wanted ? expect(fault).toMatchObject(wanted) : expect(fault).toBeUndefined()));
});

it('a message is named after its send: always the same, never another’s, in the form linked devices use', () => {
  expect(messageIdOf('one')).toBe(messageIdOf('one'));
  expect(messageIdOf('one')).not.toBe(messageIdOf('two'));
  expect(messageIdOf('one')).toMatch(/^3EB0[0-9A-F]{18}$/);
});
