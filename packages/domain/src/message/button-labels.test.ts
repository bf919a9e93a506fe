import { expect, it } from 'vitest';
import { defaultButtonLabel } from './button-labels.ts';

it('labels buttons in Portuguese by default', () => {
  expect([defaultButtonLabel('copy'), defaultButtonLabel('call'), defaultButtonLabel('url')]).toEqual([
    'Copiar',
    'Ligar',
    'Abrir',
  ]);
});

it('labels buttons in the given language', () => {
  expect([defaultButtonLabel('call', 'en'), defaultButtonLabel('call', 'es')]).toEqual(['Call', 'Llamar']);
});
