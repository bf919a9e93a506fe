import { endpoints } from '@balcao/contract/endpoints/index';
import { errors } from '@balcao/contract/errors/catalogue';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { setLanguage } from '../lib/language.tsx';
import { aToken, anAgent } from '../testing/fixtures.ts';
import { answer, goOffline } from '../testing/server.ts';
import { toasts } from '../ui/index.ts';
import { createQueryClient, Providers } from './providers.tsx';

async function open() {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent(), sessionId: 'this-session' }));
  render(<Providers client={createQueryClient()}>dentro</Providers>);
  await screen.findByText('dentro');
}

it.each([
  ['a known code in the user’s language', new ApiError(403, 'ERR_NO_PERMISSION'), errors.ERR_NO_PERMISSION.pt],
  ['an unknown text as the server wrote it', new ApiError(400, 'O plano não permite'), 'O plano não permite'],
  ['a plain string as it is', 'A conexão Matriz caiu', 'A conexão Matriz caiu'],
  ['anything else as a general sentence', { odd: true }, 'Ocorreu um erro!'],
])('[M-312] shows the error of a failed request: %s', async (_, error, sentence) => {
  await open();
  act(() => toasts.failed(error));
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
});

it('[M-312] shows «An error occurred!» in English for an error without a text', async () => {
  await open();
  act(() => {
    setLanguage('en');
    toasts.failed(undefined);
  });
  expect(screen.getByRole('alert')).toHaveTextContent('An error occurred!');
});

it('offers a retry when the server cannot be reached at the start', async () => {
  goOffline();
  render(<Providers client={createQueryClient()}>dentro</Providers>);
  expect(await screen.findByText('Não deu para entrar agora')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible();
});
