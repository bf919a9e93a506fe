import type { Content, PlaceholderValue } from '../../port.ts';
import type { Uploaded } from './uploaded.ts';

/** A template with its placeholder values, in the order of the placeholders. */
export function templateOf({ template, image }: Extract<Content<Uploaded>, { kind: 'template' }>): object {
  const { name, language, header = [], body = [], buttons = [] } = template;
  const head = image ? [fileIn(image)] : header.map(parameterOf);
  const components = [
    ...(head.length > 0 ? [{ type: 'header', parameters: head }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body.map(parameterOf) }] : []),
    ...buttons.map(({ at, type, value }) => ({
      type: 'button',
      sub_type: ({ url: 'url', copy: 'copy_code', reply: 'quick_reply' } as const)[type],
      index: String(at),
      parameters: [
        type === 'url'
          ? { type: 'text', text: value }
          : type === 'copy'
            ? { type: 'coupon_code', coupon_code: value }
            : { type: 'payload', payload: value },
      ],
    })),
  ];
  return { name, language: { code: language }, ...(components.length > 0 && { components }) };
}

/** The API refuses line breaks, tabs and long runs of spaces in a value. */
const parameterOf = ({ name, value }: PlaceholderValue) => ({
  type: 'text',
  ...(name !== undefined && { parameter_name: name }),
  text: value.replace(/[\n\r\t]+/g, ' ').replace(/ {4,}/g, '   '),
});

function fileIn({ id, mime, fileName }: Uploaded) {
  if (mime.startsWith('image/')) return { type: 'image', image: { id } };
  if (mime.startsWith('video/')) return { type: 'video', video: { id } };
  return { type: 'document', document: { id, filename: fileName } };
}
