import type { BaileysEventMap, WACallEvent, WAMessage } from 'baileys';
import { describe, expect, it } from 'vitest';
import {
  createCalls,
  EDIT,
  groupReceiptItems,
  historyItems,
  mappingItems,
  messageItems,
  REVOKE,
  STATUS,
  statusItems,
  STUB,
  type Facts,
} from './events.ts';

const facts: Facts = {
  phoneOf: (lid) => (lid === '77' ? '5500911110007' : undefined),
  nameOf: (jid) => (jid === '12036@g.us' ? 'Turma' : undefined),
};
const jid = '5500911110001@s.whatsapp.net';
const group = '12036@g.us';
const message = (more: Partial<WAMessage>): WAMessage => ({
  key: { remoteJid: jid, id: 'A1', fromMe: false },
  message: { conversation: 'oi' },
  messageTimestamp: 1000,
  pushName: 'Ana',
  ...more,
});
const text = { kind: 'text', text: 'oi' };
const baseItem = { item: 'message', id: 'A1', fromMe: false, at: 1000, content: text };

describe('messageItems', () => {
  const rows: [string, Partial<WAMessage>, unknown[]][] = [
    ['a direct message', {}, [{ ...baseItem, chat: { phone: '5500911110001', name: 'Ana' } }]],
    [
      'a message of a LID with its number in the key',
      { key: { remoteJid: '55@lid', remoteJidAlt: jid, id: 'A1', fromMe: false } },
      [{ ...baseItem, chat: { phone: '5500911110001', lid: '55', name: 'Ana' } }],
    ],
    [
      'a message of a LID with a known number',
      { key: { remoteJid: '77:3@lid', id: 'A1', fromMe: false } },
      [{ ...baseItem, chat: { phone: '5500911110007', lid: '77', name: 'Ana' } }],
    ],
    [
      'a message of a LID with a user name and no number',
      { key: { remoteJid: '88@lid', remoteJidUsername: 'ana.k', id: 'A1', fromMe: false } },
      [{ ...baseItem, chat: { lid: '88', name: 'Ana', username: 'ana.k' } }],
    ],
    [
      'an own message, whose push name is not the contact’s',
      { key: { remoteJid: jid, id: 'A1', fromMe: true } },
      [{ ...baseItem, fromMe: true, chat: { phone: '5500911110001' } }],
    ],
    [
      'a group message with its author',
      {
        key: {
          remoteJid: group,
          participant: '77@lid',
          participantAlt: '5500911110007@s.whatsapp.net',
          id: 'A1',
          fromMe: false,
        },
      },
      [
        {
          ...baseItem,
          chat: { group: '12036', name: 'Turma' },
          author: { phone: '5500911110007', lid: '77', name: 'Ana' },
        },
      ],
    ],
    [
      'an edit',
      {
        message: {
          protocolMessage: {
            type: EDIT,
            key: { id: 'Z9' },
            editedMessage: { conversation: 'olá' },
            timestampMs: 5_000_000,
          },
        },
      },
      [{ item: 'edit', id: 'Z9', chat: { phone: '5500911110001', name: 'Ana' }, fromMe: false, text: 'olá', at: 5000 }],
    ],
    [
      'a wrapped edit',
      {
        message: {
          editedMessage: {
            message: {
              protocolMessage: {
                type: EDIT,
                key: { id: 'Z9' },
                editedMessage: { extendedTextMessage: { text: 'olá' } },
              },
            },
          },
        },
      },
      [{ item: 'edit', id: 'Z9', chat: { phone: '5500911110001', name: 'Ana' }, fromMe: false, text: 'olá', at: 1000 }],
    ],
    [
      'an edit without a text [F-G1]',
      { message: { protocolMessage: { type: EDIT, key: { id: 'Z9' }, editedMessage: null } } },
      [],
    ],
    [
      'a removal',
      { message: { protocolMessage: { type: REVOKE, key: { id: 'Z9' } } } },
      [{ item: 'removal', id: 'Z9', chat: { phone: '5500911110001', name: 'Ana' }, fromMe: false, at: 1000 }],
    ],
    [
      'a removal of another author’s message, with the real sender [F-H4]',
      {
        key: {
          remoteJid: group,
          participant: '77@lid',
          participantAlt: '5500911110007@s.whatsapp.net',
          id: 'A1',
          fromMe: false,
        },
        message: { protocolMessage: { type: REVOKE, key: { id: 'Z9', fromMe: true, participant: '88@lid' } } },
      },
      [
        {
          item: 'removal',
          id: 'Z9',
          chat: { group: '12036', name: 'Turma' },
          author: { phone: '5500911110007', lid: '77', name: 'Ana' },
          fromMe: false,
          at: 1000,
        },
      ],
    ],
    [
      'a view-once message for the phone only',
      { key: { remoteJid: jid, id: 'A1', fromMe: false, isViewOnce: true }, message: null },
      [{ ...baseItem, content: { kind: 'strange', what: 'view-once' }, chat: { phone: '5500911110001', name: 'Ana' } }],
    ],
    [
      'a missed call',
      { message: null, messageStubType: STUB.missedVideo },
      [
        {
          ...baseItem,
          content: { kind: 'call', isVideo: true, outcome: 'missed' },
          chat: { phone: '5500911110001', name: 'Ana' },
        },
      ],
    ],
    [
      'a change of number',
      { message: null, messageStubType: STUB.newNumber, messageStubParameters: ['5500911119999@s.whatsapp.net'] },
      [
        {
          item: 'renumbered',
          from: { phone: '5500911110001', name: 'Ana' },
          to: { phone: '5500911119999', name: 'Ana' },
          at: 1000,
        },
      ],
    ],
    ['any other system message', { message: null, messageStubType: 27 }, []],
    ['a status update', { key: { remoteJid: 'status@broadcast', participant: jid, id: 'A1' } }, []],
    ['a broadcast list', { key: { remoteJid: '123@broadcast', participant: jid, id: 'A1' } }, []],
    ['a newsletter', { key: { remoteJid: '123@newsletter', id: 'A1' } }, []],
    ['a message between own devices', { category: 'peer' }, []],
    ['a message without an id', { key: { remoteJid: jid, id: null } }, []],
    [
      'a timestamp as a Long object',
      { messageTimestamp: { toNumber: () => 1000 } as never },
      [{ ...baseItem, chat: { phone: '5500911110001', name: 'Ana' } }],
    ],
  ];
  it.each(rows)('parses %s', (_, more, expected) => expect(messageItems(message(more), facts)).toEqual(expected));
});

describe('historyItems', () => {
  it('returns messages of the range oldest first, marked as history, and the progress', () => {
    const at = (messageTimestamp: number, id: string, more: Partial<WAMessage> = {}) =>
      message({ key: { remoteJid: jid, id, fromMe: false }, messageTimestamp, ...more });
    const messages = [
      at(300, 'C'),
      at(200, 'B'),
      at(99, 'too old'),
      at(401, 'too new'),
      at(250, 'G', { key: { remoteJid: group, id: 'G' } }),
    ];
    const range = { from: 100, to: 400, hasGroups: false };
    const items = historyItems({ messages, progress: 42 }, facts, range);
    expect(items.map((item) => ('id' in item ? item.id : item.item))).toEqual(['B', 'C', 'history']);
    expect(items[0]).toMatchObject({ isHistory: true });
    expect(items.at(-1)).toEqual({ item: 'history', percent: 42 });
    expect(historyItems({ messages }, facts, { ...range, hasGroups: true })).toHaveLength(3);
  });
});

describe('receipts', () => {
  const update = (status: number, more: Partial<BaileysEventMap['messages.update'][0]> = {}) =>
    statusItems(
      [{ key: { remoteJid: jid, id: 'A1', fromMe: true }, update: { status, messageTimestamp: 9 }, ...more }],
      facts,
    );
  it.each([
    [STATUS.sent, 'sent'],
    [STATUS.delivered, 'delivered'],
    [STATUS.read, 'read'],
    [STATUS.played, 'played'],
  ])('maps status %i to %s', (status, expected) =>
    expect(update(status)).toEqual([
      { item: 'receipt', id: 'A1', chat: { phone: '5500911110001' }, status: expected, at: 9 },
    ]),
  );
  it('reports the error code of a failed message', () => {
    const failedUpdate = { status: STATUS.error, messageStubParameters: ['463'] };
    expect(update(0, { update: failedUpdate })).toMatchObject([{ status: 'failed', code: '463' }]);
  });
  it('ignores messages of others and pending messages', () => {
    expect(update(STATUS.read, { key: { remoteJid: jid, id: 'A1', fromMe: false } })).toEqual([]);
    expect(update(1)).toEqual([]);
  });
  it('reports a group message as delivered when one member has read it', () => {
    const key = { remoteJid: group, id: 'A1', fromMe: true };
    const receipt = { userJid: jid, readTimestamp: 9 };
    expect(groupReceiptItems([{ key, receipt }], facts)).toMatchObject([
      { status: 'delivered', chat: { group: '12036' } },
    ]);
  });
});

describe('calls', () => {
  const call = (status: WACallEvent['status'], more: Partial<WACallEvent> = {}): WACallEvent => ({
    chatId: jid,
    from: jid,
    id: 'K1',
    date: new Date(5_000),
    isVideo: false,
    status,
    offline: false,
    ...more,
  });
  const itemsOf = (...calls: WACallEvent[]) => {
    const parseCalls = createCalls();
    return calls.flatMap((callEvent) => parseCalls([callEvent], facts));
  };
  it.each([
    ['unanswered', [call('offer', { isVideo: true }), call('terminate')], { isVideo: true, outcome: 'missed' }],
    ['answered on the phone', [call('offer'), call('accept'), call('terminate')], { isVideo: false, outcome: 'ended' }],
    ['refused', [call('offer'), call('reject')], { isVideo: false, outcome: 'refused' }],
    ['timed out', [call('offer'), call('timeout')], { isVideo: false, outcome: 'missed' }],
    ['missed while disconnected', [call('terminate', { offline: true })], { isVideo: false, outcome: 'missed' }],
  ])('reports a call (%s) once, after its end [R16]', (_, calls, expected) => {
    const items = itemsOf(...calls, calls.at(-1)!.offline ? call('ringing') : call('terminate'));
    expect(items).toEqual([
      {
        item: 'message',
        id: 'call.K1',
        chat: { phone: '5500911110001' },
        fromMe: false,
        at: 5,
        content: { kind: 'call', ...expected },
      },
    ]);
  });
  it('ignores group calls', () =>
    expect(itemsOf(call('offer', { isGroup: true }), call('terminate', { isGroup: true }))).toEqual([]));
});

it('reports the number of a LID as a renumbering', () => {
  expect(mappingItems({ lid: '88@lid', pn: '5500911110008@s.whatsapp.net' }, 7)).toEqual([
    { item: 'renumbered', from: { lid: '88' }, to: { phone: '5500911110008', lid: '88' }, at: 7 },
  ]);
  expect(mappingItems({ lid: '88@lid', pn: '' }, 7)).toEqual([]);
});
