import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderComposer } from '../../../testing/composer.tsx';
import { aUser } from '../../../testing/fixtures.ts';
import { answer } from '../../../testing/server.ts';
import { noteField, answerSend } from './composer.fixture.ts';

describe('an internal note', () => {
  it('is labeled and saved as a note, and never signed [M-088]', async () => {
    const requests = answerSend();
    const { user } = await renderComposer();
    await user.click(screen.getByRole('button', { name: 'Nota interna' }));
    expect(noteField()).toHaveAttribute('placeholder', 'Escreva para a equipe. O cliente não vê.');
    await user.type(noteField(), 'Pede desconto sempre');
    await user.click(screen.getByRole('button', { name: 'Salvar nota' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ body: 'Pede desconto sempre', isPrivate: true, signed: false });
  });

  it('is opened with N outside text fields', async () => {
    const { user } = await renderComposer();
    await user.keyboard('{Escape}n');
    expect(noteField()).toHaveFocus();
    expect(noteField()).toHaveValue('');
  });

  it('mentions a colleague with @', async () => {
    const requests = answerSend();
    answer(endpoints.access.pickUsers, () => [
      aUser({ id: 4, name: 'Caio Andrade' }),
      aUser({ id: 9, name: 'Rute Lins' }),
      aUser({ id: 10, name: 'Rui Melo' }),
    ]);
    const { user } = await renderComposer();
    await user.keyboard('{Escape}n');
    await user.type(noteField(), '@ru');
    const list = await screen.findByRole('listbox', { name: 'Mencionar colega' });
    expect(within(list).getAllByRole('option')).toHaveLength(2);
    await user.keyboard('{Enter}veja isto{Enter}');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toMatchObject({ body: '@Rute Lins veja isto', mentions: [9], isPrivate: true });
  });
});
