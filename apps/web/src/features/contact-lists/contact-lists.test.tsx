import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aContactList, aListImport, aListItem } from '../../testing/campaigns.ts';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { fakeUploads } from '../../testing/uploads.ts';

const withLists = (...lists: ReturnType<typeof aContactList>[]) => {
  answer(endpoints.contactLists.list, () => ({ records: lists, count: lists.length, hasMore: false }));
  answer(endpoints.contactLists.show, ({ params }) => lists.find(({ id }) => id === params.id) ?? aContactList());
  answer(endpoints.contactLists.items, () => ({ contacts: [], count: 0, hasMore: false }));
  return lists;
};
const withItems = (list = aContactList(), items = [aListItem()]) => {
  withLists(list);
  return answer(endpoints.contactLists.items, () => ({ contacts: items, count: items.length, hasMore: false }));
};
const openItems = async (list = aContactList()) => {
  const rendered = renderScreen(`/contact-lists/${list.id}/contacts`, { as: anAdmin() });
  expect(await screen.findByRole('heading', { name: new RegExp(list.name) })).toBeVisible();
  return rendered;
};

describe('contact lists', () => {
  it('shows counts, origin and use, and opens the people of a list [M-249]', async () => {
    withLists(aContactList({ usedBy: [{ id: 3, name: 'Mês do cliente', status: 'PROGRAMADA' }] }));
    const { user, router } = renderScreen('/contact-lists', { as: anAdmin() });
    const row = await screen.findByRole('row', { name: /Clientes 2024/ });
    expect(within(row).getByText('1.204')).toBeVisible();
    expect(within(row).getByText('1.180')).toBeVisible();
    expect(within(row).getByText('Planilha, 02/07/2026')).toBeVisible();
    expect(within(row).getByText('Mês do cliente')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: 'Clientes 2024' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contact-lists/8/contacts'));
  });

  it('creates a list with a valid name and opens it [M-249]', async () => {
    const lists = withLists();
    const created = answer(endpoints.contactLists.create, ({ body }) => {
      const list = aContactList({ id: 9, name: body.name, contactsCount: 0, validCount: 0, invalidCount: 0 });
      lists.push(list);
      return list;
    });
    const { user, router } = renderScreen('/contact-lists', { as: anAdmin() });
    expect(await screen.findByText('Nenhuma lista ainda')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Nova lista' })[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'Nova lista' });
    const name = within(dialog).getByLabelText(/Nome/);
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Obrigatório')).toBeVisible();
    await user.type(name, 'A');
    expect(await within(dialog).findByText('Muito curto!')).toBeVisible();
    await user.clear(name);
    await user.type(name, 'A'.repeat(51));
    expect(await within(dialog).findByText('Muito longo!')).toBeVisible();
    await user.clear(name);
    await user.type(name, 'Convênio');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/contact-lists/9/contacts'));
    expect(created[0]?.body).toEqual({ name: 'Convênio' });
  });

  it('imports a spreadsheet into a new list [M-251]', async () => {
    withLists();
    answer(endpoints.contactLists.create, ({ body }) => aContactList({ id: 9, name: body.name, contactsCount: 0 }));
    const { user } = renderScreen('/contact-lists', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Importar planilha' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nova lista' });
    await user.type(within(dialog).getByLabelText(/Nome/), 'Convênio');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByRole('dialog', { name: 'Importar para Convênio' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nova lista' })).toBeNull());
  });

  it('shows a taken name at its field [M-249]', async () => {
    withLists(aContactList());
    answer(endpoints.contactLists.update, () => refuse('ERR_CONTACTLIST_NAME_TAKEN'));
    const { user } = renderScreen('/contact-lists', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Editar Clientes 2024' }));
    const dialog = await screen.findByRole('dialog', { name: 'Editar Clientes 2024' });
    await user.type(within(dialog).getByLabelText(/Nome/), 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('Já existe uma lista de contatos com este nome.')).toBeVisible();
  });

  it('deletes a list after confirmation, and names the campaign that locks one [M-249]', async () => {
    const lists = withLists(
      aContactList({ id: 8 }),
      aContactList({
        id: 9,
        name: 'Aniversários',
        isLocked: true,
        usedBy: [{ id: 3, name: 'Mês do cliente', status: 'PROGRAMADA' }],
      }),
    );
    const removed = answer(endpoints.contactLists.remove, () => {
      lists.shift();
      return { message: 'ok' };
    });
    const { user } = renderScreen('/contact-lists', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Excluir Aniversários' }));
    const locked = await screen.findByRole('dialog', { name: 'A lista “Aniversários” está em uso' });
    expect(within(locked).getByText(/usam esta lista: “Mês do cliente”/)).toBeVisible();
    await user.click(within(locked).getByRole('button', { name: 'Entendi' }));
    await user.click(screen.getByRole('button', { name: 'Excluir Clientes 2024' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir a lista “Clientes 2024”?' });
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(removed.map(({ params }) => params.id)).toEqual([8]));
    await waitFor(() => expect(screen.queryByRole('row', { name: /Clientes 2024/ })).toBeNull());
  });

  it('is only for admins of a plan with campaigns [M-034] [M-249]', async () => {
    const { unmount } = renderScreen('/contact-lists', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
    unmount();
    const admin = anAdmin();
    const company = { ...admin.company, plan: { ...admin.company.plan, useCampaigns: false } };
    renderScreen('/contact-lists', { as: { ...admin, company } });
    expect(await screen.findByText(/Esta empresa não possui permissão/)).toBeVisible();
  });
});

describe('the people of a list', () => {
  it('are added with a number in country-code style and a valid e-mail address [M-250]', async () => {
    withItems();
    const added = answer(endpoints.contactLists.addItem, ({ body }) => aListItem({ ...body, id: 99 }));
    const { user } = await openItems();
    await user.click(screen.getByRole('button', { name: 'Novo contato' }));
    const dialog = await screen.findByRole('dialog', { name: 'Novo contato' });
    expect(within(dialog).getByLabelText(/Número/)).toHaveAttribute('placeholder', '5500997021145');
    await user.type(within(dialog).getByLabelText(/Nome/), 'Otávio Rangel');
    await user.type(within(dialog).getByLabelText(/Número/), '00 99734-2210');
    await user.type(within(dialog).getByLabelText(/E-mail/), 'otavio@');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findByText('E-mail inválido')).toBeVisible();
    await user.type(within(dialog).getByLabelText(/E-mail/), 'example.com');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Contato salvo com sucesso!')).toBeVisible();
    expect(added[0]?.body).toEqual({
      contactListId: 8,
      name: 'Otávio Rangel',
      number: '00 99734-2210',
      email: 'otavio@example.com',
    });
  });

  it('are filtered by whether they have WhatsApp, and reload live [M-250]', async () => {
    const requests = withItems(aContactList(), [
      aListItem(),
      aListItem({ id: 72, name: 'Igor Sampaio', isWhatsappValid: false }),
      aListItem({ id: 73, name: 'Renata Góes', isWhatsappValid: null }),
    ]);
    const { user } = await openItems();
    expect(within(await screen.findByRole('row', { name: /Igor/ })).getByText('Não tem')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /Renata/ })).getByText('Não conferido')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Sem WhatsApp/ }));
    await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ contactListId: 8, validity: 'invalid' }));
    const before = requests.length;
    receive('ContactListItem', { action: 'reload', contactListId: 8, records: [] });
    await waitFor(() => expect(requests.length).toBeGreaterThan(before));
  });

  it('are changed and deleted, the latter after confirmation [M-250]', async () => {
    withItems();
    const changed = answer(endpoints.contactLists.updateItem, ({ body }) => aListItem(body));
    const removed = answer(endpoints.contactLists.removeItem, () => ({ message: 'ok' }));
    const { user } = await openItems();
    await user.click(await screen.findByRole('button', { name: 'Editar Ana Menezes' }));
    const dialog = await screen.findByRole('dialog', { name: 'Editar Ana Menezes' });
    await user.clear(within(dialog).getByLabelText(/Nome/));
    await user.type(within(dialog).getByLabelText(/Nome/), 'Ana Clara');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(changed[0]?.body).toMatchObject({ name: 'Ana Clara', number: '5500997021145' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir Ana Menezes' }));
    const question = await screen.findByRole('dialog', { name: 'Excluir Ana Menezes da lista?' });
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(removed[0]?.params).toEqual({ id: 71 }));
  });

  it('show the progress of the check of their numbers, and the campaigns that use the list [M-250]', async () => {
    withItems(
      aContactList({
        checking: { checked: 612, total: 1204 },
        usedBy: [{ id: 3, name: 'Mês do cliente', status: 'EM_ANDAMENTO' }],
      }),
    );
    await openItems();
    expect(await screen.findByText('Conferindo no WhatsApp: 612 de 1.204')).toBeVisible();
    expect(screen.getByText(/Em uso por “Mês do cliente”/)).toBeVisible();
  });
});

describe('a spreadsheet for a list', () => {
  const counts = { rows: 3, created: 1, changed: 0, unchanged: 1, ignored: 0, invalid: 1, excluded: 0 };
  const aRow = (row: number, name: string, fate: 'create' | 'unchanged' | 'invalid') => ({
    row,
    fate,
    faults: fate === 'invalid' ? ['badNumber' as const] : [],
    name,
    number: '5500997021145',
    email: '',
    tags: [],
    extraInfo: [],
    contactId: null,
    changes: [],
  });

  it('is read, reviewed and saved, with progress and the rows to review [M-251]', async () => {
    withItems();
    fakeUploads();
    answer(endpoints.contactLists.upload, () => aListImport());
    let state = aListImport();
    answer(endpoints.contactSheets.show, () => state);
    const previews = answer(endpoints.contactSheets.preview, () => ({
      counts,
      isWhole: true,
      rows: [aRow(2, 'Ana Menezes', 'create'), aRow(3, 'Edson Paiva', 'unchanged'), aRow(4, 'Sandra Lima', 'invalid')],
    }));
    const started = answer(endpoints.contactSheets.start, () => {
      state = aListImport({ status: 'running', counts: { ...counts, rows: 1 } });
      return state;
    });
    const { user } = await openItems();
    await user.click(screen.getByRole('button', { name: 'Importar planilha' }));
    const dialog = await screen.findByRole('dialog', { name: 'Importar para Clientes 2024' });
    const downloads = within(dialog).getAllByRole('link');
    expect(downloads.map((link) => link.getAttribute('download'))).toEqual(['lista-modelo.xlsx', 'lista-modelo.csv']);
    await user.upload(
      within(dialog).getByLabelText('Planilha', { selector: 'input' }),
      new File(['Nome;Telefone'], 'clientes.csv', { type: 'text/csv' }),
    );
    expect(await screen.findByText('Planilha lida. Clique em salvar para registrar as mudanças.')).toBeVisible();
    expect(await screen.findByText('Já está na lista')).toBeVisible();
    expect(screen.getByText('Número inválido')).toBeVisible();
    expect(previews[0]?.body.mapping.columns).toHaveLength(2);
    await user.click(screen.getByRole('switch', { name: 'Atualizar nome de quem já está na lista' }));
    await waitFor(() => expect(previews.at(-1)?.body.updateNames).toBe(true));
    await user.click(await screen.findByRole('button', { name: 'Salvar 1 contato' }));
    await waitFor(() => expect(started[0]?.body).toMatchObject({ updateNames: true }));
    expect((await screen.findAllByText('Importando 1 de 3'))[0]).toBeVisible();
    state = aListImport({ status: 'done', counts, errorSheetUrl: '/media/errors' });
    receive('contactImport', { action: 'update', import: state });
    expect(await screen.findByText('1 contato novo na lista')).toBeVisible();
    expect(screen.getByRole('link', { name: /Baixar as 1 a conferir/ })).toHaveAttribute('href', '/media/errors');
  });

  it('is refused when it is no spreadsheet [M-251]', async () => {
    withItems();
    fakeUploads();
    const { user } = await openItems();
    await user.click(screen.getByRole('button', { name: 'Importar planilha' }));
    const dialog = await screen.findByRole('dialog', { name: 'Importar para Clientes 2024' });
    answer(endpoints.contactLists.upload, () => refuse('ERR_SHEET_INVALID'));
    const input = within(dialog).getByLabelText('Planilha', { selector: 'input' });
    await user.upload(input, new File(['x'], 'foto.xlsx'));
    expect(await within(dialog).findByRole('alert')).toBeVisible();
  });
});
