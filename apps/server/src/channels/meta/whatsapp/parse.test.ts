import { describe, expect, it } from 'vitest';
import type { Account, Content, ChannelEvent } from '../../port.ts';
import { parsePayload } from './parse.ts';

const account: Account = {
  companyId: 1,
  connectionId: 1,
  kind: 'whatsappapi',
  number: '550033330001',
  secrets: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
};
const metadata = { display_phone_number: '550033330001', phone_number_id: '106540352242922' };
const contacts = [{ profile: { name: 'Helena' }, wa_id: '5500987650001' }];
const helena = { identities: [{ kind: 'phone', value: '5500987650001' }], name: 'Helena', isGroup: false };
const WID = 'wamid.HBgLNTUwMDk4NzY1MDAwMRUCABIYFDNBQURGODQ0MTM0N0U4NTcxQzEwAA==';
const AT = '2025-02-12T00:43:44.000Z';

const delivery = (...changes: object[]) =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '102290129340398', time: 1739321024, changes }],
    }),
  );
const change = (value: object, field = 'messages') => ({
  value: { messaging_product: 'whatsapp', metadata, ...value },
  field,
});
const parse = (...changes: object[]): ChannelEvent[] => parsePayload(delivery(...changes), account);
const message = (more: object) => ({ from: '5500987650001', id: WID, timestamp: '1739321024', ...more });
const parseFields = (more: object): ChannelEvent[] => parse(change({ contacts, messages: [message(more)] }));

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
      { kind: 'choice', id: '3', title: 'Vendas' },
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
      { kind: 'order', text: 'Para hoje', items: [{ name: 'armacao', quantity: 2, cents: 1999 }], currency: 'BRL' },
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
    [
      'a change of the security code',
      { type: 'system', system: { type: 'customer_identity_changed' } },
      { kind: 'unsupported', what: 'customer_identity_changed' },
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

  it('merge an ad into a text, and put it before a picture as a message of its own', () => {
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
      { wid: `${WID}.ad`, content: { ...ad, text: '' } },
      { wid: WID, content: { kind: 'media' } },
    ]);
  });

  it('are edited, also by caption, and removed', () => {
    const edit = (inner: object) =>
      parseFields({ type: 'edit', edit: { original_message_id: 'wamid.A', message: inner } });
    const edited = { type: 'edited', wid: 'wamid.A', peer: helena, at: AT };
    expect(edit({ type: 'text', text: { body: 'novo' } })).toEqual([{ ...edited, text: 'novo' }]);
    expect(edit({ type: 'image', image: { id: '1', caption: 'legenda' } })).toEqual([{ ...edited, text: 'legenda' }]);
    expect(parseFields({ type: 'revoke', revoke: { original_message_id: 'wamid.A' } })).toEqual([
      { type: 'removed', wid: 'wamid.A', peer: helena, at: AT },
    ]);
    expect(parseFields({ type: 'revoke', revoke: {} })).toMatchObject([
      { content: { kind: 'unsupported', what: 'revoke' } },
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
    ['an invalid text', 'yesterday', '1970-01-01T00:00:00.000Z'],
  ])('parse a timestamp that is %s [WH-13]', (_, timestamp, at) => {
    expect(parseFields({ type: 'text', text: { body: 'x' }, timestamp })).toMatchObject([{ at }]);
  });
});

describe('identities', () => {
  const text = { type: 'text', text: { body: 'x' } };
  const bsuid = { kind: 'bsuid', value: 'BR.13491208655302741918', scope: '102290129340398' };
  const of = (from: object, profiles: object[]) => {
    const { from: _, ...frame } = message(text);
    return parse(change({ contacts: profiles, messages: [{ ...frame, ...from }] }));
  };
  it('are a number, a business-scoped id, or both', () => {
    const both = of({ from: '5500987650001', from_user_id: bsuid.value }, [
      { profile: { name: 'Helena', username: 'helena.l' }, wa_id: '5500987650001', user_id: bsuid.value },
    ]);
    expect(both).toMatchObject([
      { peer: { identities: [{ kind: 'phone', value: '5500987650001' }, bsuid], name: 'Helena' } },
    ]);
    const hidden = of({ from_user_id: bsuid.value }, [{ profile: { username: 'helena.l' }, user_id: bsuid.value }]);
    expect(hidden).toMatchObject([{ peer: { identities: [bsuid], name: 'helena.l' } }]);
    // The id is in the field of the number, or only in the contact.
    expect(of({ from: bsuid.value }, [])).toMatchObject([{ peer: { identities: [bsuid] } }]);
    expect(of({}, [{ profile: { name: 'Helena' }, user_id: bsuid.value }])).toMatchObject([
      { peer: { identities: [bsuid], name: 'Helena' } },
    ]);
  });
  it('use a user name only without another id, because user names change owners', () => {
    expect(of({}, [{ profile: { username: 'helena.l' } }])).toMatchObject([
      { peer: { identities: [{ kind: 'username', value: 'helena.l', scope: '102290129340398' }] } },
    ]);
  });
  it('match contacts with and without the Brazilian ninth digit', () => {
    expect(of({ from: '550087650001' }, [{ profile: { name: 'Helena' }, wa_id: '550087650001' }])).toMatchObject([
      { peer: { name: 'Helena' } },
    ]);
    expect(of({ from: '551187650001' }, [{ profile: { name: 'Helena' }, wa_id: '5511987650001' }])).toMatchObject([
      { peer: { name: 'Helena' } },
    ]);
  });
  it('change with a new number or a new business-scoped id', () => {
    const system = { type: 'user_changed_number', wa_id: '5500987650009', body: 'x' };
    expect(parse(change({ messages: [message({ type: 'system', system })] }))).toEqual([
      {
        type: 'renumbered',
        from: { identities: [{ kind: 'phone', value: '5500987650001' }], isGroup: false },
        peer: { identities: [{ kind: 'phone', value: '5500987650009' }], isGroup: false },
        at: AT,
      },
    ]);
    const { from: _, ...nameless } = message({
      type: 'system',
      system: { type: 'user_changed_user_id', user_id: 'BR.NEW', previous_user_id: bsuid.value },
    });
    expect(parse(change({ messages: [{ ...nameless, from_user_id: 'BR.NEW' }] }))).toMatchObject([
      { type: 'renumbered', from: { identities: [bsuid] }, peer: { identities: [{ ...bsuid, value: 'BR.NEW' }] } },
    ]);
    const update = {
      wa_id: '5500987650001',
      user_id: { previous: bsuid.value, current: 'BR.NEW' },
      timestamp: '1739321024',
    };
    expect(parse(change({ user_id_update: [update] }, 'user_id_update'))).toMatchObject([
      {
        type: 'renumbered',
        from: { identities: [bsuid] },
        peer: { identities: [{ kind: 'phone' }, { value: 'BR.NEW' }] },
      },
    ]);
  });
});

describe('statuses, echoes, history and calls', () => {
  const status = (more: object) =>
    parse(change({ statuses: [{ id: WID, timestamp: '1739321024', recipient_id: '5500987650001', ...more }] }));

  it.each(['sent', 'delivered', 'read', 'played'])('parses the status %s with our correlation', (receipt) => {
    const correlation = 'b1b2c3d4-0000-4000-8000-000000000001';
    const more = { biz_opaque_callback_data: correlation, conversation: { id: 'c' }, pricing: { billable: true } };
    const { name: _, ...peer } = helena;
    expect(status({ status: receipt, ...more })).toEqual([
      { type: 'receipt', wid: WID, correlation, peer, status: receipt, at: AT },
    ]);
  });
  it('ignores statuses of earlier parts except failures', () => {
    const correlation = 'b1b2c3d4-0000-4000-8000-000000000001';
    const part = { biz_opaque_callback_data: `${correlation}#1` };
    expect(status({ status: 'delivered', ...part })).toEqual([]);
    const [lost] = status({ status: 'failed', ...part, errors: [{ code: 131026, title: 'no' }] });
    expect(lost).toMatchObject({ type: 'receipt', correlation, status: 'failed' });
    // The id of a part must not become the id of the message.
    expect(lost).not.toHaveProperty('wid');
  });
  it('parses the reason of a failure', () => {
    const errors = [
      { code: 131049, title: 'Not delivered', message: 'Not delivered', error_data: { details: 'ecosystem' } },
    ];
    expect(status({ status: 'failed', errors })).toMatchObject([
      { status: 'failed', fault: { code: 'ERR_CHANNEL_HELD_BACK', detail: '131049: Not delivered: ecosystem' } },
    ]);
    expect(status({ status: 'failed' })).toMatchObject([{ fault: { code: 'ERR_CHANNEL_REFUSED' } }]);
    // A message with an unpaid charge was delivered all the same.
    expect(status({ status: 'failed', type: 'payment', payment: { reference_id: 'x' } })).toMatchObject([
      { type: 'message', isUnrecognized: true, content: { what: 'payment.failed' } },
    ]);
    expect(status({ status: 'eaten' })).toMatchObject([{ content: { kind: 'unsupported', what: 'status.eaten' } }]);
  });

  it('parses echoes of messages written, edited and removed on the phone', () => {
    const echo = (more: object) =>
      parse(
        change(
          {
            message_echoes: [{ from: '550033330001', to: '+5500987650001', id: WID, timestamp: '1739321024', ...more }],
          },
          'smb_message_echoes',
        ),
      );
    const peer = { identities: [{ kind: 'phone', value: '5500987650001' }], isGroup: false };
    expect(echo({ type: 'text', text: { body: 'Já vai' } })).toEqual([
      { type: 'message', wid: WID, peer, fromMe: true, at: AT, content: { kind: 'text', text: 'Já vai' } },
    ]);
    expect(echo({ type: 'revoke', revoke: { original_message_id: 'wamid.A' } })).toMatchObject([
      { type: 'removed', peer },
    ]);
    expect(
      echo({ type: 'edit', edit: { original_message_id: 'wamid.A', message: { type: 'text', text: { body: 'y' } } } }),
    ).toMatchObject([{ type: 'edited', wid: 'wamid.A', text: 'y', peer }]);
  });

  it('parses history with both sides, files and progress', () => {
    const historyMessage = (id: string, more: object) => ({
      id,
      timestamp: '1739321024',
      history_context: { status: 'READ' },
      ...more,
    });
    const threads = [
      {
        id: '5500987650001',
        context: { wa_id: '5500987650001', username: 'Helena' },
        messages: [
          historyMessage('wamid.1', { from: '5500987650001', type: 'text', text: { body: 'Oi' } }),
          historyMessage('wamid.2', { from: '550033330001', to: '5500987650001', type: 'text', text: { body: 'Olá' } }),
          historyMessage('wamid.3', { from: '5500987650001', type: 'media_placeholder' }),
        ],
      },
    ];
    const history = [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads }];
    expect(parse(change({ history }, 'history'))).toMatchObject([
      { wid: 'wamid.1', peer: helena, fromMe: false, isHistory: true, content: { text: 'Oi' } },
      { wid: 'wamid.2', peer: helena, fromMe: true, isHistory: true, content: { text: 'Olá' } },
      { wid: 'wamid.3', fromMe: false, isHistory: true, content: { kind: 'unsupported', what: 'media_placeholder' } },
      { type: 'history', progress: 55 },
    ]);
    const file = historyMessage('wamid.4', {
      from: '550033330001',
      to: '5500987650001',
      type: 'image',
      image: { id: '1', mime_type: 'image/jpeg' },
    });
    expect(parse(change({ messages: [file] }, 'history'))).toMatchObject([
      {
        wid: 'wamid.4',
        fromMe: true,
        isHistory: true,
        peer: { identities: [{ value: '5500987650001' }] },
        content: { kind: 'media' },
      },
    ]);
    // Numbers with and without the ninth digit are matched.
    const spelled = (from: string, to?: string) =>
      historyMessage('wamid.5', { from, ...(to && { to }), type: 'text', text: { body: 'x' } });
    const own = { metadata: { ...metadata, display_phone_number: '+55 11 98765-0009' } };
    expect(parse(change({ ...own, messages: [spelled('551187650009', '5511987650001')] }, 'history'))).toMatchObject([
      { fromMe: true, peer: { identities: [{ value: '5511987650001' }] } },
    ]);
    const thread = { id: '5511987650001', messages: [spelled('551187650001')] };
    expect(parse(change({ history: [{ threads: [thread] }] }, 'history'))).toMatchObject([{ fromMe: false }]);
    // A thread may have the business-scoped id while its messages have the number of the same contact.
    const scope = '102290129340398';
    const hidden = {
      id: 'BR.1A2B3C',
      context: { wa_id: '5500987650001', user_id: 'BR.1A2B3C', username: 'helena.prado' },
      messages: [
        spelled('5500987650001'),
        historyMessage('wamid.6', { type: 'text', text: { body: 'y' }, from: '550033330001' }),
      ],
    };
    const named = [{ ...contacts[0], user_id: `BR.${'9'.repeat(128)}` }];
    expect(parse(change({ contacts: named, history: [{ threads: [hidden] }] }, 'history'))).toMatchObject([
      {
        fromMe: false,
        peer: {
          name: 'helena.prado',
          identities: [
            { kind: 'phone', value: '5500987650001' },
            { kind: 'bsuid', value: 'BR.1A2B3C', scope },
          ],
        },
      },
      { wid: 'wamid.6', fromMe: true },
    ]);
    expect(parse(change({ contacts: named, history: [{ threads: [threads[0]] }] }, 'history'))[0]).toMatchObject({
      peer: { name: 'Helena', identities: [{ kind: 'phone' }, { kind: 'bsuid', value: named[0]!.user_id }] },
    });
    const declined = [{ errors: [{ code: 2593109, title: 'declined' }] }];
    expect(parse(change({ history: declined }, 'history'))).toEqual([{ type: 'history', progress: 100 }]);
  });

  it('parses calls when they have ended', () => {
    const call = (more: object) =>
      parse(
        change(
          {
            contacts,
            calls: [
              {
                id: 'wacid.1',
                from: '5500987650001',
                to: '550033330001',
                timestamp: '1739321024',
                direction: 'USER_INITIATED',
                ...more,
              },
            ],
          },
          'calls',
        ),
      );
    expect(call({ event: 'connect' })).toEqual([]);
    expect(call({ event: 'terminate', status: 'FAILED' })).toMatchObject([
      { wid: 'wacid.1', peer: helena, fromMe: false, content: { kind: 'call', isVideo: false, outcome: 'missed' } },
    ]);
    expect(call({ event: 'terminate', duration: 12 })).toMatchObject([{ content: { outcome: 'ended' } }]);
  });
});

describe('account updates', () => {
  const health = (update: string, detail: string) => ({ type: 'health', update, detail, at: AT });
  const updates: [field: string, value: object, events: object[]][] = [
    [
      'phone_number_quality_update',
      { event: 'FLAGGED', current_limit: 'TIER_1K' },
      [health('quality-low', 'FLAGGED'), health('limit', '1000')],
    ],
    // For another number of the business account only the shared limit applies.
    [
      'phone_number_quality_update',
      {
        event: 'FLAGGED',
        display_phone_number: '+55 00 3333-0002',
        current_limit: 'TIER_50',
        max_daily_conversations_per_business: 'TIER_10K',
      },
      [health('limit', '10000')],
    ],
    [
      'phone_number_quality_update',
      { event: 'UNFLAGGED', display_phone_number: '550033330001', current_limit: 'TIER_100K' },
      [health('quality-high', 'UNFLAGGED'), health('limit', '100000')],
    ],
    [
      'phone_number_quality_update',
      { event: 'UPGRADE', current_limit: 'TIER_UNLIMITED' },
      [health('limit', 'unlimited')],
    ],
    ['business_capability_update', { max_daily_conversation_per_phone: 250 }, [health('limit', '250')]],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      [health('banned', 'DISABLED_UPDATE: DISABLE')],
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      [health('restored', 'DISABLED_UPDATE: REINSTATE')],
    ],
    [
      'account_update',
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: '1739321024' }],
      },
      [health('restricted', `ACCOUNT_RESTRICTION: RESTRICTED_BIZ_INITIATED_MESSAGING → ${AT}`)],
    ],
    ['account_update', { event: 'PARTNER_REMOVED' }, [health('banned', 'PARTNER_REMOVED')]],
    ['account_update', { event: 'VERIFIED_ACCOUNT' }, []],
    [
      'account_alerts',
      { alert_info: { alert_severity: 'CRITICAL', alert_type: 'X', alert_description: 'Pare' } },
      [health('restricted', 'Pare')],
    ],
    ['account_alerts', { alert_severity: 'INFORMATIONAL', alert_type: 'OBA_APPROVED' }, []],
    [
      'message_template_status_update',
      {
        event: 'REJECTED',
        message_template_name: 'promo',
        message_template_language: 'pt_BR',
        reason: 'ABUSIVE_CONTENT',
      },
      [{ type: 'template', name: 'promo', language: 'pt_BR', status: 'rejected', because: 'ABUSIVE_CONTENT' }],
    ],
    [
      'message_template_status_update',
      {
        event: 'PAUSED',
        message_template_name: 'promo',
        message_template_language: 'pt_BR',
        reason: 'NONE',
        other_info: { description: 'Qualidade' },
      },
      [{ type: 'template', name: 'promo', language: 'pt_BR', status: 'paused', because: 'Qualidade' }],
    ],
    [
      'message_template_quality_update',
      {
        message_template_name: 'promo',
        message_template_language: 'pt_BR',
        previous_quality_score: 'GREEN',
        new_quality_score: 'RED',
      },
      [{ type: 'template', name: 'promo', language: 'pt_BR', because: 'quality RED' }],
    ],
    ['template_category_update', { message_template_name: 'promo' }, []],
    [
      'smb_app_state_sync',
      { state_sync: [{ type: 'contact', action: 'add', contact: { phone_number: '5500987650001' } }] },
      [],
    ],
  ];
  it.each(updates)('parses %s %j', (field, value, events) => {
    expect(parse({ field, value })).toEqual(events);
  });
  it('keeps unexpected updates as unrecognized messages', () => {
    expect(parse({ field: 'account_update', value: { event: 7 } })).toMatchObject([
      { content: { what: 'account_update' } },
    ]);
    expect(parse({ field: 'holograms', value: { x: 1 } })).toMatchObject([{ content: { what: 'holograms' } }]);
    expect(parse(change({ errors: [{ code: 131031, title: 'Locked' }] }))).toMatchObject([
      { type: 'health', update: 'restricted' },
    ]);
    expect(parse(change({ errors: [{ code: 130429, title: 'Rate' }] }))).toMatchObject([
      { content: { what: 'error.130429' } },
    ]);
  });
});

describe('deliveries', () => {
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
    const events = parsePayload(body, account);
    expect(events.map((event) => ('wid' in event ? event.wid : '')).filter((wid) => wid?.startsWith('wamid'))).toEqual([
      'wamid.1',
      'wamid.2',
      'wamid.9',
      'wamid.3',
    ]);
    const unrecognized = events.filter((event) => event.type === 'message' && event.content.kind === 'unsupported');
    expect(unrecognized).toHaveLength(3);
    expect(new Set(unrecognized.map((event) => 'wid' in event && event.wid)).size).toBe(3);
  });

  it('are parsed at any nesting depth', () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const fields = {
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { response_json: `{"x":[${deep}]}` } },
    };
    expect(parseFields(fields)).toMatchObject([{ content: { kind: 'form', answers: [{ label: 'x' }] } }]);
    expect(parsePayload(Buffer.from(deep), account)).toHaveLength(1);
  });
});
