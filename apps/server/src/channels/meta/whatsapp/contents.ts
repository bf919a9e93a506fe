/** What a message says, by its type. Each is read alone: one that is not as expected is `unsupported`, never an error. */
import { z } from 'zod';
import type { Content, MediaRef, MediaType } from '../../port.ts';
import { key, perhaps, text, unsupported, words } from '../words.ts';
import type { Message, Referral } from './wire-format.ts';

export function readContent(message: Message): Content {
  const read = Object.hasOwn(readers, message.type) ? readers[message.type] : undefined;
  return read?.(message[message.type]) ?? unsupported(message.type);
}

/** Where somebody came from. Together with their first words when those are only words. */
export const readAd = (
  { headline, body, source_url, image_url, thumbnail_url }: Referral,
  said: string,
): Extract<Content, { kind: 'ad' }> => {
  const picture = image_url || thumbnail_url;
  return {
    kind: 'ad',
    text: said,
    title: headline,
    ...(body && { body }),
    ...(source_url && { url: source_url }),
    ...(picture && { image: { mime: 'image/jpeg', ref: `${BY_ADDRESS}${picture}` } }),
  };
};
/** A file that is not kept under an id, but at an address which the delivery names. */
export const BY_ADDRESS = 'url:';

type Read = (told: unknown) => Content | undefined;
const reading =
  <T extends z.ZodType>(schema: T, read: (told: z.output<T>) => Content | undefined): Read =>
  (told) => {
    const parsed = schema.safeParse(told);
    return parsed.success ? read(parsed.data) : undefined;
  };

const File = z.object({ id: key, mime_type: words, filename: words, caption: words, voice: z.boolean().catch(false) });
const media = (type: MediaType): Read =>
  reading(File, ({ id, mime_type, filename, caption, voice }) => {
    const file: MediaRef = {
      ref: id,
      mime: mime_type || 'application/octet-stream',
      ...(filename && { fileName: filename }),
    };
    return {
      kind: 'media',
      type,
      media: file,
      ...(caption && { caption }),
      ...(type === 'audio' && voice && { isVoice: true }),
    };
  });

const Card = z.object({
  name: z.object({ formatted_name: words, first_name: words }).catch({ formatted_name: '', first_name: '' }),
  phones: z.array(z.object({ phone: words, wa_id: words })).catch([]),
});
const Reply = z.object({ id: text, title: text });

const interactive: Record<string, Read> = {
  button_reply: reading(Reply, (told) => ({ kind: 'choice', ...told })),
  list_reply: reading(Reply, (told) => ({ kind: 'choice', ...told })),
  nfm_reply: reading(
    z.object({ name: words, body: words, response_json: z.string() }),
    ({ name, body, response_json }) => ({
      kind: 'form',
      title: body || name,
      answers: answersIn(response_json),
    }),
  ),
};

const readers: Readonly<Record<string, Read>> = {
  text: reading(z.object({ body: text }), ({ body }) => ({ kind: 'text', text: body })),
  image: media('image'),
  audio: media('audio'),
  video: media('video'),
  document: media('document'),
  sticker: media('sticker'),
  location: reading(
    z.object({ latitude: z.number(), longitude: z.number(), name: words, address: words }),
    ({ latitude, longitude, name, address }) => ({
      kind: 'location',
      latitude: finite(latitude),
      longitude: finite(longitude),
      ...(name && { name }),
      ...(address && { address }),
    }),
  ),
  contacts: reading(z.array(Card), (cards) => ({
    kind: 'contacts',
    contacts: cards.map(({ name, phones }) => {
      const numbers = phones.map(({ phone, wa_id }) => wa_id || phone.replace(/\D/g, '')).filter((one) => one !== '');
      return { name: name.formatted_name || name.first_name || numbers[0] || '', numbers };
    }),
  })),
  // Without an emoji it is taken back.
  reaction: reading(z.object({ message_id: key, emoji: words }), ({ message_id, emoji }) => ({
    kind: 'reaction',
    to: message_id,
    emoji,
  })),
  // A quick answer of a template.
  button: reading(z.object({ payload: words, text: words }), ({ payload, text: title }) => ({
    kind: 'choice',
    id: payload || title,
    title: title || payload,
  })),
  interactive: reading(z.looseObject({ type: z.string() }), (told) =>
    Object.hasOwn(interactive, told.type) ? interactive[told.type]!(told[told.type]) : unsupported(told.type),
  ),
  order: reading(
    z.object({
      text: words,
      product_items: z.array(
        z.object({
          product_retailer_id: words,
          quantity: z.coerce.number().catch(1),
          item_price: z.coerce.number().catch(0),
          currency: words,
        }),
      ),
    }),
    ({ text: said, product_items }) => ({
      kind: 'order',
      text: said,
      items: product_items.map(({ product_retailer_id, quantity, item_price }) => ({
        name: product_retailer_id,
        quantity: finite(quantity),
        cents: finite(Math.round(item_price * 100)),
      })),
      currency: product_items[0]?.currency ?? '',
    }),
  ),
  system: reading(z.object({ type: words }), ({ type }) => unsupported(type || 'system')),
  // The channel itself says that it cannot show this here.
  unsupported: reading(z.object({ type: perhaps(text) }), ({ type }) => unsupported(type || 'unsupported')),
};
/** JSON has neither infinity nor a zero below zero. */
const finite = (value: number): number => (Number.isFinite(value) ? value + 0 : 0);

const MOST_ANSWERS = 100;
const LONGEST_ANSWER = 4000;
/** A form answers with JSON inside JSON; its token is the form's own business. */
function answersIn(response: string): { label: string; value: string }[] {
  let told: unknown;
  try {
    told = JSON.parse(response);
  } catch {
    return [{ label: '', value: tidy(response) }];
  }
  return flat(told)
    .filter(({ label }) => label !== 'flow_token')
    .slice(0, MOST_ANSWERS);
}
const isRecord = (told: unknown): told is Record<string, unknown> =>
  typeof told === 'object' && told !== null && !Array.isArray(told);
function flat(told: unknown): { label: string; value: string }[] {
  if (!isRecord(told)) return [{ label: '', value: shown(told) }];
  return Object.entries(told).flatMap(([label, value]) =>
    // An address comes as an object of its own; deeper than that nobody asks.
    isRecord(value)
      ? Object.entries(value).map(([inner, one]) => ({ label: tidy(inner), value: shown(one) }))
      : [{ label: tidy(label), value: shown(value) }],
  );
}
const shown = (value: unknown): string => {
  if (typeof value === 'string') return tidy(value);
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return tidy(value.join(', '));
  try {
    return tidy(JSON.stringify(value));
  } catch {
    // Nested deeper than can be written down.
    return '…';
  }
};
const tidy = (value: string): string =>
  value.replaceAll('\0', '').toWellFormed().slice(0, LONGEST_ANSWER).toWellFormed();
