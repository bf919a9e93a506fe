import type { Act, Ad, Person } from '../acts.ts';
import type { Change } from '../envelopes.ts';
import { errorItem } from '../errors.ts';
import { newWamid } from '../ids.ts';
import { customersMedia, linkOf, sha256Of } from '../media.ts';
import { nowOf, secondsOf, type Media, type WhatsAppAccount, type World } from '../world.ts';
import { changeOf, contactOf, digitsOf, senderOf } from './telling.ts';

/** What a customer did on WhatsApp, as the `messages` webhook tells it. */
export function whatsAppAct(
  world: World,
  account: WhatsAppAccount,
  person: Person,
  act: Act,
): { id: string; change: Change; isMessage: boolean } {
  const id = act.id ?? newWamid(world.random, person.id);
  const atMs = act.at === undefined ? nowOf(world) : Date.parse(act.at);
  const timestamp = secondsOf(atMs);
  switch (act.does) {
    case 'echo':
    case 'echo-edit':
    case 'echo-revoke':
      return { id, change: echoChange(account, person, act, { id, timestamp }), isMessage: false };
    case 'call':
      return { id, change: callChange(account, person, act, { id, atMs }), isMessage: false };
    case 'new-number':
      // The only kind that comes without `contacts`.
      return {
        id,
        change: changeOf(account, {
          messages: [
            {
              ...senderOf(person),
              id,
              timestamp,
              type: 'system',
              system: {
                body: `User ${person.name ?? ''} changed from ${person.id} to ${act.newId}`,
                wa_id: act.newId,
                ...(act.newUserId !== undefined && { user_id: act.newUserId }),
                type: 'user_changed_number',
              },
            },
          ],
        }),
        isMessage: false,
      };
    default: {
      const context = contextOf(account, act);
      const message = {
        ...(context && { context }),
        ...senderOf(person),
        id,
        timestamp,
        ...contentOf(world, account, act),
      };
      const isMessage = act.does !== 'edit' && act.does !== 'revoke' && act.does !== 'reaction';
      return { id, change: changeOf(account, { contacts: [contactOf(person)], messages: [message] }), isMessage };
    }
  }
}

function contextOf(account: WhatsAppAccount, { quotes, forwarded }: Act) {
  if (quotes !== undefined) return { from: digitsOf(account), id: quotes };
  if (forwarded === 'once') return { forwarded: true };
  if (forwarded === 'often') return { forwarded: true, frequently_forwarded: true };
  return undefined;
}

function contentOf(world: World, account: WhatsAppAccount, act: Act): Record<string, unknown> {
  const of = (type: string, content: unknown) => ({ type, [type]: content });
  switch (act.does) {
    case 'text':
      return { ...of('text', { body: act.text }), ...(act.ad && { referral: referralOf(act.ad, world) }) };
    case 'media':
      return of(act.type, mediaOf(world, act, customersMedia(world, account.id, act.type, act, false)));
    case 'location': {
      const { latitude, longitude, name, address } = act;
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
        act.contacts.map(({ name, phones }) => ({
          name: { formatted_name: name, first_name: name.split(' ')[0] },
          phones: phones.map((phone) => ({ phone, wa_id: phone.replaceAll(/\D/g, ''), type: 'CELL' })),
        })),
      );
    case 'reaction':
      return of('reaction', {
        message_id: act.to,
        ...(act.emoji !== undefined && act.emoji !== '' && { emoji: act.emoji }),
      });
    case 'button':
      return act.ofTemplate
        ? of('button', { payload: act.payload, text: act.title })
        : of('interactive', { type: 'button_reply', button_reply: { id: act.payload, title: act.title } });
    case 'row':
      return of('interactive', {
        type: 'list_reply',
        list_reply: {
          id: act.payload,
          title: act.title,
          ...(act.description !== undefined && { description: act.description }),
        },
      });
    case 'flow':
      return of('interactive', {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: act.body ?? 'Sent',
          response_json: JSON.stringify({ flow_token: world.random.word(12), ...act.answers }),
        },
      });
    case 'order':
      return of('order', {
        catalog_id: act.catalogId,
        text: act.text ?? '',
        product_items: act.items.map(({ id, quantity, price, currency }) => ({
          product_retailer_id: id,
          quantity,
          item_price: price,
          currency,
        })),
      });
    case 'unsupported':
      return {
        type: 'unsupported',
        errors: [errorItem({ code: act.code ?? 131051, title: 'Message type unknown' })],
        unsupported: { type: act.what ?? 'unknown' },
      };
    case 'edit':
      return of('edit', {
        original_message_id: act.of,
        message: { context: { id: act.of }, type: 'text', text: { body: act.text } },
      });
    case 'revoke':
      return of('revoke', { original_message_id: act.of });
    default:
      throw new Error(`Nobody does «${act.does}» on WhatsApp.`);
  }
}

function mediaOf(world: World, act: Extract<Act, { does: 'media' }>, media: Media) {
  return {
    ...(act.caption !== undefined && { caption: act.caption }),
    ...(act.type === 'document' && { filename: media.fileName ?? 'arquivo.pdf' }),
    mime_type: media.mime,
    sha256: sha256Of(media.bytes),
    id: media.id,
    url: linkOf(world, media),
    ...(act.type === 'audio' && { voice: act.isVoice ?? false }),
    ...(act.type === 'sticker' && { animated: false }),
  };
}

const referralOf = ({ id, headline, body, url, imageUrl }: Ad, world: World) => ({
  source_url: url,
  source_id: id ?? world.random.digits(15),
  source_type: 'ad',
  headline,
  body: body ?? '',
  media_type: 'image',
  image_url: imageUrl ?? `${world.url}/_cdn/none`,
  ctwa_clid: world.random.word(40),
  welcome_message: { text: '' },
});

/** Written on the phone itself, which shares its number with the API. */
function echoChange(
  account: WhatsAppAccount,
  person: Person,
  act: Extract<Act, { does: 'echo' | 'echo-edit' | 'echo-revoke' }>,
  frame: { id: string; timestamp: string },
): Change {
  const content =
    act.does === 'echo'
      ? { type: 'text', text: { body: act.text } }
      : act.does === 'echo-edit'
        ? { type: 'edit', edit: { original_message_id: act.of, message: { type: 'text', text: { body: act.text } } } }
        : { type: 'revoke', revoke: { original_message_id: act.of } };
  const to = {
    ...(!person.hidesNumber && { to: person.id }),
    ...(person.userId !== undefined && { to_user_id: person.userId }),
  };
  return changeOf(
    account,
    { message_echoes: [{ from: digitsOf(account), ...to, ...frame, ...content }] },
    'smb_message_echoes',
  );
}

function callChange(
  account: WhatsAppAccount,
  person: Person,
  { outcome }: Extract<Act, { does: 'call' }>,
  { id, atMs }: { id: string; atMs: number },
): Change {
  const wasTaken = outcome === 'ended';
  const call = {
    id: id.replace('wamid.', 'wacid.'),
    ...senderOf(person),
    to: digitsOf(account),
    event: 'terminate',
    timestamp: secondsOf(atMs),
    direction: 'USER_INITIATED',
    status: wasTaken ? 'COMPLETED' : 'FAILED',
    ...(wasTaken && { start_time: secondsOf(atMs - 60_000), end_time: secondsOf(atMs), duration: 60 }),
  };
  return changeOf(account, { contacts: [contactOf(person)], calls: [call] }, 'calls');
}
