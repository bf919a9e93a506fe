import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aContact } from '../../testing/inbox.ts';
import { aTag, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';

it('lists the contacts of a tag page by page and removes one after confirmation [M-128]', async () => {
  const contacts = Array.from({ length: 22 }, (_, n) => aContact({ id: n + 1, name: `Pessoa ${n + 1}` }));
  answer(endpoints.tags.list, () => ({
    tags: [aTag({ id: 7, name: 'VIP', contactsCount: contacts.length })],
    count: 1,
    hasMore: false,
  }));
  const requests = answer(endpoints.contacts.list, ({ query }) => ({
    contacts: contacts.slice((query.pageNumber - 1) * 20, query.pageNumber * 20),
    count: contacts.length,
    hasMore: query.pageNumber === 1,
  }));
  const removals = answer(endpoints.tags.takeFromContact, () => {
    contacts.shift();
    return { message: 'ok' };
  });
  const { user } = renderScreen('/tags', { as: anAgent() });

  await user.click(await screen.findByRole('button', { name: /^Ver os contatos de VIP: \d+$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Contatos com “VIP”' });
  expect(await within(dialog).findByText('Pessoa 20')).toBeVisible();
  expect(within(dialog).queryByText('Pessoa 21')).not.toBeInTheDocument();
  expect(requests[0]?.query).toMatchObject({ contactTag: [7], pageNumber: 1 });
  await user.click(within(dialog).getByRole('button', { name: 'Mostrar mais' }));
  expect(await within(dialog).findByText('Pessoa 22')).toBeVisible();

  await user.click(within(dialog).getByRole('button', { name: 'Remover a tag de Pessoa 1' }));
  expect(removals).toHaveLength(0);
  const question = await screen.findByRole('dialog', { name: 'Remover “VIP” de Pessoa 1?' });
  await user.click(within(question).getByRole('button', { name: 'Remover a tag' }));
  expect(await screen.findByText('Tag removida do contato')).toBeVisible();
  expect(removals[0]?.params).toEqual({ tagId: 7, contactId: 1 });
  await waitFor(() => expect(within(dialog).queryByText('Pessoa 1')).not.toBeInTheDocument());
});

it('creates a lane with its minutes and opens the lane requested by the board [M-135]', async () => {
  const lanes = [
    aTag({ id: 11, name: 'Novo', kanban: 1, ticketsCount: 3, timeLane: 30, nextLaneId: 12 }),
    aTag({ id: 12, name: 'Pago', kanban: 1 }),
  ];
  answer(endpoints.tags.lanes, () => ({ lista: lanes }));
  answer(endpoints.tags.list, () => ({ tags: lanes, count: 2, hasMore: false }));
  const created = answer(endpoints.tags.create, ({ body }) => aTag({ id: 13, name: body.name, kanban: 1 }));
  const { user } = renderScreen('/TagsKanban?edit=12', { as: anAdmin() });
  const open = await screen.findByRole('dialog', { name: 'Editar Pago' });
  await user.click(within(open).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByText('Após 30 min, para Pago')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Nova coluna' }));
  await user.type(await screen.findByLabelText(/^Nome/), 'Negociação');
  await user.click(screen.getByRole('button', { name: 'Salvar coluna' }));
  expect(await screen.findByText('Coluna salva')).toBeVisible();
  expect(created[0]?.body).toMatchObject({ name: 'Negociação', kanban: 1 });
  await user.click(screen.getByRole('button', { name: 'Excluir Novo' }));
  expect(await screen.findByRole('dialog', { name: 'Excluir a coluna “Novo”?' })).toHaveTextContent('3');
});
