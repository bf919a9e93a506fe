import { expect, it } from 'vitest';
import { DELETED, hasPreview, previewKindOf, previewLabels, previewOfMessage } from './preview.ts';

it.each(Object.entries(previewLabels))('recognizes the stored preview of the kind %s', (kind, label) => {
  expect(previewKindOf(label)).toBe(kind);
});

it.each(['Foto', '📷', '📷 Foto da loja', '🛒 Pedido · 2× Armação', ''])(
  'returns no kind for the text «%s»',
  (text) => {
    expect(previewKindOf(text)).toBeUndefined();
  },
);

it.each([
  ['a text', { mediaType: 'conversation', body: 'oi' }, true],
  ['an internal note', { mediaType: 'conversation', body: 'oi', isPrivate: true }, false],
  ['a reaction', { mediaType: 'reactionMessage', body: '❤' }, true],
  ['a removed reaction', { mediaType: 'reactionMessage', body: '' }, false],
  ['a file without caption', { mediaType: 'image', body: '' }, true],
])('decides whether the list shows %s', (_, message, isShown) => {
  expect(hasPreview(message)).toBe(isShown);
});

const order = { items: [{ name: 'Armação', quantity: 2 }] };
it.each([
  ['its text', { mediaType: 'image', body: 'receita', data: null }, 'receita'],
  ['that it was deleted', { mediaType: 'image', body: 'receita', data: null, isDeleted: true }, DELETED],
  ['its kind', { mediaType: 'image', body: ' ', data: { type: 'sticker' } }, previewLabels.sticker],
  ['its kind without data', { mediaType: 'application', body: '', data: null }, previewLabels.document],
  ['the items of an order', { mediaType: 'orderMessage', body: '', data: order }, '🛒 Pedido · 2× Armação'],
  ['the title of a share', { mediaType: 'shareMessage', body: '', data: { title: 'Óculos' } }, 'Óculos'],
  ['the kind of a share', { mediaType: 'shareMessage', body: '', data: { title: ' ' } }, previewLabels.share],
  ['nothing where there is nothing', { mediaType: 'conversation', body: '', data: null }, ''],
])('shows of a message %s', (_, message, preview) => {
  expect(previewOfMessage(message)).toBe(preview);
});
