/** Parses the content of a message by its type. Invalid content is `unsupported`, never an error. */
import { z } from 'zod';
import type { Content, MediaRef, MediaType } from '../../port.ts';
import { key, optional, text, unsupported, optionalText, validOnes } from '../field-parsers.ts';
import { isEmpty } from '../../unrecognized.ts';
import type { Message } from './wire-format.ts';

/** Types with which the API says that the customer sent something it does not deliver. */
const WITHHELD = new Set(['unsupported', 'unknown']);

/** Undefined if the message has no content. Messages of the history are kept as placeholders, as their files come later. */
export function parseContent(message: Message, isHistory = false): Content | undefined {
  // A message without a type is recognized by its content.
  const type = message.type || (Object.keys(parsers).find((name) => !isEmpty(message[name])) ?? '');
  const parse = Object.hasOwn(parsers, type) ? parsers[type] : undefined;
  const content = parse?.(message[type]);
  if (content) return content.kind === 'text' && content.text === '' ? undefined : content;
  const isWithheld = WITHHELD.has(type) && (type === 'unsupported' || !isEmpty(message['errors']));
  return isHistory || isWithheld || hasContent(message, type) ? unsupported(type) : undefined;
}

/** Fields of a message that say nothing about its content. */
const CIRCUMSTANCES = new Set([
  'id',
  'from',
  'from_user_id',
  'from_parent_user_id',
  'to',
  'to_user_id',
  'recipient_user_id',
  'group_id',
  'timestamp',
  'type',
  'context',
  'referral',
  'errors',
  'identity',
]);
/** Content in its own field; an unknown type may have it in any other field. */
const hasContent = (message: Message, type: string): boolean =>
  !isEmpty(message[type]) ||
  (type !== '' &&
    !Object.hasOwn(parsers, type) &&
    Object.entries(message).some(([field, value]) => !CIRCUMSTANCES.has(field) && !isEmpty(value)));

type Parser = (raw: unknown) => Content | undefined;
const parserFor =
  <T extends z.ZodType>(schema: T, parse: (value: z.output<T>) => Content | undefined): Parser =>
  (raw) => {
    const parsed = schema.safeParse(raw);
    return parsed.success ? parse(parsed.data) : undefined;
  };

const File = z.object({
  id: key,
  mime_type: optionalText,
  filename: optionalText,
  caption: optionalText,
  voice: z.boolean().catch(false),
});
const media = (type: MediaType): Parser =>
  parserFor(File, ({ id, mime_type, filename, caption, voice }) => {
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
  name: z
    .object({ formatted_name: optionalText, first_name: optionalText })
    .catch({ formatted_name: '', first_name: '' }),
  phones: validOnes(z.object({ phone: optionalText, wa_id: optionalText })).catch([]),
});
const Reply = z.object({ id: text, title: text, description: optional(text) });
const choiceOf = ({ id, title, description }: z.output<typeof Reply>): Content => ({
  kind: 'choice',
  id,
  title,
  ...(description && { description }),
});

const interactive: Record<string, Parser> = {
  button_reply: parserFor(Reply, choiceOf),
  list_reply: parserFor(Reply, choiceOf),
  nfm_reply: parserFor(
    z.object({ name: optionalText, body: optionalText, response_json: z.string() }),
    ({ name, body, response_json }) => ({
      kind: 'form',
      title: body || name,
      answers: answersIn(response_json),
    }),
  ),
};

const parsers: Readonly<Record<string, Parser>> = {
  text: parserFor(z.object({ body: text }), ({ body }) => ({ kind: 'text', text: body })),
  image: media('image'),
  audio: media('audio'),
  video: media('video'),
  document: media('document'),
  sticker: media('sticker'),
  location: parserFor(
    z.object({ latitude: z.number(), longitude: z.number(), name: optionalText, address: optionalText }),
    ({ latitude, longitude, name, address }) => ({
      kind: 'location',
      latitude: finite(latitude),
      longitude: finite(longitude),
      ...(name && { name }),
      ...(address && { address }),
    }),
  ),
  contacts: parserFor(validOnes(Card), (cards) => {
    if (cards.length === 0) return undefined;
    const contacts = cards.map(({ name, phones }) => {
      const numbers = phones
        .map(({ phone, wa_id }) => wa_id || phone.replace(/\D/g, ''))
        .filter((number) => number !== '');
      return { name: name.formatted_name || name.first_name || numbers[0] || '', numbers };
    });
    return { kind: 'contacts', contacts };
  }),
  // Without an emoji the reaction is removed.
  reaction: parserFor(z.object({ message_id: key, emoji: optionalText }), ({ message_id, emoji }) => ({
    kind: 'reaction',
    to: message_id,
    emoji,
  })),
  // A quick reply of a template.
  button: parserFor(z.object({ payload: optionalText, text: optionalText }), ({ payload, text: title }) =>
    payload === '' && title === '' ? undefined : { kind: 'choice', id: payload || title, title: title || payload },
  ),
  interactive: parserFor(z.looseObject({ type: z.string() }), (value) =>
    Object.hasOwn(interactive, value.type) ? interactive[value.type]!(value[value.type]) : unsupported(value.type),
  ),
  order: parserFor(
    z.object({
      text: optionalText,
      catalog_id: optionalText,
      product_items: validOnes(
        z.object({
          product_retailer_id: optionalText,
          quantity: z.coerce.number().catch(1),
          item_price: z.coerce.number().catch(0),
          currency: optionalText,
        }),
      ),
    }),
    ({ text: messageText, catalog_id, product_items }) =>
      product_items.length === 0 && messageText === ''
        ? undefined
        : {
            kind: 'order',
            text: messageText,
            items: product_items.map(({ product_retailer_id, quantity, item_price }) => ({
              name: product_retailer_id,
              quantity: finite(quantity),
              cents: finite(Math.round(item_price * 100)),
            })),
            currency: product_items[0]?.currency ?? '',
            ...(catalog_id && { catalogId: catalog_id }),
          },
  ),
  // Content that the Cloud API does not deliver.
  unsupported: parserFor(z.object({ type: optional(text) }), ({ type }) => unsupported(type || 'unsupported')),
};
/** JSON has neither infinity nor negative zero. */
const finite = (value: number): number => (Number.isFinite(value) ? value + 0 : 0);

const MAX_ANSWERS = 100;
const MAX_ANSWER_LENGTH = 4000;
/** A form response is JSON inside JSON; its token is omitted. */
function answersIn(response: string): { label: string; value: string }[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(response);
  } catch {
    return [{ label: '', value: tidy(response) }];
  }
  return flat(parsed)
    .filter(({ label }) => label !== 'flow_token')
    .slice(0, MAX_ANSWERS);
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function flat(parsed: unknown): { label: string; value: string }[] {
  if (!isRecord(parsed)) return [{ label: '', value: valueText(parsed) }];
  return Object.entries(parsed).flatMap(([label, value]) =>
    // Addresses are nested objects; deeper levels are not used.
    isRecord(value)
      ? Object.entries(value).map(([inner, innerValue]) => ({ label: tidy(inner), value: valueText(innerValue) }))
      : [{ label: tidy(label), value: valueText(value) }],
  );
}
const valueText = (value: unknown): string => {
  if (typeof value === 'string') return tidy(value);
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return tidy(value.join(', '));
  try {
    return tidy(JSON.stringify(value));
  } catch {
    // Nested too deep to serialize.
    return '…';
  }
};
const tidy = (value: string): string =>
  value.replaceAll('\0', '').toWellFormed().slice(0, MAX_ANSWER_LENGTH).toWellFormed();
