import { describe, expect, it } from 'vitest';
import type { ChannelEvent, Peer } from '../../../channels/port.ts';
import { fromStoredEvent, toStoredEvent, type StoredEvent } from './stored-event.ts';

const at = '2026-01-05T12:00:00.000Z';
const peer: Peer = { identities: [{ kind: 'phone', value: '5511987654321' }], name: 'Helena', isGroup: false };
const group: Peer = { identities: [{ kind: 'group', value: 'g1' }], isGroup: true };

/** One event of each type, with all optional fields; a new type does not compile without a row here. */
const events: { [Type in ChannelEvent['type']]: Extract<ChannelEvent, { type: Type }> } = {
  message: {
    type: 'message',
    wid: 'w1',
    peer: group,
    author: peer,
    fromMe: false,
    at,
    content: { kind: 'unsupported', what: 'hologram' },
    quotes: 'w0',
    isForwarded: true,
    correlation: 'c1',
    isHistory: true,
    isUnrecognized: true,
    about: { type: 'ad', id: '7', clickId: 'c' },
    isStandby: true,
  },
  receipt: {
    type: 'receipt',
    wid: 'w1',
    correlation: 'c1',
    peer,
    status: 'failed',
    at,
    fault: { code: 'ERR_CHANNEL_REFUSED', detail: 'no' },
  },
  edited: { type: 'edited', wid: 'w1', fromMe: false, peer, text: 'corrigida', at, version: 2 },
  removed: { type: 'removed', wid: 'w1', fromMe: false, peer, at },
  reported: { type: 'reported', wid: 'w1', correlation: 'c1', peer, label: 'warning', detail: 'x', at },
  source: { type: 'source', peer, about: { type: 'link', ref: 'promo' }, at },
  logged: { type: 'logged', label: 'security', detail: '', at },
  picture: { type: 'picture', peer, media: { mime: 'image/jpeg', ref: 'r1' } },
  session: { type: 'session', status: 'CONNECTED', qrcode: 'q', pairingCode: 'p', number: '55', because: 'b' },
  'read-up-to': { type: 'read-up-to', peer, status: 'read', upTo: at },
  renumbered: { type: 'renumbered', from: peer, peer: group, at },
  history: { type: 'history', progress: 40 },
  health: {
    type: 'health',
    update: 'limit',
    detail: '250',
    at,
    until: at,
    newChats: { total: 40, used: 12 },
  },
  preference: { type: 'preference', peer, wantsMarketing: false, at },
  template: { type: 'template', name: 'x', language: 'pt_BR', status: 'approved', because: '' },
};
const afterDatabase = (stored: StoredEvent) => JSON.parse(JSON.stringify(stored)) as StoredEvent;

describe('toStoredEvent and fromStoredEvent', () => {
  it.each(Object.values(events))('restore an event of type $type', (event) => {
    expect(fromStoredEvent(afterDatabase(toStoredEvent(event)))).toEqual(event);
  });

  it('leave out optional fields that the event does not have', () => {
    const event: ChannelEvent = { type: 'receipt', wid: 'w1', peer, status: 'read', at };
    expect(fromStoredEvent(afterDatabase(toStoredEvent(event)))).toEqual(event);
    expect(Object.keys(toStoredEvent(event)).sort()).toEqual(['at', 'is', 'peer', 'told', 'wid']);
  });
});

describe('rows of earlier versions', () => {
  // Written out: the keys `is`, `told`, `what` and `isPuzzle` are what the columns `signal` hold.
  const rows: [StoredEvent, ChannelEvent][] = [
    [
      { is: 'message', wid: 'w1', peer, fromMe: false, at, content: { kind: 'text', text: 'oi' }, isPuzzle: true },
      {
        type: 'message',
        wid: 'w1',
        peer,
        fromMe: false,
        at,
        content: { kind: 'text', text: 'oi' },
        isUnrecognized: true,
      },
    ],
    [
      { is: 'receipt', wid: 'w1', peer, told: 'delivered', at },
      { type: 'receipt', wid: 'w1', peer, status: 'delivered', at },
    ],
    [
      { is: 'read-up-to', peer, told: 'read', upTo: at },
      { type: 'read-up-to', peer, status: 'read', upTo: at },
    ],
    [
      { is: 'health', what: 'banned', detail: 'spam', at },
      { type: 'health', update: 'banned', detail: 'spam', at },
    ],
    [
      { is: 'session', status: 'qrcode', qrcode: 'q' },
      { type: 'session', status: 'qrcode', qrcode: 'q' },
    ],
  ];

  it.each(rows)('are read: %j', (stored, event) => {
    expect(fromStoredEvent(stored)).toEqual(event);
  });

  it.each(rows)('are written unchanged, so that nodes of both versions can read them: %j', (stored, event) => {
    expect(toStoredEvent(event)).toEqual(stored);
  });
});
