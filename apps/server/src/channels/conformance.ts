/** Conformance suite: every channel adapter must pass it, against the real provider or a simulator. */
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsIn, contentsOut, samplePicture } from './conformance.samples.ts';
import { NotSent, OutcomeUnknown, Refused } from './port.ts';
import type { Account, Channel, ChannelKind, Content, ContentKind, Peer, ChannelEvent, StoredMedia } from './port.ts';

export type Fault =
  | 'closed' // connection refused
  | 'busy' // 429, retry in 3 seconds
  | 'down' // 503: not sent, or unknown where a repeated message is sent twice
  | 'window'
  | 'refused'
  | 'dead' // the account is no longer accepted
  | 'silent-before' // no response, not carried out
  | 'silent-after' // no response, carried out
  | 'reset'
  | 'garbage'; // an unreadable response

export interface ConformanceSetup {
  channel: Channel;
  /** Connected. */
  account: Account;
  /** An account of another company. */
  otherCompanyAccount: Account;
  /** Wrote a moment ago, so the reply window is open. */
  customer: Peer;
  /** A received message, for channels whose reactions need an existing one. */
  receivedMessageId?: string;
  /** A peer that does not exist. */
  unknownPeer: Peer;
  /** The headers with which the channel would deliver these bytes. */
  sign(body: Buffer, account: Account): Record<string, string>;
  storeFile(bytes: Buffer, mime: string, fileName: string): StoredMedia;
  /** What the customer received under this correlation. */
  arrived(correlation: string): Promise<Content[]>;
  /** What the customer sees instead of content that the channel does not have. */
  fallbackContent?(content: Content): Content;
  /** The customer sends this; returns the delivery. Undefined if the channel has no such content. */
  customerSends(content: Content): Promise<{ headers: Record<string, string>; body: Buffer } | undefined>;
  /** Deliveries with content that the adapter does not know. */
  unrecognizedPayloads: Buffer[];
  /** Injects a fault into the next call. False if the channel has no such fault. */
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
  ['window', 'Refused', { code: 'ERR_REPLY_WINDOW', isAccountDead: false }],
  ['refused', 'Refused', { code: 'ERR_CHANNEL_REFUSED', isAccountDead: false }],
  ['dead', 'Refused', { code: 'ERR_CHANNEL_ACCOUNT', isAccountDead: true }],
  ['silent-before', 'OutcomeUnknown', {}],
  ['silent-after', 'OutcomeUnknown', {}],
  ['reset', 'OutcomeUnknown', {}],
  ['garbage', 'OutcomeUnknown', {}],
];
const allKinds: ContentKind[] = contentsOut.map(({ content }) => content.kind);

/** What the test groups share; the setup exists only while tests run. */
interface Suite {
  kind: ChannelKind;
  setup(): ConformanceSetup;
  newCorrelation(): string;
  send(content: Content<StoredMedia>, correlation: string): Promise<{ wid: string }>;
  parse(body: Buffer): ChannelEvent[];
  /** Downloads the file of the content, as hex. */
  bytesOf(content: Content): Promise<string | undefined>;
}

export function describeChannelConformance(
  name: string,
  kind: ChannelKind,
  createSetup: () => Promise<ConformanceSetup>,
): void {
  describe(`${name} (${kind}) conforms to the channel port`, () => {
    let setup: ConformanceSetup;
    let count = 0;
    beforeAll(async () => (setup = await createSetup()));
    afterAll(() => setup.dispose());

    const suite: Suite = {
      kind,
      setup: () => setup,
      newCorrelation: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
      send: (content, correlation) => setup.channel.send(setup.account, { to: setup.customer, content, correlation }),
      parse: (body) => [...setup.channel.parse(body, setup.account)],
      async bytesOf(content) {
        const media = content.kind === 'media' ? content.media : 'image' in content ? content.image : undefined;
        return media && (await buffer(await setup.channel.fetchMedia(setup.account, media, 1_000_000))).toString('hex');
      },
    };
    describe('authentication', () => {
      authenticationTests(suite);
    });
    describe('parse', () => {
      parseTests(suite);
    });
    describe('send', () => {
      sendTests(suite);
    });
    describe('send errors', () => {
      sendErrorTests(suite);
    });
    describe('fetchMedia', () => {
      mediaTests(suite);
    });
    describe('accounts', () => {
      accountTests(suite);
    });
  });
}

/** The error with which the work fails; undefined if it succeeds. */
export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

function authenticationTests({ setup }: Suite): void {
  const isAuthentic = (headers: Record<string, string | string[] | undefined>, body: Buffer) =>
    setup().channel.isAuthentic({ headers, body }, setup().account);
  const bodies = {
    emoji: '{"a":"👋🏽 olá"}',
    accents: '{"nome":"João Conceição"}',
    'escaped accents': '{"nome":"Jo\\u00e3o"}',
    'escaped slashes': '{"url":"https:\\/\\/example.com"}',
    'big numbers': '{"id":12345678901234567890123}',
    'unusual key order and spaces': '{ "b" : 1,  "a":2 }',
    'a byte order mark': '\ufeff{"a":1}',
  };
  it.each(Object.entries(bodies))('verifies the signature over the raw bytes, with %s [WH-03]', (_, text) => {
    const body = Buffer.from(text);
    const signature = setup().sign(body, setup().account);
    expect(isAuthentic(signature, body)).toBe(true);
    expect(isAuthentic(signature, Buffer.from(`${text} `))).toBe(false);
  });

  it('rejects missing, malformed and foreign signatures [WH-01]', () => {
    const body = Buffer.from('{"a":1}');
    const right = setup().sign(body, setup().account);
    const changed = (change: (value: string) => string | string[] | undefined) =>
      Object.fromEntries(Object.entries(right).map(([header, value]) => [header, change(value)]));
    const wrong = {
      none: {},
      empty: changed(() => ''),
      'another digit': changed((value) => value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')),
      'too short': changed((value) => value.slice(0, -2)),
      'sha1 only': changed((value) => value.replace('sha256', 'sha1').slice(0, 45)),
      'upper case': changed((value) => value.replace(/=.*/, (hex) => hex.toUpperCase())),
      'not ASCII': changed((value) => `${value.slice(0, -1)}é`),
      'two headers': changed((value) => [value, value]),
      'two in one': changed((value) => `${value}, ${value}`),
      'another body': setup().sign(Buffer.from('{"a":2}'), setup().account),
      'another company': setup().sign(body, setup().otherCompanyAccount),
    };
    const accepted = Object.entries(wrong).filter(([, headers]) => isAuthentic(headers, body));
    expect(accepted).toEqual([]);
    expect(isAuthentic(right, body)).toBe(true);
  });

  it('rejects every delivery for an account without a secret', () => {
    const body = Buffer.from('{}');
    const bare = { ...setup().account, secrets: {} };
    expect(setup().channel.isAuthentic({ headers: setup().sign(body, setup().account), body }, bare)).toBe(false);
  });
}

function parseTests({ setup, parse, bytesOf }: Suite): void {
  it.each(contentsIn)('parses $what', async ({ content }) => {
    const delivery = await setup().customerSends(content);
    if (!delivery) return;
    expect(setup().channel.isAuthentic(delivery, setup().account)).toBe(true);
    const messages = parse(delivery.body).filter((event) => event.type === 'message');
    expect(messages).toHaveLength(1);
    const [message] = messages;
    expect(message).toMatchObject({ fromMe: false, content: withoutMedia(content) });
    expect(message!.wid).not.toBe('');
    expect(message!.peer.identities.length).toBeGreaterThan(0);
    expect(Number.isNaN(Date.parse(message!.at))).toBe(false);
    if (content.kind === 'media') expect(await bytesOf(message!.content)).toMatch(/^[0-9a-f]{20,}$/);
  });

  it('returns the same storable events for the same bytes and does not change them', async () => {
    const { body } = (await setup().customerSends({ kind: 'text', text: 'de novo' }))!;
    const before = Buffer.from(body);
    const first = parse(body);
    expect(parse(body)).toEqual(first);
    expect(body.equals(before)).toBe(true);
    // Events are stored as JSON until they are handled.
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
  });

  it('returns what it does not understand as a report, or as a placeholder if a customer sent it [F-G1]', () => {
    for (const payload of setup().unrecognizedPayloads) {
      const events = parse(payload);
      expect(events.length, payload.toString()).toBeGreaterThan(0);
      for (const event of events) {
        if (event.type !== 'message') continue;
        expect(event.content.kind, payload.toString()).toBe('unsupported');
        expect(event.peer.name, payload.toString()).not.toBe('?');
      }
    }
  });

  it('throws for bytes that are not JSON', () => {
    expect(() => parse(Buffer.from('{"half":'))).toThrow();
  });
}

function sendTests({ kind, setup, newCorrelation, send, bytesOf }: Suite): void {
  it.each(contentsOut)('sends $what, or refuses it before sending if unsupported', async ({ content }) => {
    const correlation = newCorrelation();
    const { receivedMessageId, channel } = setup();
    const media = setup().storeFile(samplePicture, ...fileFor(content));
    const isOnReceivedMessage = content.kind === 'reaction' && receivedMessageId !== undefined;
    const outgoing = withMedia(isOnReceivedMessage ? { ...content, to: receivedMessageId } : content, media);
    if (!channel.abilities(kind).contents.includes(content.kind)) {
      const error = await errorOf(send(outgoing, correlation));
      expect(error).toBeInstanceOf(Refused);
      expect((error as Refused).fault.code).toBe('ERR_CONTENT_UNSUPPORTED');
      expect(await setup().arrived(correlation)).toEqual([]);
      return;
    }
    const { wid } = await send(outgoing, correlation);
    expect(wid).not.toBe('');
    // A reaction is not a message of its own for the customer.
    if (content.kind === 'reaction') return;
    const [arrived, ...more] = await setup().arrived(correlation);
    expect(more).toEqual([]);
    const expected = setup().fallbackContent?.(content) ?? content;
    expect(arrived).toMatchObject(withoutMedia(expected));
    if (expected.kind === 'media') expect(await bytesOf(arrived!)).toBe(samplePicture.toString('hex'));
  });

  it('lists only existing content kinds in its abilities', () => {
    for (const contentKind of setup().channel.abilities(kind).contents) expect(allKinds).toContain(contentKind);
  });

  it('refuses a message to an unknown peer', async () => {
    const { channel, account, unknownPeer } = setup();
    const content = { kind: 'text', text: 'oi' } as const;
    const error = await errorOf(channel.send(account, { to: unknownPeer, content, correlation: newCorrelation() }));
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).isAccountDead).toBe(false);
  });
}

function sendErrorTests({ kind, setup, newCorrelation, send }: Suite): void {
  const sendText = (text: string, correlation: string) => send({ kind: 'text', text }, correlation);

  it.each(sendErrors)('reports the fault %s as %s', async (fault, name, details) => {
    const correlation = newCorrelation();
    if ((await setup().injectFault(fault)) === false) return;
    const error = await errorOf(sendText('será?', correlation));
    expect(error).toBeInstanceOf(errorClasses[name]);
    const { fault: about, retryAfterMs, isAccountDead } = error as Partial<NotSent & Refused>;
    expect({ code: about?.code, retryAfterMs, isAccountDead }).toMatchObject(details);
    const hasArrived = (await setup().arrived(correlation)).length > 0;
    if (name !== 'OutcomeUnknown') expect(hasArrived).toBe(false);
    if (fault === 'silent-after') expect(hasArrived).toBe(true);
  });

  it('reports a temporary failure as not sent only if the channel says so certainly [F-M5]', async () => {
    if ((await setup().injectFault('down')) === false) return;
    const error = await errorOf(sendText('será?', newCorrelation()));
    if (error instanceof NotSent) expect(error.fault.code).toBe('ERR_CHANNEL_DOWN');
    else expect(error).toBeInstanceOf(OutcomeUnknown);
  });

  it('sends a repeated correlation once if the channel is idempotent', async () => {
    if (!setup().channel.abilities(kind).idempotent) return;
    const correlation = newCorrelation();
    const first = await sendText('uma vez', correlation);
    expect(await sendText('uma vez', correlation)).toEqual(first);
    expect(await setup().arrived(correlation)).toHaveLength(1);

    const lost = newCorrelation();
    await setup().injectFault('silent-after');
    expect(await errorOf(sendText('sem resposta', lost))).toBeInstanceOf(OutcomeUnknown);
    await sendText('sem resposta', lost);
    expect(await setup().arrived(lost)).toHaveLength(1);
  });
}

function mediaTests({ setup, parse }: Suite): void {
  it('downloads a file up to the limit and fails one byte beyond it', async () => {
    const { channel, account } = setup();
    const delivery = (await setup().customerSends({
      kind: 'media',
      type: 'image',
      media: { mime: 'image/jpeg', ref: '' },
    }))!;
    const [message] = parse(delivery.body).filter((event) => event.type === 'message');
    const { media } = message!.content as Extract<Content, { kind: 'media' }>;
    const file = await buffer(await channel.fetchMedia(account, media, 1_000_000));
    expect(await buffer(await channel.fetchMedia(account, media, file.length))).toEqual(file);
    const cut = errorOf(channel.fetchMedia(account, media, file.length - 1).then(buffer));
    expect(await cut).toBeInstanceOf(Error);
  });

  it('refuses an unknown file', async () => {
    const { channel, account } = setup();
    const error = await errorOf(channel.fetchMedia(account, { mime: 'image/png', ref: 'nowhere/../x' }, 1000));
    expect(error).toBeInstanceOf(Refused);
  });
}

function accountTests({ kind, setup }: Suite): void {
  it('looks up numbers where contacts have numbers', async () => {
    const { channel, account } = setup();
    const hasNumbers = kind === 'whatsapp' || kind === 'whatsappapi';
    expect(await channel.findNumber(account, '5511987654321')).toEqual(hasNumbers ? { number: '5511987654321' } : null);
    expect(await channel.findNumber(account, '551190000')).toBeNull();
  });

  it('creates different secrets for each new account', () => {
    const { channel } = setup();
    const [first, second] = [channel.newSecrets?.() ?? {}, channel.newSecrets?.() ?? {}];
    for (const [key, value] of Object.entries(first)) expect(second[key]).not.toBe(value);
  });
}

/** Channels decide by MIME type and file name, not by the bytes. */
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
/** File references differ per channel; everything else must stay unchanged. */
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
