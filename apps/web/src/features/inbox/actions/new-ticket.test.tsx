import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aContact, aTicket } from '../../../testing/inbox.ts';
import { aConnection, anAgent } from '../../../testing/fixtures.ts';
import { answer, refuseConflict } from '../../../testing/server.ts';
import { renderAction } from '../../../testing/ticket-actions.tsx';

const sales = { id: 1, name: 'Vendas', color: '#2F9E44' };
const support = { id: 2, name: 'Suporte', color: '#1971C2' };

async function openDialog({
  as = anAgent({ queues: [sales] }),
  contactId,
}: { as?: SessionUser; contactId?: number } = {}) {
  answer(endpoints.queues.list, () => []);
  const rendered = renderAction((actions) => actions.startNew(contactId), { as });
  await rendered.press();
  const dialog = within(await screen.findByRole('dialog', { name: 'Nova conversa' }));
  return { ...rendered, dialog, at: () => rendered.router.state.location.pathname };
}
const start = { name: 'Iniciar conversa' };
const helena = () => answer(endpoints.contacts.list, () => ({ contacts: [aContact()], count: 1, hasMore: false }));

describe('a new conversation', () => {
  it('searches contacts from three letters on, and preselects the only queue and connection [M-060]', async () => {
    const searched = helena();
    answer(endpoints.connections.list, () => [aConnection({ id: 2, name: 'Matriz' })]);
    const created = answer(endpoints.tickets.create, () => aTicket({ userId: 4 }));
    const { user, dialog, at } = await openDialog();

    const search = dialog.getByRole('combobox', { name: /^Contato/ });
    await user.type(search, 'he');
    expect((await dialog.findAllByText('Digite ao menos 3 letras')).length).toBeGreaterThan(0);
    expect(searched).toHaveLength(0);
    await user.type(search, 'l');
    await user.click(await dialog.findByRole('option', { name: /Helena Prado/ }));
    expect(searched[0]?.query.searchParam).toBe('hel');

    await user.click(dialog.getByRole('button', start));
    await waitFor(() => expect(at()).toContain('/tickets/0000'));
    expect(created[0]?.body).toMatchObject({ contactId: 31, queueId: 1, whatsappId: 2, userId: 4 });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('does not choose a contact found for fewer letters', async () => {
    const found = Promise.withResolvers<void>();
    answer(endpoints.contacts.list, async ({ query }) => {
      const isFirst = query.searchParam === 'mar';
      if (!isFirst) await found.promise;
      const contact = isFirst ? aContact({ id: 1, name: 'Maria Luz' }) : aContact({ id: 2, name: 'Marcos Reis' });
      return { contacts: [contact], count: 1, hasMore: false };
    });
    const { user, dialog } = await openDialog();
    const search = dialog.getByRole('combobox', { name: /^Contato/ });
    await user.type(search, 'mar');
    await dialog.findByRole('option', { name: /Maria Luz/ });
    await user.type(search, 'cos{Enter}');
    expect(search).toHaveValue('marcos');
    found.resolve();
    await dialog.findByRole('option', { name: /Marcos Reis/ });
    await user.keyboard('{Enter}');
    expect(dialog.getByRole('group', { name: /^Contato/ })).toHaveTextContent('Marcos Reis');
  });

  it('requires a contact, a queue and a connection [M-060]', async () => {
    answer(endpoints.connections.list, () => [aConnection({ id: 2 }), aConnection({ id: 3, name: 'Filial' })]);
    const created = answer(endpoints.tickets.create, () => aTicket({ userId: 4 }));
    const { user, dialog } = await openDialog({ as: anAgent({ queues: [sales, support] }) });
    await user.click(dialog.getByRole('button', start));
    expect(await dialog.findByText('Selecione um contato')).toBeVisible();
    expect(dialog.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Selecione um contato',
      'Selecione uma fila',
      'Selecione uma conexão',
    ]);
    expect(created).toHaveLength(0);
  });

  it('creates a contact for an unknown number [M-060] [M-119]', async () => {
    answer(endpoints.contacts.list, () => ({ contacts: [], count: 0, hasMore: false }));
    answer(endpoints.connections.list, () => [aConnection({ id: 2 })]);
    const createRequests = answer(endpoints.contacts.create, ({ body }) => aContact({ id: 90, name: body.name }));
    const created = answer(endpoints.tickets.create, () => aTicket({ userId: 4 }));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByRole('combobox', { name: /^Contato/ }), '81 99702-1145');
    await user.click(await dialog.findByRole('button', { name: 'Cadastrar contato' }));

    const form = within(await screen.findByRole('dialog', { name: 'Novo contato' }));
    expect(form.getByLabelText(/^Número/)).toHaveValue('81 99702-1145');
    await user.type(form.getByLabelText(/^Nome/), 'Rita Campos');
    await user.click(form.getByRole('button', { name: 'Salvar contato' }));

    const reopenedDialog = within(await screen.findByRole('dialog', { name: 'Nova conversa' }));
    expect(await reopenedDialog.findByText('Rita Campos')).toBeVisible();
    expect(createRequests[0]?.body).toMatchObject({ name: 'Rita Campos', number: '81 99702-1145' });
    await user.click(reopenedDialog.getByRole('button', start));
    await waitFor(() => expect(created[0]?.body).toMatchObject({ contactId: 90 }));
  });

  it('offers only connections that reach the contact', async () => {
    answer(endpoints.contacts.list, () => ({
      contacts: [aContact({ channel: 'instagram', whatsappId: null })],
      count: 1,
      hasMore: false,
    }));
    answer(endpoints.connections.list, () => [
      aConnection({ id: 2, name: 'Matriz' }),
      aConnection({ id: 3, name: 'Insta', channel: 'instagram' }),
    ]);
    const created = answer(endpoints.tickets.create, () => aTicket({ userId: 4 }));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByRole('combobox', { name: /^Contato/ }), 'helena');
    await user.click(await dialog.findByRole('option', { name: /Helena/ }));
    await user.click(dialog.getByRole('button', start));
    await waitFor(() => expect(created[0]?.body).toMatchObject({ whatsappId: 3 }));
  });

  it('starts with the contact it was opened for [M-077]', async () => {
    answer(endpoints.contacts.show, () => aContact());
    answer(endpoints.connections.list, () => [aConnection({ id: 2 })]);
    const created = answer(endpoints.tickets.create, () => aTicket({ userId: 4 }));
    const { user, dialog } = await openDialog({ contactId: 31 });
    expect(await dialog.findByText('Helena Prado')).toBeVisible();
    await user.click(dialog.getByRole('button', start));
    await waitFor(() => expect(created[0]?.body).toMatchObject({ contactId: 31 }));
  });

  it('names the colleague who attends the contact already, and the queue [M-077]', async () => {
    helena();
    answer(endpoints.connections.list, () => [aConnection({ id: 2 })]);
    answer(endpoints.tickets.create, () =>
      refuseConflict({
        id: 5,
        uuid: aTicket().uuid,
        userId: 9,
        user: { id: 9, name: 'Caio Andrade' },
        queue: support,
        status: 'open',
      }),
    );
    const { user, dialog, at } = await openDialog();
    await user.type(dialog.getByRole('combobox', { name: /^Contato/ }), 'helena');
    await user.click(await dialog.findByRole('option', { name: /Helena/ }));
    await user.click(dialog.getByRole('button', start));
    const notice = await screen.findByRole('dialog', { name: 'Já existe uma conversa aberta' });
    expect(notice).toHaveTextContent('Caio Andrade está atendendo este contato na fila Suporte');
    expect(at()).toBe('/tickets');
  });

  it('opens the user’s own conversation with the contact instead [M-077]', async () => {
    helena();
    answer(endpoints.connections.list, () => [aConnection({ id: 2 })]);
    const { uuid } = aTicket();
    answer(endpoints.tickets.create, () =>
      refuseConflict({ id: 5, uuid, userId: 4, user: { id: 4, name: 'Eu' }, queue: sales, status: 'open' }),
    );
    const { user, dialog, at } = await openDialog();
    await user.type(dialog.getByRole('combobox', { name: /^Contato/ }), 'helena');
    await user.click(await dialog.findByRole('option', { name: /Helena/ }));
    await user.click(dialog.getByRole('button', start));
    await waitFor(() => expect(at()).toBe(`/tickets/${uuid}`));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
