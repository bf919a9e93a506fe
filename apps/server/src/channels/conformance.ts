/** What every channel promises the house. An adapter is one when it passes this, against the real thing or its like. */
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsIn, contentsOut, samplePicture } from './conformance.samples.ts';
import { NotSent, OutcomeUnknown, Refused } from './port.ts';
import type { Account, Channel, ChannelKind, Content, ContentKind, Peer, ChannelEvent, StoredMedia } from './port.ts';

export type Fault =
  | 'closed' // nobody listens
  | 'busy' // 429, come again in 3 seconds
  | 'down' // 503
  | 'window'
  | 'refused'
  | 'dead' // the account is no longer accepted
  | 'silent-before' // no answer, nothing done
  | 'silent-after' // no answer, everything done
  | 'reset'
  | 'garbage'; // an answer that nobody can read

export interface ConformanceSetup {
  channel: Channel;
  /** Connected. */
  account: Account;
  /** Another company's. */
  otherCompanyAccount: Account;
  /** Wrote a moment ago. */
  customer: Peer;
  /** A message of theirs, where reactions can only hang on one that is there. */
  receivedMessageId?: string;
  /** Nobody there is called so. */
  unknownPeer: Peer;
  /** The headers with which the channel would deliver these bytes. */
  sign(body: Buffer, account: Account): Record<string, string>;
  /** Keeps a file of ours. */
  storeFile(bytes: Buffer, mime: string, fileName: string): StoredMedia;
  /** What reached the other side under this correlation, in our words. */
  arrived(correlation: string): Promise<Content[]>;
  /** Where the channel has nothing of the kind: what the customer sees instead, as its documentation states. */
  fallbackContent?(content: Content): Content;
  /** The customer says this: the delivery as it came. Undefined when nobody can say that on this channel. */
  customerSends(content: Content): Promise<{ headers: Record<string, string>; body: Buffer } | undefined>;
  /** Deliveries of what no version of ours knows. */
  unrecognizedPayloads: Buffer[];
  /** How the next call ends. False when nothing on this channel ends so. */
  injectFault(kind: Fault): Promise<void | false>;
  dispose(): Promise<void>;
}

const errorClasses = { NotSent, Refused, OutcomeUnknown };
const sendErrors: [
  Fault,
  keyof typeof errorClasses,
  Partial<{ code: string; retryAfterMs: number; isAccountDead: boolean }>,
][] = [
  ['closed', 'NotSent', { code: 'ERR_CHANNEL_DOWN' }],
  ['busy', 'NotSent', { code: 'ERR_CHANNEL_RATE', retryAfterMs: 3000 }],
  ['down', 'NotSent', { code: 'ERR_CHANNEL_DOWN' }],
  ['window', 'Refused', { code: 'ERR_REPLY_WINDOW', isAccountDead: false }],
  ['refused', 'Refused', { code: 'ERR_CHANNEL_REFUSED', isAccountDead: false }],
  ['dead', 'Refused', { code: 'ERR_CHANNEL_ACCOUNT', isAccountDead: true }],
  ['silent-before', 'OutcomeUnknown', {}],
  ['silent-after', 'OutcomeUnknown', {}],
  ['reset', 'OutcomeUnknown', {}],
  ['garbage', 'OutcomeUnknown', {}],
];
const allKinds: ContentKind[] = contentsOut.map(({ content }) => content.kind);

export function describeChannelConformance(
  name: string,
  kind: ChannelKind,
  createSetup: () => Promise<ConformanceSetup>,
): void {
  describe(`${name} as ${kind} keeps the promises of a channel`, () => {
    let setup: ConformanceSetup;
    let count = 0;
    beforeAll(async () => (setup = await createSetup()));
    afterAll(() => setup.dispose());

    const newKey = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
    const send = (content: Content<StoredMedia>, correlation: string) =>
      setup.channel.send(setup.account, { to: setup.customer, content, correlation });
    const sendText = (text: string, correlation = newKey()) => send({ kind: 'text', text }, correlation);
    const errorOf = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => 'no fault',
        (error: unknown) => error,
      );
    const parse = (body: Buffer): ChannelEvent[] => setup.channel.parse(body, setup.account);
    const bytesOf = async (content: Content) => {
      const media = content.kind === 'media' ? content.media : 'image' in content ? content.image : undefined;
      return media && (await buffer(await setup.channel.fetchMedia(setup.account, media, 1_000_000))).toString('hex');
    };

    describe('knows its own', () => {
      const isAuthentic = (headers: Record<string, string | string[] | undefined>, body: Buffer) =>
        setup.channel.isAuthentic({ headers, body }, setup.account);
      const bodies = {
        emoji: '{"a":"👋🏽 olá"}',
        accents: '{"nome":"João Conceição"}',
        'escaped accents': '{"nome":"Jo\\u00e3o"}',
        'escaped slashes': '{"url":"https:\\/\\/example.com"}',
        'big numbers': '{"id":12345678901234567890123}',
        'its own key order and spaces': '{ "b" : 1,  "a":2 }',
        'a byte order mark': '\ufeff{"a":1}',
      };
      it.each(Object.entries(bodies))('[WH-03] by the raw bytes, with %s', (_, text) => {
        const body = Buffer.from(text);
        expect(isAuthentic(setup.sign(body, setup.account), body)).toBe(true);
        const printedAgain = Buffer.from(`${text} `);
        expect(isAuthentic(setup.sign(body, setup.account), printedAgain)).toBe(false);
      });

      it('[WH-01] and turns away whatever is not signed by it, for this account, over these bytes', () => {
        const body = Buffer.from('{"a":1}');
        const right = setup.sign(body, setup.account);
        const changed = (change: (value: string) => string | string[] | undefined) =>
          Object.fromEntries(Object.entries(right).map(([header, value]) => [header, change(value)]));
        const wrong = {
          none: {},
          empty: changed(() => ''),
          'another digit': changed((value) => value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')),
          'too short': changed((value) => value.slice(0, -2)),
          'sha1 only': changed((value) => value.replace('sha256', 'sha1').slice(0, 45)),
          'upper case': changed((value) => value.replace(/=.*/, (hex) => hex.toUpperCase())),
          'not even ASCII': changed((value) => `${value.slice(0, -1)}é`),
          'two headers': changed((value) => [value, value]),
          'two in one': changed((value) => `${value}, ${value}`),
          'another body': setup.sign(Buffer.from('{"a":2}'), setup.account),
          'another company': setup.sign(body, setup.otherCompanyAccount),
        };
        const accepted = Object.entries(wrong).filter(([, headers]) => isAuthentic(headers, body));
        expect(accepted).toEqual([]);
        expect(isAuthentic(right, body)).toBe(true);
      });

      it('an account without a secret takes nothing', () => {
        const body = Buffer.from('{}');
        const bare = { ...setup.account, secrets: {} };
        expect(setup.channel.isAuthentic({ headers: setup.sign(body, setup.account), body }, bare)).toBe(false);
      });
    });

    describe('hears', () => {
      it.each(contentsIn)('$what', async ({ content }) => {
        const delivery = await setup.customerSends(content);
        if (!delivery) return;
        expect(setup.channel.isAuthentic(delivery, setup.account)).toBe(true);
        const messages = parse(delivery.body).filter((event) => event.type === 'message');
        expect(messages).toHaveLength(1);
        const [message] = messages;
        expect(message).toMatchObject({ fromMe: false, content: withoutMedia(content) });
        expect(message!.wid).not.toBe('');
        expect(message!.peer.identities.length).toBeGreaterThan(0);
        expect(Number.isNaN(Date.parse(message!.at))).toBe(false);
        if (content.kind === 'media') expect(await bytesOf(message!.content)).toMatch(/^[0-9a-f]{20,}$/);
      });

      it('the same twice from the same bytes, and leaves them as they were', async () => {
        const { body } = (await setup.customerSends({ kind: 'text', text: 'de novo' }))!;
        const before = Buffer.from(body);
        const first = parse(body);
        expect(parse(body)).toEqual(first);
        expect(body.equals(before)).toBe(true);
        // They are kept as JSON on their way through the house.
        expect(JSON.parse(JSON.stringify(first))).toEqual(first);
      });

      it('what it does not know as something that is kept, never as nothing and never as a crash', () => {
        for (const payload of setup.unrecognizedPayloads) {
          const events = parse(payload);
          expect(events.some((event) => event.type === 'message' && event.content.kind === 'unsupported')).toBe(true);
        }
      });

      it('bytes that are no JSON as an error', () => {
        expect(() => parse(Buffer.from('{"half":'))).toThrow();
      });
    });

    describe('says', () => {
      it.each(contentsOut)('$what, where it can; elsewhere it refuses before anything is sent', async ({ content }) => {
        const correlation = newKey();
        const media = setup.storeFile(samplePicture, ...fileFor(content));
        const isOnReceivedMessage = content.kind === 'reaction' && setup.receivedMessageId !== undefined;
        const outgoing = withMedia(isOnReceivedMessage ? { ...content, to: setup.receivedMessageId! } : content, media);
        if (!setup.channel.abilities(kind).contents.includes(content.kind)) {
          const error = await errorOf(send(outgoing, correlation));
          expect(error).toBeInstanceOf(Refused);
          expect((error as Refused).fault.code).toBe('ERR_CONTENT_UNSUPPORTED');
          expect(await setup.arrived(correlation)).toEqual([]);
          return;
        }
        const { wid } = await send(outgoing, correlation);
        expect(wid).not.toBe('');
        // A reaction has no place of its own on the other side.
        if (content.kind === 'reaction') return;
        const [arrived, ...more] = await setup.arrived(correlation);
        expect(more).toEqual([]);
        const expected = setup.fallbackContent?.(content) ?? content;
        expect(arrived).toMatchObject(withoutMedia(expected));
        if (expected.kind === 'media') expect(await bytesOf(arrived!)).toBe(samplePicture.toString('hex'));
      });

      it('claims only kinds that exist', () => {
        for (const claimed of setup.channel.abilities(kind).contents) expect(allKinds).toContain(claimed);
      });

      it('nothing to a stranger', async () => {
        const content = { kind: 'text', text: 'oi' } as const;
        const error = await errorOf(
          setup.channel.send(setup.account, { to: setup.unknownPeer, content, correlation: newKey() }),
        );
        expect(error).toBeInstanceOf(Refused);
        expect((error as Refused).isAccountDead).toBe(false);
      });
    });

    describe('tells how a send ended', () => {
      it.each(sendErrors)('%s: %s', async (fault, name, details) => {
        const correlation = newKey();
        if ((await setup.injectFault(fault)) === false) return;
        const error = await errorOf(sendText('será?', correlation));
        expect(error).toBeInstanceOf(errorClasses[name]);
        const { fault: about, retryAfterMs, isAccountDead } = error as Partial<NotSent & Refused>;
        expect({ code: about?.code, retryAfterMs, isAccountDead }).toMatchObject(details);
        const hasArrived = (await setup.arrived(correlation)).length > 0;
        if (name !== 'OutcomeUnknown') expect(hasArrived).toBe(false);
        if (fault === 'silent-after') expect(hasArrived).toBe(true);
      });

      it('and sends the same correlation once, where it promises that', async () => {
        if (!setup.channel.abilities(kind).idempotent) return;
        const correlation = newKey();
        const first = await sendText('uma vez', correlation);
        expect(await sendText('uma vez', correlation)).toEqual(first);
        expect(await setup.arrived(correlation)).toHaveLength(1);

        const lost = newKey();
        await setup.injectFault('silent-after');
        expect(await errorOf(sendText('sem resposta', lost))).toBeInstanceOf(OutcomeUnknown);
        await sendText('sem resposta', lost);
        expect(await setup.arrived(lost)).toHaveLength(1);
      });
    });

    describe('fetches files', () => {
      it('whole, within the limit and not a byte beyond', async () => {
        const delivery = (await setup.customerSends({
          kind: 'media',
          type: 'image',
          media: { mime: 'image/jpeg', ref: '' },
        }))!;
        const [message] = parse(delivery.body).filter((event) => event.type === 'message');
        const { media } = message!.content as Extract<Content, { kind: 'media' }>;
        const file = await buffer(await setup.channel.fetchMedia(setup.account, media, 1_000_000));
        expect(await buffer(await setup.channel.fetchMedia(setup.account, media, file.length))).toEqual(file);
        const cut = errorOf(setup.channel.fetchMedia(setup.account, media, file.length - 1).then(buffer));
        expect(await cut).toBeInstanceOf(Error);
      });

      it('or says that there is none', async () => {
        const error = await errorOf(
          setup.channel.fetchMedia(setup.account, { mime: 'image/png', ref: 'nowhere/../x' }, 1000),
        );
        expect(error).toBeInstanceOf(Refused);
      });
    });

    it('looks numbers up where it knows people by number', async () => {
      const byNumber = kind === 'whatsapp' || kind === 'whatsappapi';
      expect(await setup.channel.findNumber(setup.account, '5511987654321')).toEqual(
        byNumber ? { number: '5511987654321' } : null,
      );
      expect(await setup.channel.findNumber(setup.account, '551190000')).toBeNull();
    });

    it('gives every new account keys of its own', () => {
      const [first, second] = [setup.channel.newSecrets?.() ?? {}, setup.channel.newSecrets?.() ?? {}];
      for (const [key, value] of Object.entries(first)) expect(second[key]).not.toBe(value);
    });
  });
}

/** Called what its kind is called, whatever its bytes are: channels go by that. */
const fileFor = (content: Content): [mime: string, fileName: string] => {
  if (content.kind !== 'media') return ['image/png', 'foto.png'];
  if (content.isVoice) return ['audio/ogg', 'voz.ogg'];
  const files = {
    image: ['image/png', 'foto.png'],
    audio: ['audio/mpeg', 'som.mp3'],
    video: ['video/mp4', 'filme.mp4'],
    document: ['application/pdf', 'folha.pdf'],
    sticker: ['image/webp', 'figura.webp'],
  } as const;
  return [...files[content.type]];
};
const withMedia = (content: Content, media: StoredMedia): Content<StoredMedia> => {
  if (content.kind === 'media') return { ...content, media };
  if ('image' in content) {
    const { image: _, ...rest } = content;
    return _ ? { ...rest, image: media } : rest;
  }
  return content as Content<StoredMedia>;
};
/** Refs are the channel's own; everything else must come through as it was. */
const withoutMedia = (content: Content): object => {
  if (content.kind === 'media') {
    const { media: _, ...rest } = content;
    return rest;
  }
  if ('image' in content) {
    const { image: _, ...rest } = content;
    return rest;
  }
  return content;
};
