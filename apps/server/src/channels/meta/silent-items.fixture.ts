/** Payloads without any words of a customer, in the shapes of Meta's documentation. None of them may become a message. */
import { ids, pageSamples, type Sample } from './payloads.fixture.ts';

type Item = Record<string, unknown>;
const AT = 1_762_000_000;
const CUSTOMER = '24390120';
const PHONE = '5500912345678';

const inPages = (own: string): Item[] => {
  const item = (fields: Item): Item => ({
    sender: { id: CUSTOMER },
    recipient: { id: own },
    timestamp: AT * 1000,
    ...fields,
  });
  const handover = { previous_owner_app_id: '1', new_owner_app_id: '2', metadata: 'x' };
  const referral = { ref: 'promo', source: 'SHORTLINK', type: 'OPEN_THREAD' };
  return [
    item({ referral }),
    item({ referral: { source: 'ADS', ad_id: '7', ads_context_data: { ad_title: 'Armação' } } }),
    item({ message: { mid: 'm_referral', referral } }),
    item({ message: { mid: 'm_empty' } }),
    item({ message: { mid: 'm_empty_text', text: '', attachments: [] } }),
    item({ optin: { ref: 'x', type: 'one_time_notif_req' } }),
    { recipient: { id: own }, timestamp: AT * 1000, optin: { ref: 'x', user_ref: 'u' } },
    item({ pass_thread_control: handover }),
    item({ take_thread_control: handover }),
    item({ request_thread_control: { requested_owner_app_id: '1' } }),
    item({ app_roles: { '1': ['primary_receiver'] } }),
    item({ account_linking: { status: 'linked', authorization_code: 'x' } }),
    item({ delivery: { mids: ['m_1'], watermark: AT * 1000 } }),
    item({ read: { watermark: AT * 1000 } }),
    { recipient: { id: own }, timestamp: AT * 1000, policy_enforcement: { action: 'warning', reason: 'spam' } },
    { timestamp: AT * 1000, message_edit: { mid: 'm_1', num_edit: 0 } },
    item({ message_edit: { mid: 'm_1', num_edit: 0 } }),
    item({ postback: { mid: 'm_2' } }),
    item({ hologram: { depth: 3 } }),
    item({}),
    {},
  ];
};

const inCloud = (): { list: string; item: Item }[] => {
  const message = (fields: Item) => ({
    list: 'messages',
    item: { from: PHONE, id: 'wamid.silent', timestamp: String(AT), ...fields },
  });
  const status = (fields: Item) => ({
    list: 'statuses',
    item: { id: 'wamid.ours', timestamp: String(AT), recipient_id: PHONE, ...fields },
  });
  return [
    message({ type: 'system', system: { type: 'customer_identity_changed', body: 'x', customer: PHONE } }),
    message({ type: 'request_welcome' }),
    message({ type: 'text', text: { body: '' } }),
    message({ type: 'text', text: { body: '' }, referral: { source_type: 'ad', source_id: '7', ctwa_clid: 'c' } }),
    message({ type: 'edit', edit: { original_message_id: 'wamid.1' } }),
    message({ type: 'revoke', revoke: {} }),
    message({ errors: [{ code: 131_000, title: 'Something went wrong' }] }),
    status({ status: 'deleted' }),
    status({ status: 'warning' }),
    status({ status: 'held_for_quality_assessment' }),
    status({ status: 'captured', type: 'payment', payment: { reference_id: 'x' } }),
    status({ status: 'RINGING', type: 'call' }),
    { list: 'calls', item: { id: 'wacid.1', event: 'connect', from: PHONE, timestamp: String(AT) } },
    { list: 'calls', item: { id: 'wacid.1', event: 'terminate', timestamp: String(AT) } },
    { list: 'errors', item: { code: 130_429, title: 'Rate limit hit' } },
    { list: 'user_preferences', item: { wa_id: PHONE, value: 'stop', category: 'marketing_messages' } },
    { list: 'holograms', item: { from: PHONE, id: 'x' } },
  ];
};

export const silentSamples: Record<'facebook' | 'instagram' | 'whatsappapi', Sample[]> = {
  ...pageSamples(inPages),
  whatsappapi: inCloud().map(({ list, item }) => ({
    item,
    among: (items) => {
      const metadata = { display_phone_number: '5500900000000', phone_number_id: ids.phoneNumberId };
      const value = { messaging_product: 'whatsapp', metadata, [list]: items };
      return {
        object: 'whatsapp_business_account',
        entry: [{ id: ids.wabaId, time: AT, changes: [{ field: list, value }] }],
      };
    },
  })),
};
