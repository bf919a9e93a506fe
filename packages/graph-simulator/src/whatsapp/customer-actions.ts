import type { CustomerAction, Ad, CustomerProfile } from '../customer-actions.ts';
import type { Change } from '../envelopes.ts';
import { errorItem } from '../errors.ts';
import { newWamid } from '../ids.ts';
import { customersMedia, linkOf, sha256Of } from '../media.ts';
import { nowOf, secondsOf, type Media, type WhatsAppAccount, type SimulatorState } from '../state.ts';
import { changeOf, contactOf, digitsOf, senderOf } from './webhook-payloads.ts';

/** An action on WhatsApp as a change of the `messages` webhook. */
export function whatsAppAction(
  state: SimulatorState,
  account: WhatsAppAccount,
  profile: CustomerProfile,
  action: CustomerAction,
): { id: string; change: Change; isMessage: boolean } {
  const id = action.id ?? newWamid(state.random, profile.id);
  const atMs = action.at === undefined ? nowOf(state) : Date.parse(action.at);
  const timestamp = secondsOf(atMs);
  switch (action.kind) {
    case 'echo':
    case 'echo-edit':
    case 'echo-revoke':
      return { id, change: echoChange(account, profile, action, { id, timestamp }), isMessage: false };
    case 'call':
      return { id, change: callChange(account, profile, action, { id, atMs }), isMessage: false };
    case 'marketing': {
      const detail = `User requested to ${action.value} marketing messages`;
      const { from: wa_id, from_user_id: user_id } = senderOf(profile);
      const ids = { ...(wa_id !== undefined && { wa_id }), ...(user_id !== undefined && { user_id }) };
      const preference = { ...ids, detail, category: 'marketing_messages', value: action.value, timestamp };
      const value = { contacts: [contactOf(profile)], user_preferences: [preference] };
      return { id, change: changeOf(account, value, 'user_preferences'), isMessage: false };
    }
    case 'new-number':
      // The only kind without `contacts`.
      return {
        id,
        change: changeOf(account, {
          messages: [
            {
              ...senderOf(profile),
              id,
              timestamp,
              type: 'system',
              system: {
                body: `User ${profile.name ?? ''} changed from ${profile.id} to ${action.newId}`,
                wa_id: action.newId,
                ...(action.newUserId !== undefined && { user_id: action.newUserId }),
                type: 'user_changed_number',
              },
            },
          ],
        }),
        isMessage: false,
      };
    default: {
      const context = contextOf(account, action);
      const message = {
        ...(context && { context }),
        ...senderOf(profile),
        id,
        timestamp,
        ...contentOf(state, account, action),
      };
      const isMessage = action.kind !== 'edit' && action.kind !== 'revoke' && action.kind !== 'reaction';
      return { id, change: changeOf(account, { contacts: [contactOf(profile)], messages: [message] }), isMessage };
    }
  }
}

function contextOf(account: WhatsAppAccount, { quotes, forwarded }: CustomerAction) {
  if (quotes !== undefined) return { from: digitsOf(account), id: quotes };
  if (forwarded === 'once') return { forwarded: true };
  if (forwarded === 'often') return { forwarded: true, frequently_forwarded: true };
  return undefined;
}

function contentOf(state: SimulatorState, account: WhatsAppAccount, action: CustomerAction): Record<string, unknown> {
  const of = (type: string, content: unknown) => ({ type, [type]: content });
  switch (action.kind) {
    case 'text':
      return { ...of('text', { body: action.text }), ...(action.ad && { referral: referralOf(action.ad, state) }) };
    case 'media':
      return of(action.type, mediaOf(state, action, customersMedia(state, account.id, action.type, action, false)));
    case 'location': {
      const { latitude, longitude, name, address } = action;
      return of('location', {
        latitude,
        longitude,
        ...(name !== undefined && { name }),
        ...(address !== undefined && { address }),
      });
    }
    case 'contacts':
      return of(
        'contacts',
        action.contacts.map(({ name, phones }) => ({
          name: { formatted_name: name, first_name: name.split(' ')[0] },
          phones: phones.map((phone) => ({ phone, wa_id: phone.replaceAll(/\D/g, ''), type: 'CELL' })),
        })),
      );
    case 'reaction':
      return of('reaction', {
        message_id: action.to,
        ...(action.emoji !== undefined && action.emoji !== '' && { emoji: action.emoji }),
      });
    case 'button':
      return action.ofTemplate
        ? of('button', { payload: action.payload, text: action.title })
        : of('interactive', { type: 'button_reply', button_reply: { id: action.payload, title: action.title } });
    case 'row':
      return of('interactive', {
        type: 'list_reply',
        list_reply: {
          id: action.payload,
          title: action.title,
          ...(action.description !== undefined && { description: action.description }),
        },
      });
    case 'flow':
      return of('interactive', {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: action.body ?? 'Sent',
          response_json: JSON.stringify({ flow_token: state.random.word(12), ...action.answers }),
        },
      });
    case 'order':
      return of('order', {
        catalog_id: action.catalogId,
        text: action.text ?? '',
        product_items: action.items.map(({ id, quantity, price, currency }) => ({
          product_retailer_id: id,
          quantity,
          item_price: price,
          currency,
        })),
      });
    case 'unsupported':
      return {
        type: 'unsupported',
        errors: [errorItem({ code: action.code ?? 131051, title: 'Message type unknown' })],
        unsupported: { type: action.what ?? 'unknown' },
      };
    case 'edit':
      return of('edit', {
        original_message_id: action.of,
        message: { context: { id: action.of }, type: 'text', text: { body: action.text } },
      });
    case 'revoke':
      return of('revoke', { original_message_id: action.of });
    default:
      throw new Error(`The action "${action.kind}" does not exist on WhatsApp.`);
  }
}

function mediaOf(state: SimulatorState, action: Extract<CustomerAction, { kind: 'media' }>, media: Media) {
  return {
    ...(action.caption !== undefined && { caption: action.caption }),
    ...(action.type === 'document' && { filename: media.fileName ?? 'arquivo.pdf' }),
    mime_type: media.mime,
    sha256: sha256Of(media.bytes),
    id: media.id,
    url: linkOf(state, media),
    ...(action.type === 'audio' && { voice: action.isVoice ?? false }),
    ...(action.type === 'sticker' && { animated: false }),
  };
}

const referralOf = ({ id, headline, body, url, imageUrl }: Ad, state: SimulatorState) => ({
  source_url: url,
  source_id: id ?? state.random.digits(15),
  source_type: 'ad',
  headline,
  body: body ?? '',
  media_type: 'image',
  image_url: imageUrl ?? `${state.url}/_cdn/none`,
  ctwa_clid: state.random.word(40),
  welcome_message: { text: '' },
});

/** Echo of a message written on the phone that shares its number with the API. */
function echoChange(
  account: WhatsAppAccount,
  profile: CustomerProfile,
  action: Extract<CustomerAction, { kind: 'echo' | 'echo-edit' | 'echo-revoke' }>,
  frame: { id: string; timestamp: string },
): Change {
  const content =
    action.kind === 'echo'
      ? { type: 'text', text: { body: action.text } }
      : action.kind === 'echo-edit'
        ? {
            type: 'edit',
            edit: { original_message_id: action.of, message: { type: 'text', text: { body: action.text } } },
          }
        : { type: 'revoke', revoke: { original_message_id: action.of } };
  const to = {
    ...(!profile.hidesNumber && { to: profile.id }),
    ...(profile.userId !== undefined && { to_user_id: profile.userId }),
  };
  return changeOf(
    account,
    { message_echoes: [{ from: digitsOf(account), ...to, ...frame, ...content }] },
    'smb_message_echoes',
  );
}

function callChange(
  account: WhatsAppAccount,
  profile: CustomerProfile,
  { outcome }: Extract<CustomerAction, { kind: 'call' }>,
  { id, atMs }: { id: string; atMs: number },
): Change {
  const wasAnswered = outcome === 'ended';
  const call = {
    id: id.replace('wamid.', 'wacid.'),
    ...senderOf(profile),
    to: digitsOf(account),
    event: 'terminate',
    timestamp: secondsOf(atMs),
    direction: 'USER_INITIATED',
    status: wasAnswered ? 'COMPLETED' : 'FAILED',
    ...(wasAnswered && { start_time: secondsOf(atMs - 60_000), end_time: secondsOf(atMs), duration: 60 }),
  };
  return changeOf(account, { contacts: [contactOf(profile)], calls: [call] }, 'calls');
}
