import { describe, expect, it } from 'vitest';
import type { Account, Content, ChannelEvent } from '../../port.ts';
import { parsePagesPayload } from './parse.ts';

const page: Account = {
  companyId: 1,
  connectionId: 1,
  kind: 'facebook',
  number: '',
  secrets: { pageId: '1906385232743451', accessToken: 'page-token' },
};
const gram: Account = { ...page, kind: 'instagram', secrets: { ...page.secrets, igId: '17841400000000001' } };
const AT = 1_458_692_752_478;
const at = new Date(AT).toISOString();
const psid = { identities: [{ kind: 'psid', value: '2439012', scope: '1906385232743451' }], isGroup: false };
const igsid = { identities: [{ kind: 'igsid', value: '2439012', scope: '17841400000000001' }], isGroup: false };

const own = (account: Account) => account.secrets[account.kind === 'instagram' ? 'igId' : 'pageId'];
const delivery = (account: Account, ...items: unknown[]) => ({
  object: account.kind === 'instagram' ? 'instagram' : 'page',
  entry: [{ id: own(account), time: AT + 5, messaging: items }],
});
const item = (account: Account, fields: object) => ({
  sender: { id: '2439012' },
  recipient: { id: own(account) },
  timestamp: AT,
  ...fields,
});
const parse = (payload: unknown, account = page): ChannelEvent[] =>
  parsePagesPayload(Buffer.from(JSON.stringify(payload)), account);
const parseFields = (account: Account, fields: object) => parse(delivery(account, item(account, fields)), account);
const contentsOf = (events: ChannelEvent[]): Content[] =>
  events.flatMap((event) => (event.type === 'message' ? [event.content] : []));
const CDN = 'https://scontent.xx.fbcdn.net/v/t1.15752-9/';

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
      [{ kind: 'share', title: 'Vitrine', text: '', url: `${CDN}r.mp4` }],
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
      [{ kind: 'story', act: 'reply', text: 'que linda', url: 'https://example.com/s' }],
    ],
    [
      'a shared product',
      page,
      attached('template', {
        product: { elements: [{ id: '1', title: 'Armação', subtitle: 'R$ 199', image_url: `${CDN}a.jpg` }] },
      }),
      [{ kind: 'share', title: 'Armação', text: 'R$ 199', image: { mime: 'image/jpeg', ref: `${CDN}a.jpg` } }],
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
      [{ kind: 'share', title: '4455', text: 'tem azul?' }],
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

  it('parses a postback and its referral', () => {
    const referral = { ref: 'abc', source: 'SHORTLINK', type: 'OPEN_THREAD' };
    const events = parseFields(page, { postback: { mid: 'm_p', title: 'Começar', payload: 'START', referral } });
    expect(events).toMatchObject([
      { wid: 'm_p#ad', content: { kind: 'ad', title: 'SHORTLINK', body: 'abc' } },
      { wid: 'm_p', content: { kind: 'choice', id: 'START', title: 'Começar' } },
    ]);
    // Without a message id the same postback still has the same derived id.
    const [first] = parseFields(page, { postback: { title: 'Começar', payload: 'START' } });
    expect(parseFields(page, { postback: { title: 'Começar', payload: 'START' } })).toEqual([first]);
  });

  it('parses a referral that opened an existing conversation', () => {
    const [event] = parseFields(page, { referral: { ref: 'promo', source: 'SHORTLINK', type: 'OPEN_THREAD' } });
    expect(event).toMatchObject({
      type: 'message',
      content: { kind: 'ad', title: 'SHORTLINK', body: 'promo', text: '' },
    });
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

  it('parses edits and removals', () => {
    expect(parseFields(page, { message_edit: { mid: 'm_1', text: 'olá!', num_edit: 1 } })).toEqual([
      { type: 'edited', wid: 'm_1', peer: psid, text: 'olá!', at },
    ]);
    expect(parseFields(gram, { message: { mid: 'ig_1', is_deleted: true } })).toEqual([
      { type: 'removed', wid: 'ig_1', peer: igsid, at },
    ]);
  });
});

describe('receipts and echoes', () => {
  it('parses delivery receipts by message id and by time', () => {
    const upTo = new Date(AT - 1000).toISOString();
    expect(parseFields(page, { delivery: { mids: ['m_1', 'm_2'], watermark: AT - 1000 } })).toEqual([
      { type: 'receipt', wid: 'm_1', peer: psid, status: 'delivered', at: upTo },
      { type: 'receipt', wid: 'm_2', peer: psid, status: 'delivered', at: upTo },
      { type: 'read-up-to', peer: psid, status: 'delivered', upTo },
    ]);
  });
  it('parses read receipts: by time on Messenger, by message id on Instagram', () => {
    const upTo = new Date(AT - 1000).toISOString();
    expect(parseFields(page, { read: { watermark: AT - 1000 } })).toEqual([
      { type: 'read-up-to', peer: psid, status: 'read', upTo },
    ]);
    expect(parseFields(gram, { read: { mid: 'ig_9' } })).toEqual([
      { type: 'receipt', wid: 'ig_9', peer: igsid, status: 'read', at },
      { type: 'read-up-to', peer: igsid, status: 'read', upTo: at },
    ]);
  });

  const echo = (message: object) => ({
    sender: { id: own(page) },
    recipient: { id: '2439012' },
    timestamp: AT,
    message: { mid: 'm_e', is_echo: true, app_id: 1517776481860111, ...message },
  });
  const correlation = '00000000-0000-4000-8000-000000000001';
  it('parses the echo of our own send with its correlation', () => {
    expect(parse(delivery(page, echo({ text: 'oi', metadata: correlation })))).toEqual([
      {
        type: 'message',
        wid: 'm_e',
        peer: psid,
        fromMe: true,
        at,
        content: { kind: 'text', text: 'oi' },
        correlation,
      },
    ]);
  });
  it('ignores the echo of an earlier part of a long message', () => {
    expect(parse(delivery(page, echo({ text: 'oi', metadata: `${correlation}#1` })))).toEqual([]);
    // Metadata in a customer's message has no effect.
    expect(parseFields(page, { message: { mid: 'm_1', text: 'oi', metadata: `${correlation}#1` } })).toHaveLength(1);
  });
  it('parses a message from the page inbox or another app without a correlation', () => {
    const [event] = parse({
      object: 'page',
      entry: [{ id: own(page), time: AT, standby: [echo({ text: 'do celular' })] }],
    });
    expect(event).toMatchObject({ fromMe: true, peer: psid, content: { text: 'do celular' } });
    expect(event).not.toHaveProperty('correlation');
  });
});

describe('deliveries', () => {
  it('are parsed in order, and an invalid item does not affect the others', () => {
    const items = [
      item(page, { message: { mid: 'm_1', text: 'um' } }),
      null,
      item(page, { message: { mid: 'm_2', text: 'dois' } }),
      { sender: { id: '2439012' }, recipient: { id: own(page) }, timestamp: AT, hologram: { x: 1 } },
      item(page, { message: { text: 'sem nome' } }),
      item(page, { message: { mid: 'm_3', text: 3, attachments: 'x' } }),
    ];
    const events = parse({
      object: 'page',
      entry: [
        { id: own(page), time: AT, messaging: items },
        7,
        { id: own(page), time: AT, messaging: [item(page, { message: { mid: 'm_4', text: 'quatro' } })] },
      ],
    });
    expect(contentsOf(events)).toEqual([
      { kind: 'text', text: 'um' },
      { kind: 'unsupported', what: 'item' },
      { kind: 'text', text: 'dois' },
      { kind: 'unsupported', what: 'hologram' },
      { kind: 'unsupported', what: 'message' },
      { kind: 'unsupported', what: 'attachment' },
      { kind: 'unsupported', what: 'entry' },
      { kind: 'text', text: 'quatro' },
    ]);
    expect(new Set(events.map((event) => event.type === 'message' && event.wid)).size).toBe(8);
    expect(events[3]).toMatchObject({ peer: psid, at });
  });

  it('are parsed in the envelope of test webhooks', () => {
    const value = item(gram, { message: { mid: 'ig_1', text: 'teste' } });
    const events = parse(
      { object: 'instagram', entry: [{ id: own(gram), time: AT, changes: [{ field: 'messages', value }] }] },
      gram,
    );
    expect(contentsOf(events)).toEqual([{ kind: 'text', text: 'teste' }]);
  });

  it.each([
    'account_linking',
    'pass_thread_control',
    'take_thread_control',
    'request_thread_control',
    'app_roles',
    'game_play',
  ])('ignore %s', (name) => expect(parseFields(page, { [name]: { x: 1 } })).toEqual([]));
  it('ignore public comments but keep unknown fields', () => {
    const of = (field: string) =>
      parse({ object: 'page', entry: [{ id: own(page), time: AT, changes: [{ field, value: { id: '1' } }] }] });
    expect([of('feed'), of('comments')]).toEqual([[], []]);
    expect(contentsOf(of('hologram'))).toEqual([{ kind: 'unsupported', what: 'hologram' }]);
  });

  it('keep an opt-in as unsupported and report a policy violation as health', () => {
    expect(contentsOf(parseFields(page, { optin: { ref: 'x' } }))).toEqual([{ kind: 'unsupported', what: 'optin' }]);
    const stopped = {
      recipient: { id: own(page) },
      timestamp: AT,
      policy_enforcement: { action: 'block', reason: 'spam' },
    };
    expect(parse(delivery(page, stopped))).toMatchObject([{ type: 'health', update: 'restricted', detail: 'spam' }]);
  });

  it('for another account become a placeholder without any of its content', () => {
    const events = parse({
      object: 'page',
      entry: [{ id: '999', time: AT, messaging: [item(page, { message: { mid: 'x', text: 'segredo' } })] }],
    });
    expect(contentsOf(events)).toEqual([{ kind: 'unsupported', what: 'another-account' }]);
    expect(JSON.stringify(events)).not.toMatch(/segredo|2439012/);
    // Contacts of a page are not those of its Instagram account, though one token serves both.
    const crossed = parse(delivery(page, item(page, { message: { mid: 'x', text: 'segredo' } })), gram);
    expect(contentsOf(crossed)).toEqual([{ kind: 'unsupported', what: 'another-account' }]);
  });
});
