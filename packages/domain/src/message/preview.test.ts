import { expect, it } from 'vitest';
import { previewKindOf, previewLabels } from './preview.ts';

it.each(Object.entries(previewLabels))('recognizes the stored preview of the kind %s', (kind, label) => {
  expect(previewKindOf(label)).toBe(kind);
});

it.each(['Foto', '📷', '📷 Foto da loja', '🛒 Pedido · 2× Armação', ''])(
  'returns no kind for the text «%s»',
  (text) => {
    expect(previewKindOf(text)).toBeUndefined();
  },
);
