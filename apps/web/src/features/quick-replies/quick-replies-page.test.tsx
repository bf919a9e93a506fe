import { endpoints } from '@balcao/contract/endpoints/index';
import type { QuickMessage } from '@balcao/contract/endpoints/quick-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

/** By default a reply of the agent, visible to colleagues but editable only by the agent. */
const aReply = (own: Partial<QuickMessage> = {}): QuickMessage => ({
  id: 1,
  shortcode: 'pix',
  message: 'Nossa chave PIX é pix@example.com',
  geral: false,
  visao: true,
  isMedia: false,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  userId: 4,
  user: { id: 4, name: 'Caio Andrade' },
  createdAt: '2026-07-23T12:00:00.000Z',
  ...own,
});
const ofMarina = { userId: 1, user: { id: 1, name: 'Marina Lopes' } };
const withFile = {
  isMedia: true,
  mediaPath: '/media/7/catalogo.pdf',
  mediaName: 'catalogo.pdf',
  mediaType: 'document',
};

/** Fake server that stores quick replies for the duration of the test. */
function withReplies(...replies: QuickMessage[]) {
  const requests = answer(endpoints.quickMessages.list, ({ query }) => {
    const matches = replies.filter(({ shortcode }) => shortcode.includes(query.searchParam));
    return {
      records: matches.slice((query.pageNumber - 1) * 20, query.pageNumber * 20),
      count: matches.length,
      hasMore: matches.length > query.pageNumber * 20,
    };
  });
  return { replies, requests };
}
const openNew = async (user: ReturnType<typeof renderScreen>['user']) => {
  await user.click((await screen.findAllByRole('button', { name: 'Nova resposta' }))[0]!);
  return screen.findByLabelText(/^Atalho/);
};
const save = () => screen.getByRole('button', { name: 'Salvar resposta' });
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Anexo', { selector: 'input' }), { target: { files: [file] } });

describe('quick replies', () => {
  it('creates a reply that is visible to all and editable only by its author [M-227]', async () => {
    const { replies } = withReplies();
    const created = answer(endpoints.quickMessages.create, ({ body }) => {
      const reply = aReply({ id: 9, ...body });
      replies.push(reply);
      return reply;
    });
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    expect(await screen.findByText(/Exemplo: \/pix/)).toBeVisible();

    await user.type(await openNew(user), 'retirada');
    await user.type(screen.getByLabelText(/^Mensagem/), 'Pode retirar até as 18h.');
    await user.click(save());

    expect(await screen.findByText('Resposta salva')).toBeVisible();
    expect(await screen.findByRole('cell', { name: 'retirada' })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Todos usam' })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Você' })).toBeVisible();
    expect(created[0]?.body).toEqual({
      shortcode: 'retirada',
      message: 'Pode retirar até as 18h.',
      geral: false,
      visao: true,
      isMedia: false,
    });
  });

  it('requires a shortcode and content [M-227]', async () => {
    withReplies();
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    const shortcode = await openNew(user);
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    expect(shortcode).toBeInvalid();
    expect(screen.getByText('Escreva a mensagem ou anexe um arquivo')).toBeVisible();
  });

  it('shows a shortcode that the user already has at the field', async () => {
    withReplies();
    answer(endpoints.quickMessages.create, () =>
      refuse('ERR_QUICKMESSAGE_ALREADY_EXISTS', { field: 'shortcode', rule: 'taken' }),
    );
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    const shortcode = await openNew(user);
    await user.type(shortcode, 'pix');
    await user.type(screen.getByLabelText(/^Mensagem/), 'Nossa chave');
    await user.click(save());
    expect(await screen.findByText('Você já tem uma resposta rápida com este atalho.')).toBeVisible();
    expect(shortcode).toBeInvalid();
  });

  it('inserts a variable at the cursor and previews its value', async () => {
    withReplies();
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    await openNew(user);
    const message = screen.getByLabelText<HTMLTextAreaElement>(/^Mensagem/);
    await user.click(message);
    await user.paste('Oi, ! *Aqui é* {{userName}}');
    message.setSelectionRange(4, 4);
    await user.click(screen.getByRole('button', { name: 'Inserir primeiro nome' }));

    expect(message).toHaveValue('Oi, {{firstName}}! *Aqui é* {{userName}}');
    const preview = screen.getByRole('region', { name: 'Como chega ao cliente' });
    expect(preview).toHaveTextContent('Oi, Helena! Aqui é Caio Andrade');
    expect(within(preview).getByText('Aqui é').tagName).toBe('B');
    await user.keyboard('?');
    expect(message).toHaveValue('Oi, {{firstName}}?! *Aqui é* {{userName}}');
  });

  it('uploads the file after the text and replaces spaces in its name [M-227] [M-229]', async () => {
    const { replies } = withReplies();
    const created = answer(endpoints.quickMessages.create, ({ body }) => {
      replies.push(aReply({ ...body, id: 9, isMedia: false }));
      return replies[0]!;
    });
    const attached = answer(endpoints.quickMessages.attach, () => {
      replies[0] = aReply({ ...replies[0], ...withFile, mediaName: 'meu_catalogo.pdf' });
      return { mensagem: 'Arquivo Anexado' };
    });
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    await user.type(await openNew(user), 'catalogo');
    choose(new File(['%PDF'], 'meu catalogo.pdf', { type: 'application/pdf' }));
    expect(await screen.findAllByText('meu_catalogo.pdf')).not.toHaveLength(0);
    await user.click(save());

    expect(await screen.findByText('Resposta salva')).toBeVisible();
    expect(created[0]?.body).toMatchObject({ shortcode: 'catalogo', message: '', isMedia: true });
    expect(attached.map(({ params, file }) => [params.id, file.name])).toEqual([[9, 'meu catalogo.pdf']]);
    expect(await screen.findByRole('cell', { name: 'meu_catalogo.pdf' })).toBeVisible();
  });

  it('reports a failed upload and does not create a second reply on retry [M-229]', async () => {
    withReplies();
    const created = answer(endpoints.quickMessages.create, ({ body }) => aReply({ ...body, id: 9 }));
    const updated = answer(endpoints.quickMessages.update, ({ body }) => aReply({ ...body, id: 9 }));
    answer(endpoints.quickMessages.attach, () => refuse('ERR_NO_PERMISSION'));
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    await user.type(await openNew(user), 'foto');
    choose(new File(['x'], 'foto.png', { type: 'image/png' }));
    await user.click(save());
    expect(await screen.findByText(/o anexo não/)).toBeVisible();

    answer(endpoints.quickMessages.attach, () => ({ mensagem: 'Arquivo Anexado' }));
    await user.click(save());
    expect(await screen.findByText('Resposta salva')).toBeVisible();
    expect(created).toHaveLength(1);
    expect(updated.map(({ params }) => params.id)).toEqual([9]);
  });

  it('removes a file only if the reply has a text [M-229]', async () => {
    const { replies } = withReplies(aReply({ message: '', ...withFile }));
    answer(
      endpoints.quickMessages.update,
      ({ body }) => (replies[0] = aReply({ ...replies[0], ...body, ...withFile })),
    );
    const detached = answer(endpoints.quickMessages.detach, () => {
      replies[0] = aReply({ message: 'Veja no site' });
      return { mensagem: 'Arquivo Excluído' };
    });
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    await user.click(await screen.findByRole('button', { name: 'Editar pix' }));
    await user.click(await screen.findByRole('button', { name: 'Remover anexo' }));
    await user.click(save());
    expect(await screen.findByText('Escreva a mensagem ou anexe um arquivo')).toBeVisible();

    await user.type(screen.getByLabelText(/^Mensagem/), 'Veja no site');
    await user.click(save());
    expect(await screen.findByText('Resposta salva')).toBeVisible();
    expect(detached.map(({ params }) => params.id)).toEqual([1]);
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'catalogo.pdf' })).not.toBeInTheDocument());
  });

  it('shows a visible reply read-only and a shared one editable [M-228]', async () => {
    withReplies(
      aReply({ id: 1, shortcode: 'horario', message: 'Das 8h às 18h', ...ofMarina, ...withFile }),
      aReply({ id: 2, shortcode: 'garantia', geral: true, ...ofMarina }),
      aReply({ id: 3, shortcode: 'minha', visao: false }),
    );
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    expect(await screen.findByRole('cell', { name: 'horario' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Editar horario' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Excluir horario' })).not.toBeInTheDocument();
    for (const name of ['Editar garantia', 'Excluir garantia', 'Editar minha', 'Excluir minha'])
      expect(screen.getByRole('button', { name })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Todos editam' })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Só o autor' })).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Ver horario' }));
    const dialog = within(await screen.findByRole('dialog', { name: '/horario' }));
    expect(dialog.getByText(/Só Marina Lopes pode mudar/)).toBeVisible();
    expect(dialog.getByText('Das 8h às 18h')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'catalogo.pdf' })).toHaveAttribute('href', '/media/7/catalogo.pdf');
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Salvar resposta' })).not.toBeInTheDocument();
  });

  it('denies an admin a colleague’s reply but allows one whose author has left [M-228]', async () => {
    withReplies(aReply({ id: 1 }), aReply({ id: 2, shortcode: 'antiga', userId: null, user: null }));
    renderScreen('/quick-messages', { as: anAdmin() });
    expect(await screen.findByRole('button', { name: 'Ver pix' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Editar antiga' })).toBeVisible();
  });

  it('does not share a reply that is hidden from the team [M-227]', async () => {
    const { replies } = withReplies(aReply({ geral: true }));
    const updated = answer(endpoints.quickMessages.update, ({ body }) => (replies[0] = aReply(body)));
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    await user.click(await screen.findByRole('button', { name: 'Editar pix' }));
    await user.click(await screen.findByRole('switch', { name: 'Visível para a equipe' }));
    const shared = screen.getByRole('switch', { name: 'Todos podem editar' });
    expect(shared).toBeDisabled();
    expect(shared).not.toBeChecked();
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ visao: false, geral: false }));
  });

  it('asks for confirmation with the name of the reply before deleting [M-229]', async () => {
    const { replies } = withReplies(aReply({ id: 3 }));
    const removed = answer(endpoints.quickMessages.remove, () => {
      replies.length = 0;
      return { message: 'ok' };
    });
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    await user.click(await screen.findByRole('button', { name: 'Excluir pix' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir a resposta “pix”?' });
    expect(removed).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Resposta excluída')).toBeVisible();
    expect(await screen.findByText('Nenhuma resposta ainda')).toBeVisible();
    expect(removed[0]?.params.id).toBe(3);
  });

  it('searches by shortcode after half a second and loads pages on scroll [M-044] [M-229]', async () => {
    const { requests } = withReplies(
      ...Array.from({ length: 25 }, (_, at) => aReply({ id: at + 1, shortcode: `codigo${at + 1}` })),
    );
    const { user } = renderScreen('/quick-messages', { as: anAgent() });
    await screen.findByRole('cell', { name: 'codigo20' });
    fireEvent.scroll(document.querySelector('[data-scroller]')!);
    await screen.findByRole('cell', { name: 'codigo25' });

    await user.type(screen.getByRole('textbox', { name: 'Buscar por atalho' }), 'go25');
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'codigo20' })).not.toBeInTheDocument());
    expect(requests.map(({ query }) => [query.searchParam, query.pageNumber])).toEqual([
      ['', 1],
      ['', 2],
      ['go25', 1],
    ]);
  });

  it('updates when a colleague writes, hides or deletes a reply [M-317]', async () => {
    const { replies } = withReplies(aReply());
    renderScreen('/quick-messages', { as: anAgent() });
    await screen.findByRole('cell', { name: 'pix' });
    connect();
    replies.push(aReply({ id: 2, shortcode: 'frete', ...ofMarina }));
    receive('quickmessage', { action: 'create', record: replies[1]! });
    expect(await screen.findByRole('cell', { name: 'frete' })).toBeVisible();
    replies.pop();
    receive('quickmessage', { action: 'delete', id: 2 });
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'frete' })).not.toBeInTheDocument());
  });
});
