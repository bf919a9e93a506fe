import { expect, it } from 'vitest';
import { previewOf } from './row-text.ts';

it.each([
  ['📷 Foto', { icon: 'image', kind: 'image', text: '' }],
  ['📄 Modelo', { icon: 'file', kind: 'template', text: '' }],
  ['🛒 Pedido · 2× Armação', { icon: 'wallet', kind: 'order', text: '2× Armação' }],
  ['📷 da loja', { icon: 'image', kind: null, text: 'da loja' }],
  ['Foto', { icon: null, kind: null, text: 'Foto' }],
  ['*Ana:*\nbom dia', { icon: null, kind: null, text: 'bom dia' }],
])('splits the stored preview %j into icon, kind and text', (lastMessage, expected) => {
  expect(previewOf(lastMessage)).toEqual(expected);
});
