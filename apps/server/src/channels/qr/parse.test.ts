import type { WireItem } from '@balcao/whatsapp-qr/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { mutatedCopies } from '../mutated-items.fixture.ts';
import { parsePayload } from './parse.ts';
import type { QrItem } from './wire-format.ts';

const deliveryOf = (...items: unknown[]) => Buffer.from(JSON.stringify({ mark: 'm', items }));
const parse = (body: Buffer, number = '') => parsePayload(body, { number });
const chat = { phone: '5500911110001', lid: '77', name: 'Ana' };
const message = { item: 'message', id: 'A1', chat, fromMe: false, at: 1000 } as const;
/** Compiles as long as the schema accepts everything that a child sends. */
const asQrItem = (item: WireItem): z.input<typeof QrItem> => item;
const seeds: WireItem[] = [
  { ...message, content: { kind: 'text', text: 'oi' }, quotes: 'Q', isForwarded: true },
  { ...message, author: { lid: '9' }, content: { kind: 'file', type: 'image', file: { ref: 'r', mime: 'image/png' } } },
  { ...message, isHistory: true, content: { kind: 'cards', cards: [{ name: 'Marta', numbers: ['1'] }] } },
  { ...message, content: { kind: 'event', title: 'Retirada', starts: 5, ends: 6 } },
  { item: 'receipt', id: 'A1', chat, status: 'failed', at: 1, code: '463' },
  { item: 'edit', fromMe: false, id: 'A1', chat, text: 'olá', at: 1 },
  { item: 'removal', fromMe: false, id: 'A1', chat, at: 1 },
  { item: 'renumbered', from: { lid: '77' }, to: chat, at: 1 },
  { item: 'history', percent: 50 },
  { item: 'health', what: 'restricted', detail: 'x', at: 1 },
  { item: 'session', state: 'closed', reason: 'banned' },
];

describe('parsePayload', () => {
  it('keeps the ids of an ad and logs what no customer wrote [F-G1] [F-G5]', () => {
    const around = { item: 'message', id: 'm1', chat: { phone: '5511990000001' }, fromMe: false, at: 1 };
    const ad = { kind: 'ad', text: 'oi', title: 'Armação', id: '12034', clickId: 'click-1' };
    const items = [
      { ...around, content: ad },
      { ...around, content: { kind: 'text', text: '' } },
      { ...around, content: undefined },
      { item: 'gift', chat: around.chat },
    ];
    expect([...parse(deliveryOf(...items))]).toMatchObject([
      { content: { kind: 'ad', text: 'oi' }, about: { type: 'ad', id: '12034', clickId: 'click-1' } },
      { type: 'logged', label: 'message' },
      { type: 'logged', label: 'message' },
      { type: 'logged', label: 'gift' },
    ]);
  });

  it('logs notes of the phone’s owner to itself, which are not about a customer [F-G1]', () => {
    const note = {
      ...message,
      chat: { phone: '551187654321' },
      fromMe: true,
      content: { kind: 'text', text: 'leite' },
    };
    const typesFor = (item: object, number: string) => [...parse(deliveryOf(item), number)].map(({ type }) => type);
    // The network may name a Brazilian number without its ninth digit.
    expect(typesFor(note, '+55 11 98765-4321')).toEqual(['logged']);
    expect(typesFor(note, '5511900000000')).toEqual(['message']);
    expect(typesFor(note, '')).toEqual(['message']);
    expect(typesFor({ ...note, fromMe: false }, '5511987654321')).toEqual(['message']);
    expect(typesFor({ ...note, chat: { group: '1203', phone: '551187654321' } }, '5511987654321')).toEqual(['message']);
  });

  it('returns one event per item', () => {
    const events = [...parse(deliveryOf(...seeds.map(asQrItem)))];
    expect(events.map((event) => (event.type === 'message' ? event.content.kind : event.type))).toEqual([
      'text',
      'media',
      'contacts',
      'event',
      'receipt',
      'edited',
      'removed',
      'renumbered',
      'history',
      'health',
      'session',
    ]);
    expect(events[4]).toMatchObject({ fault: { code: 'ERR_CHANNEL_RESTRICTED' } });
    expect(events[10]).toEqual({ type: 'session', status: 'DISCONNECTED', because: 'ERR_SESSION_BANNED' });
  });

  it('parses items with the keys of earlier versions like their current form', () => {
    const event = { kind: 'event', title: 'Retirada', starts: 5 };
    const pairs: [old: object, current: WireItem][] = [
      [
        { item: 'message', id: 'A1', chat, mine: true, at: 1, said: { kind: 'text', text: 'oi' } },
        { item: 'message', id: 'A1', chat, fromMe: true, at: 1, content: { kind: 'text', text: 'oi' } },
      ],
      [
        { item: 'message', id: 'A2', chat, mine: false, at: 1, said: { ...event, place: 'Loja' } },
        { ...message, id: 'A2', at: 1, content: { kind: 'event', title: 'Retirada', starts: 5, location: 'Loja' } },
      ],
      [
        { item: 'message', id: 'A3', chat, mine: false, at: 1, said: { kind: 'place', latitude: 1, longitude: 2 } },
        { ...message, id: 'A3', at: 1, content: { kind: 'place', latitude: 1, longitude: 2 } },
      ],
      [
        { item: 'receipt', id: 'A1', chat, told: 'read', at: 1 },
        { item: 'receipt', id: 'A1', chat, status: 'read', at: 1 },
      ],
      [
        { item: 'session', state: 'closed', why: 'replaced' },
        { item: 'session', state: 'closed', reason: 'replaced' },
      ],
    ];
    const events = [...parse(deliveryOf(...pairs.map(([old]) => old)))];
    expect(events).toEqual([...parse(deliveryOf(...pairs.map(([, current]) => current)))]);
    expect(events.map(({ type }) => type)).toEqual(['message', 'message', 'message', 'receipt', 'session']);
    expect(events).toMatchObject([
      { fromMe: true, content: { text: 'oi' } },
      { content: { kind: 'event', place: 'Loja' } },
      { content: { kind: 'location' } },
      { status: 'read' },
      { because: 'ERR_SESSION_REPLACED' },
    ]);
  });

  const mutated = mutatedCopies(seeds);

  it('returns one storable event per item for mutated deliveries, without throwing [FZ-02]', () => {
    fc.assert(
      fc.property(fc.array(mutated, { minLength: 1, maxLength: 3 }), (items) => {
        const events = [...parse(deliveryOf(...items))];
        expect(events).toHaveLength(items.length);
        for (const event of events) {
          const text = JSON.stringify(event);
          expect(JSON.parse(text)).toEqual(event);
          expect(text).not.toContain('\\u0000');
          expect(/\\ud[89a-f]/.test(text)).toBe(false);
          if (!('peer' in event)) continue;
          expect(event.peer.identities.length).toBeGreaterThan(0);
          if (event.type === 'message')
            expect([event.wid.length > 0, Number.isNaN(Date.parse(event.at))]).toEqual([true, false]);
        }
      }),
      { numRuns: 300, seed: 4500 },
    );
  });

  it('returns at least one event for any JSON [FZ-02]', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const { length } = [...parse(Buffer.from(text))];
        expect(length).toBeGreaterThan(0);
      }),
      { numRuns: 200, seed: 4500, examples: [['{"mark":"","items":[1]}']] },
    );
  });
});
