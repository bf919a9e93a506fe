import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderComposer } from '../../../testing/composer.tsx';
import { aMessage } from '../../../testing/inbox.ts';
import { answer, refuse } from '../../../testing/server.ts';
import { field, answerSend } from './composer.fixture.ts';

describe('replying and editing', () => {
  it('shows the quoted message with its formatting, sends it, and Esc removes it [F-U29]', async () => {
    const requests = answerSend();
    const { user, conversation } = await renderComposer();
    const question = aMessage({ body: 'Qual o *endereço*?' });
    conversation(({ reply }) => reply(question));
    expect(screen.getByRole('group', { name: 'Respondendo a Helena Prado' })).toHaveTextContent('Qual o endereço?');
    expect(field()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'Respondendo a Helena Prado' })).toBeNull();
    conversation(({ reply }) => reply(question));
    await user.type(field(), 'Rua 1{Enter}');
    await waitFor(() => expect(requests[0]?.body.quotedMsg).toEqual({ id: question.id }));
    expect(screen.queryByRole('group', { name: 'Respondendo a Helena Prado' })).toBeNull();
  });

  it('an edit of a signed message shows only the text and keeps the signature', async () => {
    const edited = answer(endpoints.messages.edit, () => undefined);
    const { user, conversation } = await renderComposer();
    conversation(({ edit }) => edit(aMessage({ id: 78, body: '*Caio Andrade:*\nSesta', fromMe: true })));
    const editing = screen.getByRole('textbox', { name: 'Editando mensagem' });
    expect(editing).toHaveValue('Sesta');
    await user.clear(editing);
    await user.type(editing, 'Sexta{Enter}');
    await waitFor(() => expect(edited.map(({ body }) => body)).toEqual([{ body: '*Caio Andrade:*\nSexta' }]));
  });

  it('an edit starts with the old text and keeps the draft [M-091]', async () => {
    const edited = answer(endpoints.messages.edit, () => undefined);
    const { user, conversation } = await renderComposer();
    await user.type(field(), 'um rascunho');
    conversation(({ edit }) => edit(aMessage({ id: 77, body: 'Sesta às 10h', fromMe: true })));
    const editing = screen.getByRole('textbox', { name: 'Editando mensagem' });
    expect(editing).toHaveValue('Sesta às 10h');
    expect(editing).toHaveFocus();
    await user.clear(editing);
    await user.type(editing, 'Sexta às 10h{Enter}');
    await waitFor(() => expect(field()).toHaveValue('um rascunho'));
    expect(edited).toHaveLength(1);
    expect(edited[0]).toMatchObject({ params: { id: 77 }, body: { body: 'Sexta às 10h' } });
  });

  it('Esc cancels an edit, and a refusal keeps the text and shows the reason [M-091]', async () => {
    answer(endpoints.messages.edit, () => refuse('ERR_EDITING_WAPP_MSG'));
    const { user, conversation } = await renderComposer();
    conversation(({ edit }) => edit(aMessage({ body: 'antiga', fromMe: true })));
    await user.type(screen.getByRole('textbox', { name: 'Editando mensagem' }), ' e nova{Enter}');
    expect(await screen.findByText('Esta mensagem não pode mais ser editada.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Editando mensagem' })).toHaveValue('antiga e nova');
    await user.keyboard('{Escape}');
    expect(field()).toHaveValue('');
  });
});
