/** Parsers of Meta's channels under mutated payloads: no exception, no lost item, no effect on other items. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figure, caseCounts } from '../../../test/case-counts.ts';
import { timeLimitMs } from '../../../test/fixtures/scale.ts';
import type { Account, ChannelKind, ChannelEvent } from '../port.ts';
import { createMetaChannel } from './adapter.ts';
import { drawn, mutated } from './mutations.fixture.ts';
import { accountOf, accountUpdates, samples } from './payloads.fixture.ts';
import { silentSamples } from './silent-items.fixture.ts';

const channel = createMetaChannel({
  safeFetch: () => Promise.reject(new Error('parsing must not call the network')),
  graphUrl: 'https://graph.facebook.com',
  version: 'v24.0',
  app: {},
  openFile: () => Promise.reject(new Error('parsing must not open files')),
});
const kinds = ['facebook', 'instagram', 'whatsappapi'] as const;
const ALL = 1_000_000;
/** Share of all cases per test; a normal run takes a fraction of them. */
const runs = (share: number) => ({
  numRuns: caseCounts(ALL * share) / (caseCounts(50) === 50 ? 1 : 4),
  endOnFailure: true,
});
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const bytesOf = (payload: unknown) => Buffer.from(JSON.stringify(payload) ?? 'null');
const parse = (payload: unknown, account: Account): ChannelEvent[] => [...channel.parse(bytesOf(payload), account)];

/** Invariants of every event. Plain conditions, because `expect` is too slow for a million calls. */
function expectSound(events: ChannelEvent[]): void {
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

/** Independent list of the items that the page parser may ignore. */
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
    // Calls that have not ended, and history chunks without messages.
    const { threads, event } = item as { threads?: { messages?: unknown[] }[]; event?: unknown };
    return (
      typeof event === 'string' || (Array.isArray(threads) && threads.every((thread) => thread?.messages?.length === 0))
    );
  }
  const fields = Object.keys(item).filter((key) => !HEADER_FIELDS.includes(key));
  const { metadata } = (item as { message?: { metadata?: unknown } }).message ?? {};
  return (fields.length > 0 && fields.every((key) => IGNORED.includes(key))) || /#\d+$/.test(String(metadata));
}

/** Without separators of numbers and characters that the parser replaces. */
const lettersOf = (value: string): string => value.replace(/\W/g, '');

describe.each(kinds)('payloads of %s', (kind) => {
  const account = accountOf(kind);
  const all = samples[kind];
  /** Samples with the same envelope can share a payload. */
  const envelopeOf = (among: (items: unknown[]) => unknown) => JSON.stringify(among([]));
  const families = Map.groupBy(all, ({ among }) => envelopeOf(among));

  it('yield events for all documented samples', () => {
    for (const { item, among } of all) {
      const events = parse(among([item]), account);
      expectSound(events);
      expect(events.length, JSON.stringify(item)).toBeGreaterThan(0);
    }
  });

  it(
    'yield at least one event for any JSON [FZ-02]',
    () => {
      fc.assert(
        fc.property(fc.jsonValue({ maxDepth: 4 }), (payload) => {
          const events = parse(payload, account);
          expectSound(events);
          if (!(typeof payload === 'object' && payload !== null && 'entry' in payload)) expect(events).toHaveLength(1);
        }),
        runs(0.02),
      );
    },
    timeLimitMs(60),
  );

  it(
    'keep a mutated item and leave the other items unchanged [FZ-02]',
    () => {
      let caseCount = 0;
      fc.assert(
        fc.property(seed, (start) => {
          const draw = drawn(start);
          const { among, item } = all[draw(all.length)]!;
          const siblings = families.get(envelopeOf(among))!;
          const [before, after] = [siblings[draw(siblings.length)]!.item, siblings[draw(siblings.length)]!.item];
          const wrong = mutated(item, draw, 1 + draw(4));
          const [first, last] = [parse(among([before]), account), parse(among([after]), account)];
          const events = parse(among([before, wrong, after]), account);
          caseCount += 1;
          expectSound(events);
          const [head, tail] = [events.slice(0, first.length), events.slice(events.length - last.length)];
          if (!isDeepStrictEqual(head, first)) expect(head).toEqual(first);
          if (!isDeepStrictEqual(tail, last)) expect(tail).toEqual(last);
          const isStored = events.length > first.length + last.length;
          if (!isStored && !canBeIgnored(JSON.parse(bytesOf(wrong).toString()), kind))
            expect.fail(bytesOf(wrong).toString());
        }),
        runs(0.2),
      );
      figure('FZ-02', `${caseCount} mutated items of ${kind}, 0 lost, 0 other items changed`);
    },
    timeLimitMs(60),
  );

  it(
    'are parsed without an exception after any mutation, also when split by account first [FZ-02]',
    () => {
      const payloads = [
        ...(kind === 'whatsappapi' ? accountUpdates : []),
        ...all.map(({ among, item }) => among([item, item])),
      ];
      fc.assert(
        fc.property(seed, (start) => {
          const draw = drawn(start);
          const body = bytesOf(mutated(payloads[draw(payloads.length)], draw, 1 + draw(6)));
          expectSound([...channel.parse(body, account)]);
          for (const part of channel.accountSplitter?.split(body) ?? [])
            expectSound([...channel.parse(part.body, account)]);
        }),
        runs(0.1),
      );
    },
    timeLimitMs(60),
  );

  it('without a customer’s words never become a message [F-G1] [F-G2] [F-G4]', () => {
    for (const { item, among } of silentSamples[kind])
      for (const event of parse(among([item]), account)) expect(event.type, JSON.stringify(item)).not.toBe('message');
  });

  it(
    'become a message only if they name a customer and contain something, after any mutation [F-G1] [FZ-02]',
    () => {
      const silent = silentSamples[kind].filter(({ item }) => !('message' in item) && !('type' in item));
      const rest = [...all, ...silentSamples[kind]];
      fc.assert(
        fc.property(seed, (start) => {
          const draw = drawn(start);
          const isSilent = draw(2) === 0;
          const from = isSilent ? silent : rest;
          const { among, item } = from[draw(from.length)]!;
          const payload = among([mutated(item, draw, 1 + draw(4))]);
          for (const event of parse(payload, account)) {
            if (event.type !== 'message' || event.fromMe) continue;
            const text = lettersOf(JSON.stringify(payload));
            const isNamed = event.peer.identities.every(
              ({ value }) => value !== '?' && text.includes(lettersOf(value)),
            );
            const isBlank = event.content.kind === 'text' && event.content.text === '';
            if (isSilent || !isNamed || isBlank) expect.fail(`${JSON.stringify(event)} of ${JSON.stringify(payload)}`);
          }
        }),
        runs(0.1),
      );
    },
    timeLimitMs(60),
  );

  it('are parsed at any nesting depth', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"entry":[', ']}'],
    ] as const) {
      const nested = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
      expectSound([...channel.parse(Buffer.from(nested), account)]);
      const item = `{"sender":{"id":"7"},"recipient":{"id":"8"},"timestamp":1,"gift":${nested}}`;
      const own = JSON.stringify(all[0]!.among(['here'])).replace('"here"', item);
      expectSound([...channel.parse(Buffer.from(own), account)]);
    }
  });

  it('throw only if they are not JSON', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const body = Buffer.from(bytes);
        let isJson = true;
        try {
          JSON.parse(new TextDecoder().decode(body));
        } catch {
          isJson = false;
        }
        const reading = () => [...channel.parse(body, account)];
        if (isJson) expect(reading).not.toThrow();
        else expect(reading).toThrow(SyntaxError);
      }),
      runs(0.01),
    );
  });
});
