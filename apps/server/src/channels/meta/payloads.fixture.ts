/** Sample payloads in the shapes of Meta's documentation, with our own values. Input of the mutations. */
import type { Account, ChannelKind } from '../port.ts';

export const ids = {
  pageId: '1906385232743451',
  igId: '17841400000000001',
  phoneNumberId: '106540352242922',
  wabaId: '102290129340398',
};
export const accountOf = (kind: ChannelKind): Account => ({
  companyId: 1,
  connectionId: 1,
  kind,
  number: '',
  secrets: { ...ids, accessToken: 'token', appSecret: 'secret' },
});

type Item = Record<string, unknown>;
const AT = 1_762_000_000;
const CDN = 'https://scontent.xx.fbcdn.net/v/t1/';
const correlation = '00000000-0000-4000-8000-000000000001';

const inPages = (own: string): Item[] => {
  const item = (fields: Item): Item => ({
    sender: { id: '24390120' },
    recipient: { id: own },
    timestamp: AT * 1000,
    ...fields,
  });
  const message = (mid: string, fields: Item) => item({ message: { mid, ...fields } });
  const attached = (mid: string, type: string, payload: unknown, more: Item = {}) =>
    message(mid, { attachments: [{ type, payload, ...more }] });
  const ad = {
    ref: 'promo',
    ad_id: '777',
    source: 'ADS',
    type: 'OPEN_THREAD',
    ads_context_data: { ad_title: 'Armação', photo_url: `${CDN}ad.jpg`, post_id: '1' },
  };
  return [
    message('m_text', { text: 'olá 👋🏽' }),
    message('m_reply', { text: 'sim', reply_to: { mid: 'm_text' } }),
    message('m_quick', { text: 'Vendas', quick_reply: { payload: '1' } }),
    message('m_story', { text: 'linda', reply_to: { story: { id: '1', url: `${CDN}s.jpg` } } }),
    message('m_ad', { text: 'quero', referral: ad }),
    message('m_product', { text: 'tem azul?', referral: { product: { id: '4455' } } }),
    message('m_gone', { is_deleted: true }),
    message('m_closed', { is_unsupported: true }),
    attached('m_image', 'image', { url: `${CDN}a.jpg` }),
    attached('m_audio', 'audio', { url: `${CDN}a.mp4` }),
    attached('m_video', 'video', { url: `${CDN}v.mp4` }),
    attached('m_file', 'file', { url: 'https://cdn.fbsbx.com/v/t59/receita.pdf?oe=1' }),
    attached('m_sticker', 'sticker', { url: `${CDN}s.png`, sticker_id: 369_239_263_222_822 }),
    attached('m_place', 'location', { coordinates: { lat: -23.56, long: -46.65 } }, { title: 'Loja' }),
    attached('m_link', 'fallback', { url: 'https://example.com/a', title: 'Armação' }),
    attached('m_reel', 'ig_reel', { url: `${CDN}r.mp4`, title: 'Vitrine', reel_video_id: 1 }),
    attached('m_mention', 'story_mention', { url: `${CDN}m.jpg` }),
    attached('m_template', 'template', {
      template_type: 'button',
      text: 'Qual?',
      buttons: [{ type: 'postback', title: 'A', payload: 'a' }],
    }),
    message('m_album', {
      text: 'qual?',
      attachments: [1, 2, 3].map((n) => ({ type: 'image', payload: { url: `${CDN}${n}.jpg` } })),
    }),
    {
      sender: { id: own },
      recipient: { id: '24390120' },
      timestamp: AT * 1000,
      message: { mid: 'm_echo', is_echo: true, app_id: 15177, metadata: correlation, text: 'oi' },
    },
    item({ postback: { mid: 'm_tap', title: 'Começar', payload: 'START', referral: ad } }),
    item({ reaction: { reaction: 'love', emoji: '❤', action: 'react', mid: 'm_text' } }),
    item({ reaction: { action: 'unreact', mid: 'm_text' } }),
    item({ delivery: { mids: ['m_echo'], watermark: AT * 1000 } }),
    item({ read: { watermark: AT * 1000 } }),
    item({ read: { mid: 'm_echo' } }),
    item({ message_edit: { mid: 'm_text', text: 'olá!', num_edit: 1 } }),
    item({ referral: ad }),
    item({ optin: { type: 'notification_messages', title: 'Novidades' } }),
    { recipient: { id: own }, timestamp: AT * 1000, policy_enforcement: { action: 'block', reason: 'spam' } },
  ];
};

const inCloud = (): { list: string; item: Item }[] => {
  const message = (id: string, type: string, content: unknown, more: Item = {}) => ({
    list: 'messages',
    item: {
      from: '5500912345678',
      from_user_id: 'BR.1A2B3C',
      id,
      timestamp: String(AT),
      type,
      [type]: content,
      ...more,
    },
  });
  const media = { mime_type: 'image/jpeg', sha256: 'abc', id: '1003383421387256' };
  const status = (id: string, value: string, more: Item = {}) => ({
    list: 'statuses',
    item: { id, status: value, timestamp: String(AT), recipient_id: '5500912345678', ...more },
  });
  const quick = { type: 'button_reply', button_reply: { id: '1', title: 'Vendas' } };
  const row = { type: 'list_reply', list_reply: { id: '1', title: 'Vendas', description: 'óculos' } };
  const form = { type: 'nfm_reply', nfm_reply: { response_json: '{"cor":"azul"}', body: 'Sent', name: 'flow' } };
  const items = [{ product_retailer_id: '1', quantity: 2, item_price: 19.9, currency: 'BRL' }];
  const errors = [{ code: 131_047, title: 'Re-engagement message', message: 'x', error_data: { details: 'y' } }];
  return [
    message('wamid.text', 'text', { body: 'olá 👋🏽' }),
    message(
      'wamid.reply',
      'text',
      { body: 'sim' },
      { context: { from: '5500900000000', id: 'wamid.text', forwarded: true } },
    ),
    message('wamid.image', 'image', { ...media, caption: 'essa' }),
    message('wamid.voice', 'audio', { ...media, mime_type: 'audio/ogg; codecs=opus', voice: true }),
    message('wamid.video', 'video', { ...media, mime_type: 'video/mp4' }),
    message('wamid.file', 'document', { ...media, mime_type: 'application/pdf', filename: 'receita.pdf' }),
    message('wamid.sticker', 'sticker', { ...media, mime_type: 'image/webp', animated: false }),
    message('wamid.place', 'location', { latitude: -23.56, longitude: -46.65, name: 'Loja', address: 'Av. 1' }),
    message('wamid.cards', 'contacts', [
      { name: { formatted_name: 'Marta' }, phones: [{ phone: '+55 00 3333-4444', wa_id: '550033334444' }] },
    ]),
    message('wamid.reaction', 'reaction', { message_id: 'wamid.text', emoji: '👍' }),
    message('wamid.button', 'button', { payload: '1', text: 'Vendas' }),
    message('wamid.quick', 'interactive', quick),
    message('wamid.row', 'interactive', row),
    message('wamid.form', 'interactive', form),
    message('wamid.order', 'order', { catalog_id: '1', text: 'para hoje', product_items: items }),
    message(
      'wamid.ad',
      'text',
      { body: 'quero' },
      {
        referral: {
          source_url: 'https://example.com/a',
          headline: 'Armação',
          body: 'Só hoje',
          image_url: `${CDN}a.jpg`,
          ctwa_clid: 'x',
        },
      },
    ),
    message('wamid.new', 'system', { body: 'trocou', wa_id: '5500987654321', type: 'user_changed_number' }),
    message(
      'wamid.what',
      'unsupported',
      { type: 'poll' },
      { errors: [{ code: 131_051, title: 'Message type unknown' }] },
    ),
    message('wamid.edit', 'edit', {
      original_message_id: 'wamid.text',
      message: { type: 'text', text: { body: 'olá!' } },
    }),
    message('wamid.gone', 'revoke', { original_message_id: 'wamid.text' }),
    status('wamid.sent', 'sent', {
      biz_opaque_callback_data: correlation,
      conversation: { id: 'c', origin: { type: 'service' } },
    }),
    status('wamid.there', 'delivered', { pricing: { billable: true, category: 'service' } }),
    status('wamid.read', 'read'),
    status('wamid.lost', 'failed', { errors }),
    {
      list: 'message_echoes',
      item: {
        from: '5500900000000',
        to: '5500912345678',
        id: 'wamid.echo',
        timestamp: String(AT),
        type: 'text',
        text: { body: 'do celular' },
      },
    },
    {
      list: 'user_id_update',
      item: { wa_id: '5500912345678', timestamp: AT, user_id: { previous: 'BR.1A2B3C', current: 'BR.9Z8Y7X' } },
    },
    { list: 'errors', item: { code: 368, title: 'Temporarily blocked', message: 'x' } },
    {
      list: 'history',
      item: {
        metadata: { phase: 0, chunk_order: 1, progress: 55 },
        threads: [
          {
            id: '5500912345678',
            messages: [
              { from: '5500912345678', id: 'wamid.h', timestamp: String(AT), type: 'text', text: { body: 'antes' } },
            ],
          },
        ],
      },
    },
  ];
};

export interface Sample {
  /** Puts the item, alone or with others, into its envelope. */
  among(items: unknown[]): unknown;
  item: Item;
}
/** The items of a page and of an Instagram account, in the envelopes of both. */
export const pageSamples = (itemsOf: (own: string) => Item[]): Record<'facebook' | 'instagram', Sample[]> => ({
  facebook: itemsOf(ids.pageId).map((item) => ({
    item,
    among: (items) => ({ object: 'page', entry: [{ id: ids.pageId, time: AT * 1000, messaging: items }] }),
  })),
  instagram: itemsOf(ids.igId).map((item) => ({
    item,
    among: (items) => ({ object: 'instagram', entry: [{ id: ids.igId, time: AT * 1000, messaging: items }] }),
  })),
});
/** About thirty samples per channel. */
export const samples: Record<'facebook' | 'instagram' | 'whatsappapi', Sample[]> = {
  ...pageSamples(inPages),
  whatsappapi: inCloud().map(({ list, item }) => ({
    item,
    among: (items) => {
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '5500900000000', phone_number_id: ids.phoneNumberId },
        contacts: [{ profile: { name: 'Helena Prado' }, wa_id: '5500912345678', user_id: 'BR.1A2B3C' }],
        [list]: items,
      };
      const field = list === 'message_echoes' ? 'smb_message_echoes' : list === 'history' ? 'history' : 'messages';
      return {
        object: 'whatsapp_business_account',
        entry: [{ id: ids.wabaId, time: AT, changes: [{ field, value }] }],
      };
    },
  })),
};
/** Payloads about the account, not about messages. */
export const accountUpdates: unknown[] = [
  {
    field: 'account_update',
    value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: 'x' } },
  },
  {
    field: 'phone_number_quality_update',
    value: { event: 'FLAGGED', current_limit: 'TIER_1K', display_phone_number: '5500900000000' },
  },
  {
    field: 'message_template_status_update',
    value: {
      event: 'REJECTED',
      message_template_id: 1,
      message_template_name: 'pedido',
      message_template_language: 'pt_BR',
      reason: 'INVALID_FORMAT',
    },
  },
  {
    field: 'smb_app_state_sync',
    value: {
      state_sync: [{ type: 'contact', contact: { full_name: 'Marta', phone_number: '5500933334444' }, action: 'add' }],
    },
  },
  {
    field: 'calls',
    value: {
      calls: [
        {
          id: 'call.1',
          event: 'terminate',
          timestamp: String(AT),
          direction: 'USER_INITIATED',
          from: '5500912345678',
          to: '5500900000000',
        },
      ],
    },
  },
].map((change) => ({ object: 'whatsapp_business_account', entry: [{ id: ids.wabaId, time: AT, changes: [change] }] }));
