import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentsIn, contentsOut } from '../conformance.samples.ts';
import type { Account, Content, ChannelEvent } from '../port.ts';
import { mutatedCopies } from '../mutated-items.fixture.ts';
import { parsePayload, parseContent } from './parse.ts';
import type { WireFile } from './wire-format.ts';
import { serializeContent, serializePeer } from './serialize.ts';

const account: Account = { companyId: 1, connectionId: 2, kind: 'whatsapp', number: '', secrets: { account: 'sbx-1' } };
const chat = { phone: '5511990000101', lid: '111222333', name: 'Helena' };
const helena = {
  identities: [
    { kind: 'phone', value: '5511990000101' },
    { kind: 'lid', value: '111222333' },
  ],
  name: 'Helena',
  isGroup: false,
};
const at = '2025-11-15T12:00:00.000Z';
const ts = Date.parse(at) / 1000;
const file = { id: 'f1', mime: 'image/jpeg', name: 'a.jpg', size: 10 };

const deliveryOf = (...items: unknown[]) => Buffer.from(JSON.stringify({ delivery: 'd1', account: 'sbx-1', items }));
const parseOne = (item: unknown): ChannelEvent => {
  const events = [...parsePayload(deliveryOf(item), account)];
  expect(events).toHaveLength(1);
  return events[0]!;
};
const message = (content: unknown, more: object = {}) => ({
  event: 'message',
  id: 'm1',
  ts,
  chat,
  self: false,
  content,
  ...more,
});

describe('content', () => {
  const serialized = [...contentsIn, ...contentsOut].flatMap(({ what, content }) => {
    const outgoing = JSON.parse(JSON.stringify(content), (key, value: unknown) =>
      key === 'media' || key === 'image' ? file : value,
    ) as Content<WireFile>;
    const wireContent = serializeContent(outgoing);
    return wireContent ? [{ what, content, wireContent }] : [];
  });
  const media = { ref: 'f1', mime: 'image/jpeg', fileName: 'a.jpg', bytes: 10 };

  it.each(serialized)('$what is unchanged after serializing and parsing', ({ content, wireContent }) => {
    const expected = JSON.parse(JSON.stringify(content), (key, value: unknown) =>
      key === 'media' || key === 'image' ? media : value,
    ) as Content;
    expect(parseContent(wireContent)).toEqual(expected);
  });

  it('that only customers send is not serialized', () => {
    const never: Content<WireFile>[] = [
      { kind: 'choice', id: '1', title: 'x' },
      { kind: 'ad', text: 'x', title: 'x' },
      { kind: 'call', isVideo: false, outcome: 'missed' },
      { kind: 'unsupported', what: 'x' },
    ];
    for (const content of never) expect(serializeContent(content)).toBeUndefined();
  });
});

describe('deliveries', () => {
  it.each<[string, object, object]>([
    [
      'a message',
      message({ kind: 'text', body: 'oi' }),
      { type: 'message', wid: 'm1', peer: helena, fromMe: false, at, content: { kind: 'text', text: 'oi' } },
    ],
    [
      'a forwarded quote',
      message({ kind: 'text', body: 'oi' }, { quotes: 'm0', forwarded: true }),
      { quotes: 'm0', isForwarded: true },
    ],
    [
      'an echo of our send',
      message({ kind: 'text', body: 'oi' }, { self: true, ref: 'c1' }),
      { fromMe: true, correlation: 'c1' },
    ],
    [
      'a picked row',
      message({ kind: 'pick', id: '2', title: 'Vendas' }),
      { content: { kind: 'choice', id: '2', title: 'Vendas' } },
    ],
    [
      'a reaction',
      message({ kind: 'reaction', to: 'm0', emoji: '❤️' }),
      { content: { kind: 'reaction', to: 'm0', emoji: '❤️' } },
    ],
    [
      'a removed reaction',
      message({ kind: 'reaction', to: 'm0', emoji: '' }),
      { content: { kind: 'reaction', to: 'm0', emoji: '' } },
    ],
    [
      'a call',
      message({ kind: 'call', video: true, outcome: 'missed' }),
      { content: { kind: 'call', isVideo: true, outcome: 'missed' } },
    ],
    [
      'a message in a group',
      message(
        { kind: 'text', body: 'oi' },
        { chat: { group: '12036', name: 'Flores' }, author: { phone: '551177', name: 'Rita' } },
      ),
      {
        peer: { identities: [{ kind: 'group', value: '12036' }], name: 'Flores', isGroup: true },
        author: { identities: [{ kind: 'phone', value: '551177' }], name: 'Rita', isGroup: false },
      },
    ],
    [
      'an unknown kind',
      message({ kind: 'hologram', depth: 3 }),
      { wid: 'm1', peer: helena, content: { kind: 'unsupported', what: 'hologram' } },
    ],
    [
      'a text without its body',
      message({ kind: 'text' }),
      { wid: 'm1', content: { kind: 'unsupported', what: 'text' } },
    ],
    ['a message without content', message(undefined), { type: 'logged', label: 'message' }],
    ['an empty text', message({ kind: 'text', body: '' }), { type: 'logged', label: 'message' }],
    [
      'a receipt',
      { event: 'status', id: 'm1', ref: 'c1', chat, status: 'delivered', ts },
      { type: 'receipt', wid: 'm1', correlation: 'c1', status: 'delivered', at, peer: helena },
    ],
    [
      'a receipt with our correlation only',
      { event: 'status', ref: 'c1', chat, status: 'sent', ts },
      { type: 'receipt', correlation: 'c1', status: 'sent' },
    ],
    [
      'a failure with a reason',
      { event: 'status', id: 'm1', chat, status: 'failed', ts, fault: { code: 'window', message: '24 h' } },
      { status: 'failed', fault: { code: 'ERR_REPLY_WINDOW', detail: 'window: 24 h' } },
    ],
    [
      'a failure without a reason',
      { event: 'status', id: 'm1', chat, status: 'failed', ts },
      { fault: { code: 'ERR_CHANNEL_REFUSED' } },
    ],
    ['an edit', { event: 'edit', id: 'm1', chat, body: 'olá', ts }, { type: 'edited', wid: 'm1', text: 'olá', at }],
    ['a removal', { event: 'revoke', id: 'm1', chat, ts }, { type: 'removed', wid: 'm1', at }],
    ['a new picture', { event: 'avatar', chat, file }, { type: 'picture', media: { ref: 'f1', mime: 'image/jpeg' } }],
    ['a removed picture', { event: 'avatar', chat, file: null }, { type: 'picture', media: null }],
    ['a QR code', { event: 'session', state: 'qr', qr: 'abc' }, { type: 'session', status: 'qrcode', qrcode: 'abc' }],
    [
      'an open session',
      { event: 'session', state: 'ready', phone: '5511' },
      { type: 'session', status: 'CONNECTED', number: '5511' },
    ],
    [
      'a closed session',
      { event: 'session', state: 'closed', reason: 'x' },
      { type: 'session', status: 'DISCONNECTED', because: 'x' },
    ],
    ['an unknown event with a contact', { event: 'gift', id: 'g1', chat }, { type: 'logged', label: 'gift' }],
    [
      'a message with an invalid field',
      { ...message({ kind: 'text', body: 'x' }), id: 7 },
      // The bot must not answer it.
      { type: 'message', peer: helena, content: { kind: 'unsupported', what: 'message' }, isUnrecognized: true },
    ],
    ['an unknown event without a contact', { event: 'gift' }, { type: 'logged', label: 'gift' }],
  ])('with %s are parsed', (_, item, event) => {
    expect(parseOne(item)).toMatchObject(event);
  });

  it('with a typing event have no result', () => {
    expect([...parsePayload(deliveryOf({ event: 'typing', chat }), account)]).toEqual([]);
  });

  it('keep all valid items beside an invalid one', () => {
    const items = Array.from({ length: 1000 }, (_, n) =>
      n === 500 ? { event: 'message', id: 7 } : { ...message({ kind: 'text', body: `${n}` }), id: `m${n}` },
    );
    const events = [...parsePayload(deliveryOf(...items), account)];
    expect(events).toHaveLength(1000);
    expect(events.filter((event) => event.type === 'message' && event.content.kind === 'text')).toHaveLength(999);
    expect(events[500]).toMatchObject({ type: 'logged', label: 'message' });
  });

  it.each([
    ['1970', 0, '1970-01-01T00:00:00.000Z'],
    ['the future', 4_102_444_800, '2100-01-01T00:00:00.000Z'],
    ['a negative number', -5, '1970-01-01T00:00:00.000Z'],
    ['a huge number', 1e300, '1970-01-01T00:00:00.000Z'],
    ['a text', 'yesterday', '1970-01-01T00:00:00.000Z'],
    ['nothing', undefined, '1970-01-01T00:00:00.000Z'],
  ])('with a timestamp of %s keep the message', (_, input, expected) => {
    expect(parseOne(message({ kind: 'text', body: 'oi' }, { ts: input }))).toMatchObject({
      wid: 'm1',
      at: expected,
      content: { text: 'oi' },
    });
  });

  it('lose characters that a database cannot store', () => {
    const event = parseOne({ ...message({ kind: 'text', body: 'a\0b\ud800c' }), chat: { phone: '55\0', name: 'H\0' } });
    expect(event).toMatchObject({
      content: { text: 'ab\ufffdc' },
      peer: { identities: [{ value: '55' }], name: 'H' },
    });
  });

  it('with an oversized id become unsupported messages with a short id', () => {
    const event = parseOne({ ...message({ kind: 'text', body: 'x' }), id: 'x'.repeat(5000) });
    expect(event).toMatchObject({ type: 'message', content: { kind: 'unsupported' } });
    expect((event as Extract<ChannelEvent, { type: 'message' }>).wid.length).toBeLessThanOrEqual(200);
  });

  it('give the same ids to the same invalid messages', () => {
    const invalid = (body: string) => ({ ...message({ kind: 'text', body }), id: 7 });
    const body = deliveryOf(invalid('a'), invalid('b'));
    const wids = () => [...parsePayload(body, account)].map((event) => event.type === 'message' && event.wid);
    expect(wids()).toEqual(wids());
    expect(new Set(wids()).size).toBe(2);
  });

  it('with a byte order mark, ten thousand levels or a hundred thousand keys are parsed', () => {
    const text = deliveryOf(message({ kind: 'text', body: 'oi' })).toString();
    expect([...parsePayload(Buffer.from(`\ufeff${text}`), account)]).toHaveLength(1);
    const deep = `{"delivery":"d","account":"a","items":[${'['.repeat(10_000)}${']'.repeat(10_000)}]}`;
    expect([...parsePayload(Buffer.from(deep), account)]).toMatchObject([{ type: 'logged' }]);
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]));
    expect([...parsePayload(deliveryOf({ ...message({ kind: 'text', body: 'oi' }), ...wide }), account)]).toMatchObject(
      [{ content: { text: 'oi' } }],
    );
  });

  it('with keys of prototypes are parsed as plain data', () => {
    const body = Buffer.from(
      '{"delivery":"d","account":"a","items":[{"event":"__proto__"},{"event":"message","id":"constructor","self":false,"ts":1,"chat":{"phone":"1","__proto__":{"lid":"2"}},"content":{"kind":"__proto__"}}]}',
    );
    expect([...parsePayload(body, account)]).toMatchObject([
      { type: 'logged', label: '__proto__' },
      { peer: { identities: [{ kind: 'phone', value: '1' }] }, content: { what: '__proto__' } },
    ]);
  });
});

describe('serializePeer', () => {
  it('includes all ids of the contact', () => {
    expect(serializePeer(helena as never, account)).toMatchObject({ phone: '5511990000101', lid: '111222333' });
  });
  it('omits ids of another account', () => {
    const peer = { identities: [{ kind: 'psid' as const, value: '9', scope: 'sbx-2' }], isGroup: false };
    expect(serializePeer(peer, account)).toBeUndefined();
    expect(
      serializePeer(
        { ...peer, identities: [...peer.identities, { kind: 'psid', value: '8', scope: 'sbx-1' }] },
        account,
      ),
    ).toMatchObject({ psid: '8' });
  });
});

/** FUZZ_RUNS=1000000 for the long run. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 5000);

describe('mutated deliveries', () => {
  const wireContents = [...contentsIn, ...contentsOut].flatMap(
    ({ content }) => serializeContent({ ...content, media: file, image: file } as never) ?? [],
  );
  const seeds: object[] = [
    ...wireContents.map((wireContent) => message(wireContent)),
    message({ kind: 'pick', id: '2', title: 'Vendas' }, { quotes: 'm0' }),
    message({ kind: 'ad', text: 'x', title: 'y', image: file }, { author: chat }),
    { event: 'status', id: 'm1', ref: 'c1', chat, status: 'failed', ts, fault: { code: 'window', message: '' } },
    { event: 'edit', id: 'm1', chat, body: 'olá', ts },
    { event: 'revoke', id: 'm1', chat, ts },
    { event: 'avatar', chat, file },
    { event: 'session', state: 'qr', qr: 'abc' },
  ];
  const mutated = mutatedCopies(seeds);

  it('yield one storable event per item without throwing [FZ-02]', () => {
    fc.assert(
      fc.property(fc.array(mutated, { minLength: 1, maxLength: 3 }), (items) => {
        const events = [...parsePayload(deliveryOf(...items), account)];
        const ignored = items.filter((item) => (item as { event?: unknown }).event === 'typing').length;
        expect(events.length).toBeGreaterThanOrEqual(items.length - ignored);
        for (const event of events) {
          const text = JSON.stringify(event);
          expect(JSON.parse(text)).toEqual(event);
          expect(text).not.toContain('\\u0000');
          expect(/\\ud[89a-f]/.test(text)).toBe(false);
          if (!('peer' in event) || event.type === 'read-up-to') continue;
          expect(event.peer.identities.length).toBeGreaterThan(0);
          if (event.type === 'message') expect(event.wid.length).toBeGreaterThan(0);
          if (event.type !== 'picture') expect(Date.parse(event.at)).not.toBeNaN();
        }
      }),
      { numRuns: runs, seed: 4500 },
    );
  }, 3_600_000);

  it('yield at least one event for any JSON [FZ-02]', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const events = [...parsePayload(Buffer.from(text), account)];
        expect(events.length).toBeGreaterThan(0);
      }),
      { numRuns: Math.ceil(runs / 3), seed: 4500 },
    );
  }, 3_600_000);
});
