import type { FileList } from '@balcao/contract/endpoints/files';
import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { withDashboard } from '../../testing/insight.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { fakeUploads } from '../../testing/uploads.ts';

const aList = (own: Partial<FileList> = {}): FileList => ({
  id: 5,
  name: 'Catálogo',
  message: 'Segue o catálogo',
  userId: 1,
  filesCount: own.options?.length ?? 0,
  options: [],
  ...own,
});
const anItem = (id: number, name: string): FileList['options'][number] => ({
  id,
  fileId: 5,
  name,
  path: `/media/${id}`,
  fileName: `${name}.pdf`,
  mediaType: 'document',
  bytes: 10,
});
const withLists = (...lists: FileList[]) => {
  answer(endpoints.fileLists.list, () => ({ files: lists, count: lists.length, hasMore: false }));
  answer(endpoints.fileLists.show, ({ params }) => lists.find(({ id }) => id === params.id)!);
  return lists;
};

describe('file lists', () => {
  it('creates a list with a message and several files, with upload progress [M-230]', async () => {
    const lists = withLists();
    const created = answer(endpoints.fileLists.create, ({ body }) => {
      const list = aList({
        id: 9,
        name: body.name,
        message: body.message,
        options: body.options.map(({ name }, at) => ({ ...anItem(70 + at, name), path: null })),
      });
      lists.push(list);
      return list;
    });
    const arrived = Promise.withResolvers<{ mensagem: string }>();
    answer(endpoints.fileLists.upload, () => arrived.promise);
    const uploads = fakeUploads();
    const { user } = renderScreen('/files', { as: anAdmin() });
    await user.click((await screen.findAllByRole('button', { name: 'Nova lista' }))[0]!);
    const name = await screen.findByRole('textbox', { name: /^Nome/ });

    await user.type(name, 'ab');
    await user.click(screen.getByRole('button', { name: 'Salvar lista' }));
    expect(await screen.findByText('nome muito curto')).toBeVisible();
    expect(screen.getByText('Obrigatório')).toBeVisible();
    await user.type(name, 'c novo');
    await user.type(screen.getByRole('textbox', { name: /^Mensagem/ }), 'Veja os preços');
    await user.upload(screen.getByLabelText('Adicionar arquivos', { selector: 'input' }), [
      new File(['a'], 'Tabela de preços.pdf', { type: 'application/pdf' }),
      new File(['b'], 'vitrine.png', { type: 'image/png' }),
    ]);
    const caption = screen.getByRole('textbox', { name: 'Legenda de vitrine.png' });
    await user.clear(caption);
    await user.type(caption, 'Nossa vitrine');
    await user.click(screen.getByRole('button', { name: 'Salvar lista' }));

    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.upload.happens('progress', 1, 4));
    expect(screen.getByRole('progressbar', { name: 'Enviando Tabela de preços' })).toHaveValue(0.25);
    arrived.resolve({ mensagem: 'ok' });
    expect(await screen.findByText('Lista de arquivos salva com sucesso!')).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      name: 'abc novo',
      options: [{ name: 'Tabela de preços' }, { name: 'Nossa vitrine' }],
    });
    expect(uploads.map(({ form }) => [form.get('id'), form.get('typeArch'), (form.get('files') as File).name])).toEqual(
      [
        ['70', 'fileList', 'Tabela de preços.pdf'],
        ['71', 'fileList', 'vitrine.png'],
      ],
    );
    expect(await screen.findByRole('cell', { name: 'abc novo' })).toBeVisible();
  });

  it('keeps stored files, removes one after confirmation and retries a failed upload on the same list', async () => {
    withLists(aList({ options: [anItem(61, 'Preços'), anItem(62, 'Mapa')] }));
    const saved = answer(endpoints.fileLists.update, ({ body }) =>
      aList({ options: body.options.map(({ id, name }, at) => anItem(id ?? 80 + at, name)) }),
    );
    answer(endpoints.fileLists.upload, () => refuse('ERR_INTERNAL'));
    const uploads = fakeUploads();
    const { user } = renderScreen('/files', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Catálogo' }));
    await user.click(await screen.findByRole('button', { name: 'Remover Preços da lista' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Remover “Preços” da lista?' })).getByRole('button', {
        name: 'Remover da lista',
      }),
    );
    await user.upload(
      screen.getByLabelText('Adicionar arquivos', { selector: 'input' }),
      new File(['c'], 'novo.pdf', { type: 'application/pdf' }),
    );
    await user.click(screen.getByRole('button', { name: 'Salvar lista' }));
    expect(await screen.findByText(/um arquivo não foi enviado/)).toBeVisible();
    expect(saved[0]?.body.options).toEqual([
      { id: 62, name: 'Mapa' },
      { id: null, name: 'novo' },
    ]);
    answer(endpoints.fileLists.upload, () => ({ mensagem: 'ok' }));
    await user.click(screen.getByRole('button', { name: 'Salvar lista' }));
    expect(await screen.findByText('Lista de arquivos salva com sucesso!')).toBeVisible();
    expect(saved[1]?.body.options).toEqual([
      { id: 62, name: 'Mapa' },
      { id: 81, name: 'novo' },
    ]);
    expect(uploads).toHaveLength(2);
  });

  it('asks for confirmation with the name of the list before deleting', async () => {
    const lists = withLists(aList());
    const removed = answer(endpoints.fileLists.remove, () => {
      lists.length = 0;
      return { message: 'ok' };
    });
    const { user } = renderScreen('/files', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Excluir Catálogo' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir a lista “Catálogo”?' });
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Nenhuma lista ainda')).toBeVisible();
    expect(removed[0]?.params).toEqual({ id: 5 });
  });

  it('requires an admin and integrations in the plan [M-230]', async () => {
    const { unmount } = renderScreen('/files', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
    unmount();
    const admin = anAdmin();
    const without = { ...admin.company, plan: { ...admin.company.plan, useIntegrations: false } };
    // The start page, where the redirect ends.
    withDashboard();
    const { router } = renderScreen('/files', { as: { ...admin, company: without } });
    expect(await screen.findByText(/Esta empresa não possui permissão/)).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/files'));
  });
});
