import { describe, expect, it } from 'vitest';
import type { Content } from '../../port.ts';
import { parsePayload } from './parse.ts';
import { account, contacts, helena, WID, AT, change, message, parse, parseFields } from './parse.fixture.ts';

describe('customer messages', () => {
  const file = { mime_type: 'image/jpeg', sha256: 'x', id: '1003383421387256' };
  const contents: [what: string, fields: object, content: Content][] = [
    ['a text', { type: 'text', text: { body: 'Oi\0 \ud800' } }, { kind: 'text', text: 'Oi \ufffd' }],
    [
      'a picture',
      { type: 'image', image: { ...file, caption: 'Receita' } },
      {
        kind: 'media',
        type: 'image',
        media: { mime: 'image/jpeg', ref: '1003383421387256' },
        caption: 'Receita',
      },
    ],
    [
      'a voice message',
      { type: 'audio', audio: { ...file, mime_type: 'audio/ogg; codecs=opus', voice: true } },
      {
        kind: 'media',
        type: 'audio',
        media: { mime: 'audio/ogg; codecs=opus', ref: '1003383421387256' },
        isVoice: true,
      },
    ],
    [
      'an audio file',
      { type: 'audio', audio: { ...file, mime_type: 'audio/mpeg', voice: false } },
      { kind: 'media', type: 'audio', media: { mime: 'audio/mpeg', ref: '1003383421387256' } },
    ],
    [
      'a video',
      { type: 'video', video: { ...file, mime_type: 'video/mp4' } },
      { kind: 'media', type: 'video', media: { mime: 'video/mp4', ref: '1003383421387256' } },
    ],
    [
      'a document',
      { type: 'document', document: { ...file, mime_type: 'application/pdf', filename: 'laudo.pdf' } },
      {
        kind: 'media',
        type: 'document',
        media: { mime: 'application/pdf', ref: '1003383421387256', fileName: 'laudo.pdf' },
      },
    ],
    [
      'a sticker',
      { type: 'sticker', sticker: { ...file, mime_type: 'image/webp', animated: true } },
      { kind: 'media', type: 'sticker', media: { mime: 'image/webp', ref: '1003383421387256' } },
    ],
    [
      'a location',
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua 1', url: 'x' } },
      { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua 1' },
    ],
    [
      'contacts, with or without a number on the channel',
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Marta Lima', first_name: 'Marta' },
            phones: [{ phone: '+55 00 98765-0002', wa_id: '5500987650002' }],
          },
          { name: { formatted_name: 'Loja' }, phones: [{ phone: '+55 (00) 3333-0002', type: 'WORK' }] },
          { vcard: 'BEGIN:VCARD', phones: [{ phone: '5500987650003' }] },
        ],
      },
      {
        kind: 'contacts',
        contacts: [
          { name: 'Marta Lima', numbers: ['5500987650002'] },
          { name: 'Loja', numbers: ['550033330002'] },
          { name: '5500987650003', numbers: ['5500987650003'] },
        ],
      },
    ],
    [
      'a reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.A', emoji: '👍' } },
      { kind: 'reaction', to: 'wamid.A', emoji: '👍' },
    ],
    [
      'a removed reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.A' } },
      { kind: 'reaction', to: 'wamid.A', emoji: '' },
    ],
    [
      'a quick reply of a template',
      { type: 'button', button: { payload: 'sim-1', text: 'Sim' } },
      { kind: 'choice', id: 'sim-1', title: 'Sim' },
    ],
    [
      'a button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '2', title: 'Suporte' } } },
      { kind: 'choice', id: '2', title: 'Suporte' },
    ],
    [
      'a row of a list',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '3', title: 'Vendas', description: 'x' } },
      },
      { kind: 'choice', id: '3', title: 'Vendas', description: 'x' },
    ],
    [
      'a form',
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: {
            name: 'flow',
            body: 'Enviado',
            response_json:
              '{"flow_token":"t","dia":"04/03","turnos":["manhã","tarde"],"aceita":true,"endereco":{"cep":"00000-000"},"nada":null}',
          },
        },
      },
      {
        kind: 'form',
        title: 'Enviado',
        answers: [
          { label: 'dia', value: '04/03' },
          { label: 'turnos', value: 'manhã, tarde' },
          { label: 'aceita', value: 'true' },
          { label: 'cep', value: '00000-000' },
          { label: 'nada', value: '' },
        ],
      },
    ],
    [
      'a form that is not JSON',
      { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', response_json: '{half' } } },
      { kind: 'form', title: 'flow', answers: [{ label: '', value: '{half' }] },
    ],
    [
      'an order',
      {
        type: 'order',
        order: {
          catalog_id: '1',
          text: 'Para hoje',
          product_items: [{ product_retailer_id: 'armacao', quantity: 2, item_price: 19.99, currency: 'BRL' }],
        },
      },
      {
        kind: 'order',
        text: 'Para hoje',
        items: [{ name: 'armacao', quantity: 2, cents: 1999 }],
        currency: 'BRL',
        catalogId: '1',
      },
    ],
    [
      'content that the API does not deliver',
      { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }], unsupported: { type: 'poll' } },
      { kind: 'unsupported', what: 'poll' },
    ],
    ['an unknown type', { type: 'hologram', hologram: { id: '1' } }, { kind: 'unsupported', what: 'hologram' }],
    ['invalid content', { type: 'image', image: 7 }, { kind: 'unsupported', what: 'image' }],
    [
      'an unknown interactive reply',
      { type: 'interactive', interactive: { type: 'call_permission_reply' } },
      { kind: 'unsupported', what: 'call_permission_reply' },
    ],
  ];
  it.each(contents)('parses %s [WH-10]', (_, fields, content) => {
    expect(parseFields(fields)).toEqual([{ type: 'message', wid: WID, peer: helena, fromMe: false, at: AT, content }]);
  });

  it('have quotes and the forwarded mark', () => {
    const text = { type: 'text', text: { body: 'x' } };
    expect(parseFields({ ...text, context: { from: '550033330001', id: 'wamid.A' } })).toMatchObject([
      { quotes: 'wamid.A' },
    ]);
    expect(parseFields({ ...text, context: { forwarded: true } })).toMatchObject([{ isForwarded: true }]);
    expect(parseFields({ ...text, context: { frequently_forwarded: true } })).toMatchObject([{ isForwarded: true }]);
    expect(parseFields(text)[0]).not.toHaveProperty('isForwarded');
  });

  it.each<[string, object, string]>([
    [
      'a system notice',
      { type: 'system', system: { type: 'customer_identity_changed' } },
      'message.system.customer_identity_changed',
    ],
    ['a first opening of the chat', { type: 'request_welcome' }, 'message.request_welcome'],
    ['a text without words', { type: 'text', text: { body: '' } }, 'message.text'],
    ['a type without its content', { type: 'image' }, 'message.image'],
    ['a list of no contacts', { type: 'contacts', contacts: [] }, 'message.contacts'],
    ['an order of nothing', { type: 'order', order: { text: '', product_items: [] } }, 'message.order'],
    ['an edit without its text', { type: 'edit', edit: { original_message_id: 'wamid.A' } }, 'message.edit'],
    ['a removal without its message', { type: 'revoke', revoke: {} }, 'message.revoke'],
    ['errors without a type', { type: undefined, errors: [{ code: 131_000, title: 'x' }] }, 'message.unknown'],
  ])('are not made of %s [F-G1]', (_, fields, label) => {
    expect(parseFields(fields)).toEqual([{ type: 'logged', label, detail: '', at: AT }]);
  });

  it('name the product, and an ad without words is the source of the contact [F-G2] [F-G5]', () => {
    const product = { catalog_id: '9', product_retailer_id: 'armacao-7' };
    expect(
      parseFields({ type: 'text', text: { body: 'Tem azul?' }, context: { referred_product: product } }),
    ).toMatchObject([
      { content: { kind: 'text', text: 'Tem azul?' }, about: { type: 'product', id: 'armacao-7', catalogId: '9' } },
    ]);
    const referral = { source_type: 'ad', source_id: '12034', ctwa_clid: 'click-1', headline: 'Armação' };
    const about = { type: 'ad', id: '12034', clickId: 'click-1', title: 'Armação' };
    expect(parseFields({ type: 'text', text: { body: '' }, referral })).toEqual([
      { type: 'source', peer: helena, about, at: AT },
    ]);
    expect(parseFields({ type: 'button', button: { payload: '1', text: 'Quero' }, referral })).toMatchObject([
      { wid: WID, content: { kind: 'choice' }, about },
    ]);
  });

  it('keep the ad of a text and of a picture', () => {
    const referral = {
      source_url: 'https://fb.me/x',
      source_type: 'ad',
      headline: 'Armação',
      body: 'Só hoje',
      image_url: 'https://scontent.xx.fbcdn.net/a.jpg',
    };
    const ad = {
      kind: 'ad',
      title: 'Armação',
      body: 'Só hoje',
      url: 'https://fb.me/x',
      image: { mime: 'image/jpeg', ref: 'url:https://scontent.xx.fbcdn.net/a.jpg' },
    };
    expect(parseFields({ type: 'text', text: { body: 'Quero' }, referral })).toMatchObject([
      { wid: WID, content: { ...ad, text: 'Quero' } },
    ]);
    expect(parseFields({ type: 'image', image: file, referral })).toMatchObject([
      { wid: WID, content: { kind: 'media' }, about: { type: 'ad', title: 'Armação', url: 'https://fb.me/x' } },
    ]);
  });

  it('are edited, also by caption, and removed', () => {
    const edit = (inner: object) =>
      parseFields({ type: 'edit', edit: { original_message_id: 'wamid.A', message: inner } });
    const edited = { type: 'edited', wid: 'wamid.A', peer: helena, fromMe: false, at: AT };
    expect(edit({ type: 'text', text: { body: 'novo' } })).toEqual([{ ...edited, text: 'novo' }]);
    expect(edit({ type: 'image', image: { id: '1', caption: 'legenda' } })).toEqual([{ ...edited, text: 'legenda' }]);
    expect(parseFields({ type: 'revoke', revoke: { original_message_id: 'wamid.A' } })).toEqual([
      { type: 'removed', wid: 'wamid.A', peer: helena, fromMe: false, at: AT },
    ]);
  });

  it('in a group have the group as peer and an author', () => {
    expect(parseFields({ type: 'text', text: { body: 'x' }, group_id: 'g1' })).toMatchObject([
      { peer: { identities: [{ kind: 'group', value: 'g1' }], isGroup: true }, author: helena },
    ]);
  });

  it.each([
    ['zero', '0', '1970-01-01T00:00:00.000Z'],
    ['a number', 1739321024, AT],
    ['milliseconds as text', '1739321024000', AT],
    ['milliseconds', 1739321024000, AT],
    ['an invalid text', 'yesterday', '1970-01-01T00:00:00.000Z'],
  ])('parse a timestamp that is %s [WH-13]', (_, timestamp, at) => {
    expect(parseFields({ type: 'text', text: { body: 'x' }, timestamp })).toMatchObject([{ at }]);
  });
});

describe('deliveries', () => {
  const hello = message({ id: 'wamid.1', type: 'text', text: { body: 'oi' } });
  const read = { id: 'wamid.9', status: 'read', timestamp: '1' };
  it.each<[string, object]>([
    ['null beside them', { messages: [hello], statuses: null, errors: null, contacts: null }],
    ['one item instead of a list', { contacts: contacts[0], messages: hello }],
    ['an unreadable contact', { contacts: [null, 7, ...contacts], messages: [hello] }],
    ['no metadata', { contacts, messages: [hello], metadata: null }],
  ])('keep their messages with %s [WH-10]', (_, value) => {
    expect(parse(change(value))).toMatchObject([{ type: 'message', wid: 'wamid.1', content: { text: 'oi' } }]);
  });

  it('are parsed by their lists when the field has no name, and logged when there is no list', () => {
    const value = { messaging_product: 'whatsapp', contacts, messages: [hello], statuses: read };
    expect(parse({ value }).map(({ type }) => type)).toEqual(['message', 'receipt']);
    expect(parse({ field: 'messages', value: { messages: null } })).toMatchObject([
      { type: 'logged', label: 'messages' },
    ]);
  });

  it('keep the readable contacts and products of a message', () => {
    const card = { name: { formatted_name: 'Marta' }, phones: [null, { phone: '5500987650003' }] };
    expect(parseFields({ type: 'contacts', contacts: [null, card] })).toMatchObject([
      { content: { kind: 'contacts', contacts: [{ name: 'Marta', numbers: ['5500987650003'] }] } },
    ]);
    const items = [null, { product_retailer_id: 'armacao', quantity: 1, item_price: 5, currency: 'BRL' }];
    expect(parseFields({ type: 'order', order: { product_items: items } })).toMatchObject([
      { content: { kind: 'order', items: [{ name: 'armacao', quantity: 1, cents: 500 }] } },
    ]);
  });

  it('with many entries, changes and items are parsed completely, also around invalid ones', () => {
    const textMessage = (n: number) => message({ id: `wamid.${n}`, type: 'text', text: { body: String(n) } });
    const body = Buffer.from(
      JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: '1',
            changes: [
              change({
                contacts,
                messages: [textMessage(1), null, textMessage(2)],
                statuses: [{ id: 'wamid.9', status: 'read', timestamp: '1' }],
              }),
            ],
          },
          'nothing',
          { id: '1', changes: [7, change({ contacts, messages: [textMessage(3)] })] },
        ],
      }),
    );
    const events = [...parsePayload(body, account)];
    expect(events.map((event) => ('wid' in event ? event.wid : '')).filter((wid) => wid?.startsWith('wamid'))).toEqual([
      'wamid.1',
      'wamid.2',
      'wamid.9',
      'wamid.3',
    ]);
    expect(events.flatMap((event) => (event.type === 'logged' ? [event.label] : []))).toEqual([
      'message',
      'entry',
      'change',
    ]);
  });

  it('are parsed at any nesting depth', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const fields = {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { response_json: `{"x":[${deep}]}` } },
    };
    expect(parseFields(fields)).toMatchObject([{ content: { kind: 'form', answers: [{ label: 'x' }] } }]);
    expect([...parsePayload(Buffer.from(deep), account)]).toHaveLength(1);
  });
});
