import type { proto, WAMessageKey } from 'baileys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardOf, readContent, textOf } from './content.ts';
import { parseRef } from './media-ref.ts';
import { contentOf } from './outgoing.ts';
import type { IncomingContent } from './wire.ts';

const key: WAMessageKey = { remoteJid: '5500911110001@s.whatsapp.net', id: 'A1', fromMe: false };
const mediaKey = new Uint8Array(32).fill(7);
const directPath = '/v/t62.7118-24/1.enc?ccb=11';
const media = { mediaKey, directPath, fileLength: 1234 };
const contentIn = (message: proto.IMessage) => readContent(message, key)?.content;
const file = (type: string, more: object = {}) => ({
  kind: 'file',
  type,
  file: { ref: expect.any(String), mime: 'x/y', bytes: 1234 },
  ...more,
});

describe('readContent', () => {
  const rows: [string, proto.IMessage, unknown][] = [
    ['a text', { conversation: 'oi' }, { kind: 'text', text: 'oi' }],
    ['a text with a link', { extendedTextMessage: { text: 'veja' } }, { kind: 'text', text: 'veja' }],
    [
      'a disappearing text',
      { ephemeralMessage: { message: { extendedTextMessage: { text: 'some' } } } },
      { kind: 'text', text: 'some' },
    ],
    ['a picture', { imageMessage: { ...media, mimetype: 'x/y', caption: 'eu' } }, file('image', { caption: 'eu' })],
    ['a video', { videoMessage: { ...media, mimetype: 'x/y' } }, file('video')],
    ['a round video', { ptvMessage: { ...media, mimetype: 'x/y' } }, file('video')],
    ['a voice message', { audioMessage: { ...media, mimetype: 'x/y', ptt: true } }, file('audio', { isVoice: true })],
    ['an audio file', { audioMessage: { ...media, mimetype: 'x/y', ptt: false } }, file('audio')],
    ['a sticker', { stickerMessage: { ...media, mimetype: 'x/y' } }, file('sticker')],
    [
      'an animated sticker',
      { lottieStickerMessage: { message: { stickerMessage: { ...media, mimetype: 'x/y' } } } },
      file('sticker'),
    ],
    [
      'a document with a caption',
      {
        documentWithCaptionMessage: {
          message: { documentMessage: { ...media, mimetype: 'x/y', fileName: 'a.pdf', caption: 'nota' } },
        },
      },
      {
        kind: 'file',
        type: 'document',
        caption: 'nota',
        file: { ref: expect.any(String), mime: 'x/y', bytes: 1234, name: 'a.pdf' },
      },
    ],
    [
      'a view-once picture',
      { viewOnceMessageV2: { message: { imageMessage: { ...media, mimetype: 'x/y' } } } },
      file('image', { isViewOnce: true }),
    ],
    [
      'a view-once voice message',
      { viewOnceMessageV2Extension: { message: { audioMessage: { ...media, mimetype: 'x/y', ptt: true } } } },
      file('audio', { isVoice: true, isViewOnce: true }),
    ],
    ['a file without a key', { imageMessage: { directPath } }, { kind: 'strange', what: 'image-without-key' }],
    [
      'a location',
      { locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: 'Loja', address: 'Rua 1' } },
      { kind: 'place', latitude: 1, longitude: 2, name: 'Loja', address: 'Rua 1' },
    ],
    [
      'a live location',
      { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2, caption: 'indo' } },
      { kind: 'place', latitude: 1, longitude: 2, name: 'indo' },
    ],
    [
      'a card',
      {
        contactMessage: {
          displayName: 'Marta',
          vcard: 'BEGIN:VCARD\nFN:Marta\nitem1.TEL;waid=5500911110002:+55 00\nTEL:(00) 3333-4444',
        },
      },
      { kind: 'cards', cards: [{ name: 'Marta', numbers: ['5500911110002', '0033334444'] }] },
    ],
    [
      'cards',
      { contactsArrayMessage: { contacts: [{ vcard: 'FN:Um\nTEL:1' }, { vcard: 'FN:Dois' }] } },
      {
        kind: 'cards',
        cards: [
          { name: 'Um', numbers: ['1'] },
          { name: 'Dois', numbers: [] },
        ],
      },
    ],
    [
      'a row of a list',
      { listResponseMessage: { title: 'Vendas', singleSelectReply: { selectedRowId: '1' } } },
      { kind: 'choice', id: '1', title: 'Vendas' },
    ],
    [
      'a button',
      { buttonsResponseMessage: { selectedButtonId: 'a', selectedDisplayText: 'Sim' } },
      { kind: 'choice', id: 'a', title: 'Sim' },
    ],
    [
      'a button of a template',
      { templateButtonReplyMessage: { selectedId: 'b', selectedDisplayText: 'Não' } },
      { kind: 'choice', id: 'b', title: 'Não' },
    ],
    [
      'a native button',
      {
        interactiveResponseMessage: { body: { text: 'Sim' }, nativeFlowResponseMessage: { paramsJson: '{"id":"x"}' } },
      },
      { kind: 'choice', id: 'x', title: 'Sim' },
    ],
    [
      'a form',
      {
        interactiveResponseMessage: {
          body: { text: 'Enviado' },
          nativeFlowResponseMessage: { paramsJson: '{"nome":"Ana","flow_token":"t"}' },
        },
      },
      { kind: 'form', title: 'Enviado', answers: [{ label: 'nome', value: 'Ana' }] },
    ],
    ['a reaction', { reactionMessage: { key: { id: 'B2' }, text: '👍' } }, { kind: 'reaction', to: 'B2', emoji: '👍' }],
    [
      'a removed reaction',
      { reactionMessage: { key: { id: 'B2' }, text: '' } },
      { kind: 'reaction', to: 'B2', emoji: '' },
    ],
    [
      'a poll',
      { pollCreationMessageV3: { name: 'Cor?', options: [{ optionName: 'Azul' }], selectableOptionsCount: 1 } },
      { kind: 'poll', question: 'Cor?', options: ['Azul'], isMultiple: false },
    ],
    [
      'an event',
      { eventMessage: { name: 'Retirada', startTime: 1_900_000_000, location: { name: 'Loja' } } },
      { kind: 'event', title: 'Retirada', starts: 1_900_000_000, location: 'Loja' },
    ],
    [
      'a text from an ad',
      {
        extendedTextMessage: {
          text: 'Quero',
          contextInfo: {
            externalAdReply: {
              title: 'Armação',
              body: 'Só hoje',
              sourceUrl: 'https://example.com/a',
              sourceType: 'ad',
            },
          },
        },
      },
      { kind: 'ad', text: 'Quero', title: 'Armação', body: 'Só hoje', url: 'https://example.com/a' },
    ],
    [
      'an order',
      {
        orderMessage: {
          orderTitle: 'Óculos',
          itemCount: 2,
          totalAmount1000: 123_450,
          totalCurrencyCode: 'BRL',
          message: 'pedido',
        },
      },
      { kind: 'order', text: 'pedido', items: [{ name: 'Óculos', quantity: 2, cents: 12_345 }], currency: 'BRL' },
    ],
    [
      'a group invitation',
      { groupInviteMessage: { groupName: 'Turma', inviteCode: 'abc' } },
      { kind: 'share', title: 'Turma', text: '', url: 'https://chat.whatsapp.com/abc' },
    ],
    [
      'a call log entry',
      { callLogMesssage: { isVideo: true, callOutcome: 3 } },
      { kind: 'call', isVideo: true, outcome: 'refused' },
    ],
    ['an unknown kind', { hologramMessage: {} } as proto.IMessage, { kind: 'strange', what: 'hologram' }],
    ['keys alone', { senderKeyDistributionMessage: { groupId: 'g' } }, undefined],
    [
      'keys with a text',
      { senderKeyDistributionMessage: { groupId: 'g' }, conversation: 'oi' },
      { kind: 'text', text: 'oi' },
    ],
  ];
  it.each(rows)('reads %s', (_, message, expected) => expect(contentIn(message)).toEqual(expected));

  it('keeps the ids of an ad, a product and the description of a row, and ignores an empty text [F-G5] [F-G1]', () => {
    const key = { id: 'A', remoteJid: '551199@s.whatsapp.net' };
    const ad = { title: 'Armação', sourceType: 'ad', sourceId: '12034', ctwaClid: 'click-1', ref: 'promo' };
    expect(
      readContent({ extendedTextMessage: { text: 'oi', contextInfo: { externalAdReply: ad } } }, key),
    ).toMatchObject({
      content: { kind: 'ad', id: '12034', clickId: 'click-1', ref: 'promo' },
    });
    expect(readContent({ productMessage: { product: { productId: '77', title: 'Óculos' } } }, key)).toMatchObject({
      content: { kind: 'share', id: '77' },
    });
    const row = { title: 'Vendas', description: 'Óculos e lentes', singleSelectReply: { selectedRowId: '1' } };
    expect(readContent({ listResponseMessage: row }, key)).toMatchObject({
      content: { kind: 'choice', id: '1', description: 'Óculos e lentes' },
    });
    expect(readContent({ extendedTextMessage: { text: '' } }, key)).toBeUndefined();
  });

  it('reads the quoted message and the forwarded mark', () => {
    const contextInfo = { stanzaId: 'Q1', isForwarded: true };
    expect(readContent({ extendedTextMessage: { text: 'sim', contextInfo } }, key)).toEqual({
      content: { kind: 'text', text: 'sim' },
      quotes: 'Q1',
      isForwarded: true,
    });
  });

  it('reads the text or caption of an edited message', () => {
    expect(textOf({ extendedTextMessage: { text: 'outra' } })).toBe('outra');
    expect(textOf({ imageMessage: { caption: 'legenda' } })).toBe('legenda');
    expect(textOf({ imageMessage: { mimetype: 'image/png' } })).toBe('');
    for (const nothing of [undefined, null, {}, { conversation: '' }, { extendedTextMessage: {} }])
      expect(textOf(nothing)).toBeUndefined();
  });

  it.each<[string, proto.IMessage]>([
    ['a choice without id and title', { listResponseMessage: { title: '', singleSelectReply: {} } }],
    ['a button without id and title', { buttonsResponseMessage: {} }],
    ['a list of no contacts', { contactsArrayMessage: { contacts: [] } }],
    ['a reaction to no message', { reactionMessage: { text: '👍' } }],
  ])('reads nothing from %s [F-G1]', (_, message) => expect(readContent(message, key)).toBeUndefined());
});

describe('a card', () => {
  const isFull = process.env['PROOF'] === 'full';
  const noise = fc
    .array(
      fc.oneof(
        fc.constantFrom('BEGIN:VCARD', '\r\n', '\n', 'TEL', 'item1.TEL', ';waid=', ':', 'FN', 'N:', '\\', '+55 11'),
        fc.nat().map(String),
        fc.string({ unit: 'binary', maxLength: 8 }),
      ),
    )
    .map((parts) => parts.join(''));
  const times = { numRuns: isFull ? 1_000_000 : 5000 };
  const timeout = isFull ? 3_600_000 : 60_000;

  it('of any text has a name and different numbers of digits only [FZ-07]', { timeout }, () => {
    fc.assert(
      fc.property(noise, (vcard) => {
        const { name, numbers } = cardOf({ vcard });
        expect(typeof name).toBe('string');
        expect(numbers.filter((number) => !/^\d+$/.test(number))).toEqual([]);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
      times,
    );
  });

  it('that is sent is read as it was written, whatever the name contains [FZ-07]', { timeout }, () => {
    const name = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), noise).filter((text) => text.trim() !== '');
    const number = fc.stringMatching(/^[1-9]\d{7,14}$/);
    fc.assert(
      fc.property(name, fc.uniqueArray(number, { maxLength: 3 }), (typed, numbers) => {
        const deps = { open: () => expect.fail(), keyOf: () => key, isForwarded: false };
        const sent = contentOf({ kind: 'cards', cards: [{ name: typed, numbers }] }, deps) as {
          contacts: { contacts: { vcard: string }[] };
        };
        expect(cardOf({ vcard: sent.contacts.contacts[0]!.vcard })).toEqual({
          name: typed.replace(/[\r\n]+/g, ' '),
          numbers,
        });
      }),
      times,
    );
  });

  it.each(['TEL', 'TEL;', 'TEL:1\n', 'waid=', 'FN:\\'])(
    'of a megabyte is read in linear time: %j repeated [FZ-07]',
    (piece) => {
      const begin = process.threadCpuUsage();
      cardOf({ vcard: piece.repeat(1_000_000 / piece.length) });
      expect(process.threadCpuUsage(begin).user / 1000).toBeLessThan(1000);
    },
  );
});

describe('media references lead to the network’s own hosts only', () => {
  const refOf = (image: proto.Message.IImageMessage) => {
    const fileContent = contentIn({ imageMessage: { mediaKey, ...image } }) as
      | Extract<IncomingContent, { kind: 'file' }>
      | { kind: 'strange' };
    return fileContent.kind === 'file' ? fileContent.file.ref : undefined;
  };
  it('do not contain the URL', () => {
    const ref = refOf({ directPath, url: 'https://10.0.0.1/inside' })!;
    expect(Buffer.from(ref, 'base64url').toString()).not.toContain('10.0.0.1');
    expect(parseRef(ref)).toMatchObject({ type: 'image', directPath, key: { id: 'A1' } });
  });
  it.each(['@10.0.0.1/x', '.example.com/x', ':8080/x', '//10.0.0.1/x', '\\\\x', '', 'x'])(
    'are not created for the path %j',
    (path) => expect(refOf({ directPath: path })).toBeUndefined(),
  );
  it.each(['', 'nowhere/../x', 'e30', Buffer.from('["image",1,2,3,4,5,6]').toString('base64url')])(
    'are undefined for the foreign text %j',
    (ref) => expect(parseRef(ref)).toBeUndefined(),
  );
});
