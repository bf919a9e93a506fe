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

describe('a message', () => {
  const rows: [string, Partial<WAMessage>, unknown[]][] = [
    ['of a person', {}, [{ ...baseItem, chat: { phone: '5500911110001', name: 'Ana' } }]],
    [
      'of a person known by a LID, with its number beside it',
      { key: { remoteJid: '55@lid', remoteJidAlt: jid, id: 'A1', fromMe: false } },
      [{ ...baseItem, chat: { phone: '5500911110001', lid: '55', name: 'Ana' } }],
    ],
    [
      'of a person known by a LID whose number was told before',
      { key: { remoteJid: '77:3@lid', id: 'A1', fromMe: false } },
      [{ ...baseItem, chat: { phone: '5500911110007', lid: '77', name: 'Ana' } }],
    ],
    [
      'of a person known by a LID alone, with a user name',
      { key: { remoteJid: '88@lid', remoteJidUsername: 'ana.k', id: 'A1', fromMe: false } },
      [{ ...baseItem, chat: { lid: '88', name: 'Ana', username: 'ana.k' } }],
    ],
    [
      'of the phone itself: the name beside it is our own',
      { key: { remoteJid: jid, id: 'A1', fromMe: true } },
      [{ ...baseItem, fromMe: true, chat: { phone: '5500911110001' } }],
    ],
    [
      'in a group, with who of it wrote',
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
      'changed',
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
      [{ item: 'edit', id: 'Z9', chat: { phone: '5500911110001', name: 'Ana' }, text: 'olá', at: 5000 }],
    ],
    [
      'changed, wrapped as phones of today do',
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
      [{ item: 'edit', id: 'Z9', chat: { phone: '5500911110001', name: 'Ana' }, text: 'olá', at: 1000 }],
    ],
    [
      'taken back',
      { message: { protocolMessage: { type: REVOKE, key: { id: 'Z9' } } } },
      [{ item: 'removal', id: 'Z9', chat: { phone: '5500911110001', name: 'Ana' }, at: 1000 }],
    ],
    [
      'that only the phone may open',
      { key: { remoteJid: jid, id: 'A1', fromMe: false, isViewOnce: true }, message: null },
      [{ ...baseItem, content: { kind: 'strange', what: 'view-once' }, chat: { phone: '5500911110001', name: 'Ana' } }],
    ],
    [
      'of the network: a call nobody heard',
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
      'of the network: a new number',
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
    ['of the network about anything else', { message: null, messageStubType: 27 }, []],
    ['of a status', { key: { remoteJid: 'status@broadcast', participant: jid, id: 'A1' } }, []],
    ['of a list of many', { key: { remoteJid: '123@broadcast', participant: jid, id: 'A1' } }, []],
    ['of a newsletter', { key: { remoteJid: '123@newsletter', id: 'A1' } }, []],
    ['between our own devices', { category: 'peer' }, []],
    ['without a name', { key: { remoteJid: jid, id: null } }, []],
    [
      'with a time in two halves',
      { messageTimestamp: { toNumber: () => 1000 } as never },
      [{ ...baseItem, chat: { phone: '5500911110001', name: 'Ana' } }],
    ],
  ];
  it.each(rows)('%s', (_, more, expected) => expect(messageItems(message(more), facts)).toEqual(expected));
});

describe('what was before', () => {
  it('comes oldest first, within what was asked for, marked, and with how far it is', () => {
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

describe('what became of a message of ours', () => {
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
  ])('%i is %s', (status, expected) =>
    expect(update(status)).toEqual([
      { item: 'receipt', id: 'A1', chat: { phone: '5500911110001' }, status: expected, at: 9 },
    ]),
  );
  it('a refusal with its code', () => {
    const failedUpdate = { status: STATUS.error, messageStubParameters: ['463'] };
    expect(update(0, { update: failedUpdate })).toMatchObject([{ status: 'failed', code: '463' }]);
  });
  it('nothing of what others sent, nor of what is only waiting', () => {
    expect(update(STATUS.read, { key: { remoteJid: jid, id: 'A1', fromMe: false } })).toEqual([]);
    expect(update(1)).toEqual([]);
  });
  it('in a group it is delivered when one has it; one reader is not the group', () => {
    const key = { remoteJid: group, id: 'A1', fromMe: true };
    const receipt = { userJid: jid, readTimestamp: 9 };
    expect(groupReceiptItems([{ key, receipt }], facts)).toMatchObject([
      { status: 'delivered', chat: { group: '12036' } },
    ]);
  });
});

describe('a call', () => {
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
    ['nobody took', [call('offer', { isVideo: true }), call('terminate')], { isVideo: true, outcome: 'missed' }],
    ['the phone took', [call('offer'), call('accept'), call('terminate')], { isVideo: false, outcome: 'ended' }],
    ['was refused', [call('offer'), call('reject')], { isVideo: false, outcome: 'refused' }],
    ['rang out', [call('offer'), call('timeout')], { isVideo: false, outcome: 'missed' }],
    ['came while nobody was connected', [call('terminate', { offline: true })], { isVideo: false, outcome: 'missed' }],
  ])('that %s is told once, when it is over [R16]', (_, calls, expected) => {
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
  it('of a group is nobody’s', () =>
    expect(itemsOf(call('offer', { isGroup: true }), call('terminate', { isGroup: true }))).toEqual([]));
});

it('a LID whose number becomes known is one person under both names', () => {
  expect(mappingItems({ lid: '88@lid', pn: '5500911110008@s.whatsapp.net' }, 7)).toEqual([
    { item: 'renumbered', from: { lid: '88' }, to: { phone: '5500911110008', lid: '88' }, at: 7 },
  ]);
  expect(mappingItems({ lid: '88@lid', pn: '' }, 7)).toEqual([]);
});
