/** Whatever comes through the door of a Meta channel: it is read, nothing of it is lost, and it spoils nothing beside it. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figure, caseCounts } from '../../../test/case-counts.ts';
import { timeLimitMs } from '../../../test/fixtures/scale.ts';
import type { Account, ChannelKind, ChannelEvent } from '../port.ts';
import { createMetaChannel } from './adapter.ts';
import { drawn, mutated } from './mutations.fixture.ts';
import { accountOf, accountUpdates, samples } from './payloads.fixture.ts';

const channel = createMetaChannel({
  safeFetch: () => Promise.reject(new Error('reading asks nobody')),
  graphUrl: 'https://graph.facebook.com',
  version: 'v24.0',
  app: {},
  openFile: () => Promise.reject(new Error('reading opens nothing')),
});
const kinds = ['facebook', 'instagram', 'whatsappapi'] as const;
const ALL = 1_000_000;
/** Every run takes a two hundredth: reading is quick, but there are others to be tried. */
const runs = (share: number) => ({
  numRuns: caseCounts(ALL * share) / (caseCounts(50) === 50 ? 1 : 4),
  endOnFailure: true,
});
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const bytesOf = (payload: unknown) => Buffer.from(JSON.stringify(payload) ?? 'null');
const parse = (payload: unknown, account: Account): ChannelEvent[] => channel.parse(bytesOf(payload), account);

/** What the house relies on in every signal; in plain words, because it is asked a million times. */
function isSound(events: ChannelEvent[]): void {
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(events)), events))
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  for (const event of events) {
    const names = [
      ...('peer' in event ? event.peer.identities.map(({ value }) => value) : ['-']),
      ...('wid' in event && event.wid !== undefined ? [event.wid] : []),
    ];
    const timestamp = 'at' in event ? event.at : 'upTo' in event ? event.upTo : undefined;
    const isFine =
      names.length > 0 &&
      names.every((name) => name !== '' && name.length <= 600) &&
      (timestamp === undefined || new Date(timestamp).toISOString() === timestamp) &&
      (event.type !== 'message' || /^\w+$/.test(event.content.kind));
    if (!isFine) expect.fail(JSON.stringify(event));
  }
}

/** What readers may pass over in silence, stated once more: in pages it is everything but these that must be kept. */
const IGNORED = [
  'account_linking',
  'pass_thread_control',
  'take_thread_control',
  'request_thread_control',
  'app_roles',
  'game_play',
];
const HEADER_FIELDS = ['sender', 'recipient', 'timestamp', 'hop_context', 'is_self', 'prior_message'];
function canBeIgnored(item: unknown, kind: ChannelKind): boolean {
  if (typeof item !== 'object' || item === null) return false;
  if (kind === 'whatsappapi') {
    // Calls that only ring, and pieces of history in which nobody says anything.
    const { threads, event } = item as { threads?: { messages?: unknown[] }[]; event?: unknown };
    return (
      typeof event === 'string' || (Array.isArray(threads) && threads.every((thread) => thread?.messages?.length === 0))
    );
  }
  const fields = Object.keys(item).filter((key) => !HEADER_FIELDS.includes(key));
  const { metadata } = (item as { message?: { metadata?: unknown } }).message ?? {};
  return (fields.length > 0 && fields.every((key) => IGNORED.includes(key))) || /#\d+$/.test(String(metadata));
}

describe.each(kinds)('deliveries of %s', (kind) => {
  const account = accountOf(kind);
  const all = samples[kind];
  /** Neighbours are of the same list, or their envelope would be another. */
  const envelopeOf = (among: (items: unknown[]) => unknown) => JSON.stringify(among([]));
  const families = Map.groupBy(all, ({ among }) => envelopeOf(among));

  it('as they are documented are understood', () => {
    for (const { item, among } of all) {
      const events = parse(among([item]), account);
      isSound(events);
      expect(events.length, JSON.stringify(item)).toBeGreaterThan(0);
    }
  });

  it(
    '[FZ-02] of any JSON at all are kept as something',
    () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 4 }), (payload) => {
          const events = parse(payload, account);
          isSound(events);
          if (!(typeof payload === 'object' && payload !== null && 'entry' in payload)) expect(events).toHaveLength(1);
        }),
        runs(0.02),
      );
    },
    timeLimitMs(60),
  );

  it(
    '[FZ-02] one item that went wrong is kept, and takes none of the others with it',
    () => {
      let tried = 0;
      fc.assert(
        fc.property(seed, (start) => {
          const draw = drawn(start);
          const { among, item } = all[draw(all.length)]!;
          const kin = families.get(envelopeOf(among))!;
          const [before, after] = [kin[draw(kin.length)]!.item, kin[draw(kin.length)]!.item];
          const wrong = mutated(item, draw, 1 + draw(4));
          const [first, last] = [parse(among([before]), account), parse(among([after]), account)];
          const events = parse(among([before, wrong, after]), account);
          tried += 1;
          isSound(events);
          const [head, tail] = [events.slice(0, first.length), events.slice(events.length - last.length)];
          if (!isDeepStrictEqual(head, first)) expect(head).toEqual(first);
          if (!isDeepStrictEqual(tail, last)) expect(tail).toEqual(last);
          const isStored = events.length > first.length + last.length;
          if (!isStored && !canBeIgnored(JSON.parse(bytesOf(wrong).toString()), kind))
            expect.fail(bytesOf(wrong).toString());
        }),
        runs(0.2),
      );
      figure('FZ-02', `${tried} items of ${kind} gone wrong, 0 lost, 0 neighbours hurt`);
    },
    timeLimitMs(60),
  );

  it(
    '[FZ-02] gone wrong anywhere are read without a fault, also when they are divided first',
    () => {
      const payloads = [
        ...(kind === 'whatsappapi' ? accountUpdates : []),
        ...all.map(({ among, item }) => among([item, item])),
      ];
      fc.assert(
        fc.property(seed, (start) => {
          const draw = drawn(start);
          const body = bytesOf(mutated(payloads[draw(payloads.length)], draw, 1 + draw(6)));
          isSound(channel.parse(body, account));
          for (const part of channel.accountSplitter?.split(body) ?? []) isSound(channel.parse(part.body, account));
        }),
        runs(0.1),
      );
    },
    timeLimitMs(60),
  );

  it('that go deeper than anybody writes are read too', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"entry":[', ']}'],
    ] as const) {
      const nested = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      isSound(channel.parse(Buffer.from(nested), account));
      const item = `{"sender":{"id":"7"},"recipient":{"id":"8"},"timestamp":1,"gift":${nested}}`;
      const own = JSON.stringify(all[0]!.among(['here'])).replace('"here"', item);
      isSound(channel.parse(Buffer.from(own), account));
    }
  });

  it('that are no JSON are an error, and nothing else is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const body = Buffer.from(bytes);
        let isJson = true;
        try {
          JSON.parse(new TextDecoder().decode(body));
        } catch {
          isJson = false;
        }
        const reading = () => channel.parse(body, account);
        if (isJson) expect(reading).not.toThrow();
        else expect(reading).toThrow(SyntaxError);
      }),
      runs(0.01),
    );
  });
});
