/** Interactive messages, and their text form where the limits of the API are exceeded. */
import type { Choice } from '../../port.ts';
import { bold, joinLines, MAX_TEXT_LENGTH, truncate, textOf, type Body, type Of } from './text-format.ts';

interface Frame {
  title: string;
  text: string;
  footer?: string;
}
/** A body is required, a header is optional. A title without text or over the limit moves into the body. */
const framed = ({ title, text, footer }: Frame) => {
  const isHeading = title !== '' && text !== '' && title.length <= MAX_HEADING_LENGTH;
  return {
    ...(isHeading && { header: { type: 'text', text: title } }),
    body: { text: isHeading ? text : joinLines(text === '' ? title : bold(title), text) },
    ...(footer && { footer: { text: truncate(footer, 60) } }),
  };
};
const MAX_HEADING_LENGTH = 60;
const MAX_LIST_TEXT_LENGTH = 4096;
const fits = (frame: Frame, maxLength: number) => framed(frame).body.text.length <= maxLength;
const MAX_ROWS = 10;

export function listOf({ title, text, button, footer, sections }: Omit<Of<'list'>, 'kind'>): Body {
  const rows = sections.flatMap((section) => section.rows);
  const frame = { title, text, ...(footer && { footer }) };
  if (rows.length === 0 || rows.length > MAX_ROWS || !areDistinct(rows) || !fits(frame, MAX_LIST_TEXT_LENGTH)) {
    const named = sections.map((section) => ({ ...section, title: sections.length > 1 ? section.title : '' }));
    return asText(frame, named);
  }
  const filled = sections.filter((section) => section.rows.length > 0);
  return {
    type: 'interactive',
    interactive: {
      type: 'list',
      ...framed(frame),
      action: {
        button: truncate(button || 'Menu', 20),
        // Titles are required only if there are several sections.
        sections: filled.map((section, n) => ({
          ...((section.title || filled.length > 1) && { title: truncate(section.title || String(n + 1), 24) }),
          rows: section.rows.map(rowOf),
        })),
      },
    },
  };
}
/** A title over the limit is repeated in full in the description. */
const rowOf = ({ id, title, description }: Choice) => {
  const below = title.length > 24 ? joinLines(title, description) : description;
  return { id: id.slice(0, 200), title: truncate(title || id, 24), ...(below && { description: truncate(below, 72) }) };
};

export function buttonsOf({ title, text, footer, choices }: Of<'buttons'>): Body {
  const frame = { title, text, ...(footer && { footer }) };
  const areButtons =
    choices.length <= 3 &&
    fits(frame, MAX_TEXT_LENGTH) &&
    areDistinct(choices) &&
    choices.every((choice) => choice.title.length <= 20 && !choice.description);
  // One section is enough; the button that opens the list has no label of its own here.
  if (!areButtons || choices.length === 0)
    return listOf({ ...frame, button: 'Menu', sections: [{ title: '', rows: choices }] });
  return {
    type: 'interactive',
    interactive: {
      type: 'button',
      ...framed(frame),
      action: {
        buttons: choices.map(({ id, title: buttonTitle }) => ({
          type: 'reply',
          reply: { id: id.slice(0, 256), title: buttonTitle },
        })),
      },
    },
  };
}
/** The API refuses repeated or empty ids and titles. */
const areDistinct = (choices: Choice[]): boolean =>
  new Set(choices.map(({ id }) => id)).size === choices.length &&
  new Set(choices.map(({ title }) => title)).size === choices.length &&
  choices.every(({ id, title }) => id !== '' && title !== '');

/** Text form: the key to answer with, then the option. */
function asText({ title, text, footer }: Frame, sections: { title: string; rows: Choice[] }[]): Body {
  const rows = sections.flatMap((section) => section.rows);
  const areKeys = rows.every(({ id }) => /^[\d#*]{1,3}$/.test(id));
  const keyOf = (row: Choice) => (areKeys ? row.id : String(rows.indexOf(row) + 1));
  const listed = sections.map((section) =>
    joinLines(bold(section.title), ...section.rows.map((row) => `*[ ${keyOf(row)} ]* - ${row.title}`)),
  );
  return textOf(
    [joinLines(bold(title), text), ...listed, footer ? `_${footer}_` : ''].filter((part) => part).join('\n\n'),
  );
}

/** A link becomes a button. The API has no copy or call buttons, so these become text. */
export function buttonOf({ act, title, text, button, value, image }: Of<'button'>): Body {
  if (act === 'url' && /^https?:\/\//i.test(value) && fits({ title, text }, MAX_TEXT_LENGTH)) {
    const { header, body } = framed({ title, text });
    const picture = image && { type: 'image', image: { id: image.id } };
    return {
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        ...((picture ?? header) && { header: picture ?? header }),
        // A picture replaces the header, so the title moves into the body.
        body: picture && header ? { text: truncate(joinLines(bold(title), text), MAX_TEXT_LENGTH) } : body,
        action: { name: 'cta_url', parameters: { display_text: truncate(button || '→', 20), url: value } },
      },
    };
  }
  const actionText = act === 'call' ? `${button}: +${value.replace(/\D/g, '')}` : `${button}:\n${value}`;
  const messageText = [joinLines(bold(title), text), button ? actionText : value].filter((part) => part).join('\n\n');
  return image ? { type: 'image', image: { id: image.id, caption: messageText } } : textOf(messageText);
}

/** Order message with the Pix code, for accounts that may take payments. */
export function pixOrder(
  { title, keyType, key, merchantName, cents, brCode }: Of<'pix'> & { cents: number },
  reference: string,
): Body {
  const amount = { value: cents, offset: 100 };
  return {
    type: 'interactive',
    interactive: {
      type: 'order_details',
      body: { text: truncate(title || merchantName, MAX_TEXT_LENGTH) },
      action: {
        name: 'review_and_pay',
        parameters: {
          reference_id: reference.replaceAll('-', '').slice(0, 35),
          type: 'digital-goods',
          payment_type: 'br',
          payment_settings: [
            {
              type: 'pix_dynamic_code',
              pix_dynamic_code: { code: brCode, merchant_name: merchantName, key, key_type: keyType },
            },
          ],
          currency: 'BRL',
          total_amount: amount,
          order: {
            status: 'pending',
            tax: { value: 0, offset: 100 },
            items: [{ retailer_id: '1', name: truncate(title || merchantName, 60), amount, quantity: 1 }],
            subtotal: amount,
          },
        },
      },
    },
  };
}
