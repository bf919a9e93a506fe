import { endpoints } from '@balcao/contract/endpoints/index';
import type { Tag } from '@balcao/contract/endpoints/tags';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTag, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

/** Fake server that stores tags for the duration of the test. */
function withTags(...tags: Tag[]) {
  const requests = answer(endpoints.tags.list, ({ query }) => {
    const matches = tags.filter((tag) => tag.name.toLowerCase().includes(query.searchParam.toLowerCase()));
    return {
      tags: matches.slice((query.pageNumber - 1) * 20, query.pageNumber * 20),
      count: matches.length,
      hasMore: matches.length > query.pageNumber * 20,
    };
  });
  return { tags, requests };
}

describe('tags', () => {
  it('creates a tag and shows it in the list [M-127]', async () => {
    const { tags } = withTags();
    const created = answer(endpoints.tags.create, ({ body }) => {
      const tag = aTag({ id: 9, name: body.name, color: body.color });
      tags.push(tag);
      return tag;
    });
    const { user } = renderScreen('/tags', { as: anAgent() });

    await user.click((await screen.findAllByRole('button', { name: 'Nova tag' }))[0]!);
    await user.type(await screen.findByLabelText(/^Nome/), 'Cliente VIP');
    await user.click(screen.getByRole('button', { name: 'Salvar tag' }));

    expect(await screen.findByText('Tag salva com sucesso!')).toBeVisible();
    expect(await screen.findByRole('cell', { name: 'Cliente VIP' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(created[0]?.body).toMatchObject({ name: 'Cliente VIP', color: '#A4CCCC', kanban: 0 });
  });

  it('requires a name of three letters [M-127]', async () => {
    withTags();
    const { user } = renderScreen('/tags', { as: anAgent() });
    await user.click((await screen.findAllByRole('button', { name: 'Nova tag' }))[0]!);
    const name = await screen.findByLabelText(/^Nome/);

    await user.click(screen.getByRole('button', { name: 'Salvar tag' }));
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    expect(name).toBeInvalid();

    await user.type(name, 'ab');
    expect(await screen.findByText('Mensagem muito curta')).toBeVisible();
  });

  it('saves once, 400 ms after the button is pressed [M-045]', async () => {
    withTags();
    const created = answer(endpoints.tags.create, ({ body }) => aTag(body as Partial<Tag>));
    const { user } = renderScreen('/tags', { as: anAgent() });
    await user.click((await screen.findAllByRole('button', { name: 'Nova tag' }))[0]!);
    await user.type(await screen.findByLabelText(/^Nome/), 'Garantia');

    const pressed = performance.now();
    const save = screen.getByRole('button', { name: 'Salvar tag' });
    await user.dblClick(save);
    await waitFor(() => expect(save).toHaveAttribute('aria-busy', 'true'));
    expect(created).toHaveLength(0);
    await waitFor(() => expect(created).toHaveLength(1));
    expect(performance.now() - pressed).toBeGreaterThanOrEqual(400);
    await screen.findByText('Tag salva com sucesso!');
    expect(created).toHaveLength(1);
  });

  it('shows a taken name at the name field and keeps the typed values', async () => {
    withTags(aTag({ name: 'Troca' }));
    answer(endpoints.tags.update, () => refuse('ERR_TAG_ALREADY_EXISTS', { field: 'name', rule: 'taken' }));
    const { user } = renderScreen('/tags', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Troca' }));
    const name = await screen.findByLabelText(/^Nome/);
    await user.clear(name);
    await user.type(name, 'Garantia');
    await user.click(screen.getByRole('button', { name: 'Salvar tag' }));

    expect(await screen.findByText('Já existe uma tag igual.')).toBeVisible();
    expect(name).toBeInvalid();
    expect(name).toHaveValue('Garantia');
  });

  it('renames a tag as admin', async () => {
    const { tags } = withTags(aTag({ id: 3, name: 'Orçamento' }));
    answer(endpoints.tags.update, ({ params, body }) => (tags[0] = aTag({ id: params.id, name: body.name ?? '' })));
    const { user } = renderScreen('/tags', { as: anAdmin() });

    await user.click(await screen.findByRole('button', { name: 'Editar Orçamento' }));
    const name = await screen.findByLabelText(/^Nome/);
    await user.clear(name);
    await user.type(name, 'Orçamento enviado');
    await user.click(screen.getByRole('button', { name: 'Salvar tag' }));
    expect(await screen.findByRole('cell', { name: 'Orçamento enviado' })).toBeVisible();
  });

  it('asks for confirmation with the name of the tag before deleting [M-127]', async () => {
    const { tags } = withTags(aTag({ id: 3, name: 'Troca', contactsCount: 12 }));
    const removed = answer(endpoints.tags.remove, () => {
      tags.length = 0;
      return { message: 'ok' };
    });
    const { user } = renderScreen('/tags', { as: anAdmin() });

    await user.click(await screen.findByRole('button', { name: 'Excluir Troca' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir a tag “Troca”?' });
    expect(question).toHaveTextContent('12');
    expect(removed).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));

    expect(await screen.findByText('Tag excluída com sucesso!')).toBeVisible();
    expect(await screen.findByText('Nenhuma tag ainda')).toBeVisible();
    expect(removed[0]?.params.id).toBe(3);
  });

  it('lets an agent create tags but not edit or delete them', async () => {
    withTags(aTag({ name: 'Troca' }));
    renderScreen('/tags', { as: anAgent() });
    expect(await screen.findByRole('cell', { name: 'Troca' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Nova tag' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Editar Troca' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Excluir Troca' })).not.toBeInTheDocument();
  });

  it('searches after half a second and starts at the first page [M-044] [M-127]', async () => {
    const { requests } = withTags(aTag({ id: 1, name: 'Troca' }), aTag({ id: 2, name: 'Garantia' }));
    const { user } = renderScreen('/tags', { as: anAgent() });
    await screen.findByRole('cell', { name: 'Troca' });

    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome' }), 'gar');
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Troca' })).not.toBeInTheDocument());
    expect(await screen.findByRole('cell', { name: 'Garantia' })).toBeVisible();
    expect(requests.map(({ query }) => [query.searchParam, query.pageNumber])).toEqual([
      ['', 1],
      ['gar', 1],
    ]);

    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome' }), 'zzz');
    expect(await screen.findByText('Nada encontrado para “garzzz”')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await screen.findByRole('cell', { name: 'Troca' })).toBeVisible();
  });

  it('loads the next page on scroll without repeating a row [M-127]', async () => {
    const { tags, requests } = withTags(
      ...Array.from({ length: 25 }, (_, at) => aTag({ id: at + 1, name: `Tag ${at + 1}` })),
    );
    renderScreen('/tags', { as: anAgent() });
    await screen.findByRole('cell', { name: 'Tag 20' });
    expect(screen.queryByRole('cell', { name: 'Tag 21' })).not.toBeInTheDocument();

    // A tag is added meanwhile, which moves the 20th to the second page.
    tags.unshift(aTag({ id: 99, name: 'Tag 0' }));
    fireEvent.scroll(document.querySelector('[data-scroller]')!);
    expect(await screen.findByRole('cell', { name: 'Tag 25' })).toBeVisible();
    expect(screen.getAllByRole('cell', { name: 'Tag 20' })).toHaveLength(1);
    expect(requests.map(({ query }) => query.pageNumber)).toEqual([1, 2]);
  });

  it('updates when a colleague changes a tag [M-317]', async () => {
    const { tags } = withTags(aTag({ id: 1, name: 'Troca' }));
    renderScreen('/tags', { as: anAgent() });
    await screen.findByRole('cell', { name: 'Troca' });
    connect();

    tags.push(aTag({ id: 2, name: 'Retorno' }));
    receive('tag', { action: 'create', tag: tags[1]! });
    expect(await screen.findByRole('cell', { name: 'Retorno' })).toBeVisible();

    tags.shift();
    receive('tag', { action: 'delete', tagId: 1 });
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Troca' })).not.toBeInTheDocument());
  });

  it('shows a loading error with a retry button', async () => {
    answer(endpoints.tags.list, () => refuse('ERR_NO_PERMISSION'));
    const { user } = renderScreen('/tags', { as: anAgent() });
    expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeVisible();
    expect(screen.getByText('Seu perfil não permite esta ação.')).toBeVisible();

    withTags(aTag({ name: 'Troca' }));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('cell', { name: 'Troca' })).toBeVisible();
  });
});
