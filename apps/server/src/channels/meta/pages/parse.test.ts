import { describe, expect, it } from 'vitest';
import type { Account, Content } from '../../port.ts';
import {
  AT,
  at,
  CDN,
  contentsOf,
  delivery,
  gram,
  igsid,
  item,
  own,
  page,
  parse,
  parseFields,
  psid,
} from './parse.fixture.ts';

const MESSAGE = { message: { mid: 'm_1', text: 'oi' } };

describe('customer messages', () => {
  it('parses a text with contact and time', () => {
    expect(parseFields(page, { message: { mid: 'm_1', text: 'olá 👋🏽' } })).toEqual([
      { type: 'message', wid: 'm_1', peer: psid, fromMe: false, at, content: { kind: 'text', text: 'olá 👋🏽' } },
    ]);
    expect(parseFields(gram, { message: { mid: 'ig_1', text: 'oi' } })[0]).toMatchObject({ peer: igsid });
  });

  const attached = (type: string, payload: unknown, more = {}) => ({ attachments: [{ type, payload, ...more }] });
  const media = (type: string, mime: string, ref: string) => ({ kind: 'media', type, media: { mime, ref } });
  it.each<[string, Account, object, Content[]]>([
    [
      'a picture',
      page,
      attached('image', { url: `${CDN}a.jpg` }),
      [media('image', 'image/jpeg', `${CDN}a.jpg`) as Content],
    ],
    [
      'a voice message',
      page,
      attached('audio', { url: `${CDN}a.mp4` }),
      [{ ...media('audio', 'audio/mp4', `${CDN}a.mp4`), isVoice: true } as Content],
    ],
    [
      'a video',
      gram,
      attached('video', { url: `${CDN}v.mp4` }),
      [media('video', 'video/mp4', `${CDN}v.mp4`) as Content],
    ],
    [
      'a file with its name',
      page,
      attached('file', { url: 'https://cdn.fbsbx.com/v/t59/receita%20nova.pdf?oe=1' }),
      [
        {
          kind: 'media',
          type: 'document',
          media: {
            mime: 'application/octet-stream',
            ref: 'https://cdn.fbsbx.com/v/t59/receita%20nova.pdf?oe=1',
            fileName: 'receita nova.pdf',
          },
        },
      ],
    ],
    [
      'a sticker that is sent in the old and the new type',
      page,
      {
        attachments: [
          { type: 'image', payload: { url: `${CDN}s.png`, sticker_id: 369239263222822 } },
          { type: 'sticker', payload: { url: `${CDN}s.png`, sticker_id: 369239263222822 } },
        ],
      },
      [media('sticker', 'image/png', `${CDN}s.png`) as Content],
    ],
    [
      'a sticker in the old type',
      page,
      attached('image', { url: `${CDN}s.png`, sticker_id: 369239263222822 }),
      [media('sticker', 'image/png', `${CDN}s.png`) as Content],
    ],
    [
      'a location',
      page,
      attached('location', { coordinates: { lat: -23.56, long: -46.65 } }, { title: 'Loja' }),
      [{ kind: 'location', latitude: -23.56, longitude: -46.65, name: 'Loja' }],
    ],
    [
      'a link with its preview and text',
      page,
      { text: 'https://example.com/a', ...attached('fallback', { url: 'https://example.com/a', title: 'Armação' }) },
      [{ kind: 'share', title: 'Armação', text: 'https://example.com/a', url: 'https://example.com/a' }],
    ],
    ['a share that Meta withholds', page, attached('fallback', null), [{ kind: 'unsupported', what: 'fallback' }]],
    [
      'a reel',
      page,
      attached('reel', { url: `${CDN}r.mp4`, title: 'Vitrine', reel_video_id: 1 }),
      [{ kind: 'share', title: 'Vitrine', text: '', id: '1', url: `${CDN}r.mp4` }],
    ],
    [
      'an Instagram post that is sent as a share and as a post',
      gram,
      {
        attachments: [
          { type: 'share', payload: { ig_post_media_id: '18139', title: 'Nova coleção', url: `${CDN}p.jpg` } },
          { type: 'ig_post', payload: { ig_post_media_id: '18139', title: 'Nova coleção', url: `${CDN}p.jpg` } },
        ],
      },
      [
        {
          kind: 'share',
          title: 'Nova coleção',
          text: '',
          id: '18139',
          url: `${CDN}p.jpg`,
          image: { mime: 'image/jpeg', ref: `${CDN}p.jpg` },
        },
      ],
    ],
    [
      'a story mention',
      gram,
      attached('story_mention', { url: 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1' }),
      [
        {
          kind: 'story',
          act: 'mention',
          text: '',
          url: 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1',
          image: { mime: 'image/jpeg', ref: 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1' },
        },
      ],
    ],
    [
      'a story reply',
      gram,
      { text: 'que linda', reply_to: { story: { id: '1', url: 'https://example.com/s' } } },
      [{ kind: 'story', act: 'reply', text: 'que linda', id: '1', url: 'https://example.com/s' }],
    ],
    [
      'a shared product',
      page,
      attached('template', {
        product: { elements: [{ id: '1', title: 'Armação', subtitle: 'R$ 199', image_url: `${CDN}a.jpg` }] },
      }),
      [{ kind: 'share', title: 'Armação', text: 'R$ 199', id: '1', image: { mime: 'image/jpeg', ref: `${CDN}a.jpg` } }],
    ],
    ['disappearing content', gram, attached('ephemeral', undefined), [{ kind: 'unsupported', what: 'ephemeral' }]],
    ['content that Meta withholds', gram, { is_unsupported: true }, [{ kind: 'unsupported', what: 'unsupported' }]],
    [
      'a quick reply',
      page,
      { text: 'Vendas', quick_reply: { payload: 'q1' } },
      [{ kind: 'choice', id: 'q1', title: 'Vendas' }],
    ],
    [
      'a text from an ad',
      page,
      {
        text: 'Quero esta',
        referral: {
          ref: 'Só hoje',
          ad_id: '777',
          source: 'ADS',
          type: 'OPEN_THREAD',
          ads_context_data: { ad_title: 'Armação', photo_url: `${CDN}ad.jpg`, post_id: '1' },
        },
      },
      [
        {
          kind: 'ad',
          text: 'Quero esta',
          title: 'Armação',
          body: 'Só hoje',
          image: { mime: 'image/jpeg', ref: `${CDN}ad.jpg` },
        },
      ],
    ],
    [
      'a question about a product',
      gram,
      { text: 'tem azul?', referral: { product: { id: '4455' } } },
      [{ kind: 'share', title: '4455', text: 'tem azul?', id: '4455' }],
    ],
  ])('parses %s', (_, account, message, contents) => {
    const events = parseFields(account, { message: { mid: 'm_1', ...message } });
    expect(contentsOf(events)).toEqual(contents);
    expect(events[0]).toMatchObject({ wid: 'm_1' });
  });

  it('parses several files as messages in order, with the text as caption of the first', () => {
    const files = [1, 2, 3].map((n) => ({ type: 'image', payload: { url: `${CDN}${n}.jpg` } }));
    const events = parseFields(gram, {
      message: { mid: 'ig_7', text: 'qual?', attachments: files, reply_to: { mid: 'm_0' } },
    });
    expect(events.map((event) => event.type === 'message' && [event.wid, event.quotes])).toEqual([
      ['ig_7', 'm_0'],
      ['ig_7#2', undefined],
      ['ig_7#3', undefined],
    ]);
    expect(
      contentsOf(events).map((content) => content.kind === 'media' && [content.media.ref, content.caption]),
    ).toEqual([
      [`${CDN}1.jpg`, 'qual?'],
      [`${CDN}2.jpg`, undefined],
      [`${CDN}3.jpg`, undefined],
    ]);
  });

  it('parses a postback and its referral as one message [F-G2]', () => {
    const referral = { ref: 'abc', source: 'SHORTLINK', type: 'OPEN_THREAD' };
    const events = parseFields(page, { postback: { mid: 'm_p', title: 'Começar', payload: 'START', referral } });
    const about = { type: 'link', ref: 'abc', source: 'SHORTLINK' };
    expect(events).toMatchObject([{ wid: 'm_p', content: { kind: 'choice', id: 'START', title: 'Começar' }, about }]);
    expect(events).toHaveLength(1);
    // Without a message id the same postback still has the same derived id.
    const [first] = parseFields(page, { postback: { title: 'Começar', payload: 'START' } });
    expect(parseFields(page, { postback: { title: 'Começar', payload: 'START' } })).toEqual([first]);
  });

  it('parses a referral that opened an existing conversation', () => {
    const referral = { ref: 'promo', source: 'SHORTLINK', type: 'OPEN_THREAD' };
    const source = { type: 'source', peer: psid, about: { type: 'link', ref: 'promo', source: 'SHORTLINK' }, at };
    expect(parseFields(page, { referral })).toEqual([source]);
    expect(parseFields(page, { message: { mid: 'm_1', referral } })).toEqual([source]);
  });

  it('keeps the ids of an ad with the message [F-G5]', () => {
    const referral = {
      ad_id: '777',
      source: 'ADS',
      ads_context_data: { ad_title: 'Armação', post_id: '5', product_id: '9' },
    };
    const about = { type: 'ad', id: '777', title: 'Armação', postId: '5', productId: '9', source: 'ADS' };
    const picture = [{ type: 'image', payload: { url: `${CDN}a.jpg` } }];
    expect(parseFields(page, { message: { mid: 'm_1', text: 'Quero', referral } })).toMatchObject([{ about }]);
    const events = parseFields(gram, { message: { mid: 'm_1', attachments: picture, referral } });
    expect(events).toMatchObject([{ wid: 'm_1', content: { kind: 'media' }, about }]);
  });

  it.each<[string, object]>([
    ['an empty message', { message: { mid: 'm_1' } }],
    ['empty text and attachments', { message: { mid: 'm_1', text: '', attachments: [] } }],
    ['an edit without text', { message_edit: { mid: 'm_1', num_edit: 0 } }],
    ['a postback without words', { postback: { mid: 'm_1' } }],
    ['nothing', { message: null }],
  ])('logs %s [F-G1]', (_, fields) => {
    expect(parseFields(gram, fields)).toMatchObject([{ type: 'logged', at }]);
  });

  it('logs items that name no customer, and messages of the account to itself [F-G1]', () => {
    const items = [
      { recipient: { id: own(gram) }, timestamp: AT, message: { mid: 'm_1', text: 'quem?' } },
      { recipient: { id: own(gram) }, timestamp: AT, optin: { ref: 'x', user_ref: 'u' } },
      { timestamp: AT, message_edit: { mid: 'm_1', text: 'x' } },
      { sender: { id: own(gram) }, recipient: { id: own(gram) }, timestamp: AT, message: { mid: 'm_1', text: 'eu' } },
    ];
    const events = parse(delivery(gram, ...items), gram);
    expect(events.map(({ type }) => type)).toEqual(['logged', 'logged', 'logged', 'logged']);
  });

  it('distinguishes seconds, milliseconds and text in each time [F-G7]', () => {
    const message = { mid: 'm_1', text: 'oi' };
    const whole = new Date(Math.floor(AT / 1000) * 1000).toISOString();
    const timeOf = (timestamp: unknown) => parseFields(gram, { message, timestamp })[0];
    expect(timeOf(Math.floor(AT / 1000))).toMatchObject({ at: whole });
    expect(timeOf(String(Math.floor(AT / 1000)))).toMatchObject({ at: whole });
    expect(timeOf(String(AT))).toMatchObject({ at });
    expect(timeOf(AT)).toMatchObject({ at });
    expect(parseFields(page, { read: { watermark: String(Math.floor(AT / 1000)) } })).toMatchObject([{ upTo: whole }]);
  });

  it('parses reactions and their removal', () => {
    const reaction = { reaction: 'love', emoji: '❤', action: 'react', mid: 'm_1' };
    const [on] = parseFields(page, { reaction });
    const [off] = parseFields(page, { reaction: { action: 'unreact', mid: 'm_1' } });
    const [named] = parseFields(gram, { reaction: { action: 'react', reaction: 'wow', mid: 'm_1' } });
    expect(contentsOf([on!, off!, named!])).toEqual([
      { kind: 'reaction', to: 'm_1', emoji: '❤' },
      { kind: 'reaction', to: 'm_1', emoji: '' },
      { kind: 'reaction', to: 'm_1', emoji: '😮' },
    ]);
    expect(on).not.toMatchObject({ wid: (off as { wid: string }).wid });
  });

  it.each<[string, object]>([
    ['null beside it', { message: { mid: 'm_1', text: 'oi' }, postback: null, reaction: null }],
    ['an empty field before it', { message: null, postback: { mid: 'm_1', title: 'oi', payload: 'oi' } }],
  ])('keeps a message with %s', (_, fields) => {
    expect(parseFields(page, fields)).toMatchObject([{ type: 'message', wid: 'm_1' }]);
  });

  it.each<[string, object]>([
    ['null instead of the other lists', { messaging: [item(gram, MESSAGE)], standby: null, changes: null }],
    ['an item instead of a list', { messaging: item(gram, MESSAGE) }],
    ['a change instead of a list', { changes: { field: 'messages', value: item(gram, MESSAGE) } }],
  ])('keeps the message of an entry with %s', (_, lists) => {
    const events = parse({ object: 'instagram', entry: [{ id: own(gram), time: AT, ...lists }] }, gram);
    expect(events).toMatchObject([{ type: 'message', wid: 'm_1', peer: igsid }]);
  });

  it('does not take a missing number of edits for the first version [F-G7]', () => {
    for (const num_edit of [null, '', true, []])
      expect(parseFields(gram, { message_edit: { mid: 'm_1', text: 'olá', num_edit } })[0]).not.toHaveProperty(
        'version',
      );
    const numbered = parseFields(gram, { message_edit: { mid: 'm_1', text: 'olá', num_edit: '2' } });
    expect(numbered).toMatchObject([{ type: 'edited', version: 2 }]);
  });

  it('takes a message that the account sent for its own also without the mark of an echo', () => {
    const sent = { sender: { id: own(gram) }, recipient: { id: '2439012' }, timestamp: AT };
    for (const is_echo of [undefined, false, null])
      expect(parse(delivery(gram, { ...sent, message: { mid: 'm_1', text: 'oi', is_echo } }), gram)).toMatchObject([
        { type: 'message', fromMe: true, peer: igsid },
      ]);
  });

  it('keeps the readable ids of a delivery report', () => {
    const events = parseFields(page, { delivery: { mids: [null, 'm_1', {}] } });
    expect(events).toMatchObject([{ type: 'receipt', wid: 'm_1', status: 'delivered' }]);
  });

  it('parses edits and removals', () => {
    expect(parseFields(page, { message_edit: { mid: 'm_1', text: 'olá!', num_edit: 1 } })).toEqual([
      { type: 'edited', wid: 'm_1', peer: psid, fromMe: false, text: 'olá!', at, version: 1 },
    ]);
    expect(parseFields(gram, { message: { mid: 'ig_1', is_deleted: true } })).toEqual([
      { type: 'removed', wid: 'ig_1', peer: igsid, fromMe: false, at },
    ]);
  });
});
