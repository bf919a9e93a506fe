import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { aQueue, aUser } from '../../../testing/fixtures.ts';
import { answer } from '../../../testing/server.ts';

import { renderAction, waiting, updates } from './actions.fixture.tsx';

describe('transferring a ticket', () => {
  const answerColleagues = () => {
    answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' }), aQueue({ id: 3, name: 'Pós-venda' })]);
    answer(endpoints.access.pickUsers, () => [
      aUser({ id: 8, name: 'Rute Lins', online: true }),
      aUser({ id: 9, name: 'Caio Andrade', online: true, paused: true }),
      aUser({ id: 10, name: 'Otávio Braga', online: false }),
    ]);
  };

  it('requires a queue, finds a colleague by name, and sends a note [M-071] [M-102]', async () => {
    answerColleagues();
    const ticket = aTicket({ queueId: null, queue: null });
    const requests = updates(() =>
      aTicket({ userId: 8, user: { id: 8, name: 'Rute Lins', color: '#000000' }, queueId: 3 }),
    );
    const { press, user, at } = renderAction((actions) => actions.transfer(ticket), {
      path: `/tickets/${ticket.uuid}`,
    });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Transferir conversa' });

    await user.click(within(dialog).getByRole('button', { name: 'Transferir' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Selecione uma fila');
    expect(requests).toHaveLength(0);

    await user.click(within(dialog).getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Pós-venda' }));

    const search = within(dialog).getByRole('combobox', { name: /Atendente/ });
    await user.click(search);
    expect(await within(dialog).findByRole('option', { name: /Caio Andrade · em pausa/ })).toBeVisible();
    expect(within(dialog).getByRole('option', { name: /Otávio Braga · offline/ })).toBeVisible();
    await user.type(search, 'ru');
    expect(within(dialog).getAllByRole('option')).toHaveLength(3);
    await user.type(search, 'te');
    expect(within(dialog).getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');

    await user.type(within(dialog).getByLabelText(/Nota para quem recebe/), 'Pago via PIX');
    await user.click(within(dialog).getByRole('button', { name: 'Transferir' }));

    expect(await screen.findByText('Conversa transferida para Rute Lins, fila Pós-venda')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({
      userId: 8,
      queueId: 3,
      status: 'open',
      msgTransfer: 'Pago via PIX',
      isTransfered: true,
    });
    await waitFor(() => expect(at()).toBe('/tickets'));
  });

  it('focuses the agent, lists the people of the queue, and finds the others by name [F-U27]', async () => {
    answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' }), aQueue({ id: 3, name: 'Pós-venda' })]);
    const inQueue = (id: number, name: string) => [{ id, name, color: '#2F9E44' }];
    answer(endpoints.access.pickUsers, () => [
      aUser({ id: 8, name: 'Rute Lins', queues: inQueue(1, 'Vendas') }),
      aUser({ id: 9, name: 'Caio Andrade', queues: inQueue(3, 'Pós-venda') }),
    ]);
    const { press, user } = renderAction((actions) => actions.transfer(aTicket()));
    await press();
    const search = await screen.findByRole('combobox', { name: /Atendente/ });
    await waitFor(() => expect(search).toHaveFocus());
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(screen.getByRole('option', { name: /Rute Lins/ })).toBeVisible();
    await user.keyboard('caio');
    expect(screen.getByRole('option', { name: /Caio Andrade/ })).toBeVisible();
  });

  it('Esc closes the list of agents and not the dialog, and asks before a note is lost [F-U26]', async () => {
    answerColleagues();
    const { press, user } = renderAction((actions) => actions.transfer(aTicket()));
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Transferir conversa' });
    await user.type(within(dialog).getByLabelText(/Nota para quem recebe/), 'Pago via PIX');
    await user.click(within(dialog).getByRole('combobox', { name: /Atendente/ }));
    expect(await within(dialog).findByRole('option', { name: /Rute Lins/ })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(within(dialog).queryByRole('option')).toBeNull();
    expect(screen.queryByRole('dialog', { name: 'Descartar as alterações?' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    expect(within(dialog).getByLabelText(/Nota para quem recebe/)).toHaveValue('Pago via PIX');
  });

  it('one Enter chooses the agent, the next one transfers [F-U2]', async () => {
    answerColleagues();
    const { press, user } = renderAction((actions) => actions.transfer(aTicket()));
    await press();
    await screen.findByRole('option', { name: /Rute Lins/ });
    await user.keyboard('rute{Enter}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /Atendente/ })).toBeNull());
    expect(screen.getByRole('button', { name: 'Transferir' })).toHaveFocus();
  });

  it('one Esc closes the dialog while nothing was typed or chosen', async () => {
    answerColleagues();
    const { press, user } = renderAction((actions) => actions.transfer(aTicket()));
    await press();
    await screen.findByRole('option', { name: /Rute Lins/ });
    expect(screen.getByRole('combobox', { name: /Atendente/ })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Transferir conversa' })).toBeNull());
  });

  it('Esc closes only the list while a name is being typed', async () => {
    answerColleagues();
    const { press, user } = renderAction((actions) => actions.transfer(aTicket()));
    await press();
    await screen.findByRole('option', { name: /Rute Lins/ });
    await user.keyboard('rut');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Transferir conversa' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Transferir conversa' })).toBeNull());
  });

  it('without a colleague leaves the ticket pending in the queue [M-071]', async () => {
    answerColleagues();
    const requests = updates(() => waiting());
    const { press, user } = renderAction((actions) => actions.transfer(aTicket()));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Transferir' }));
    expect(await screen.findByText('Conversa transferida para a fila Vendas')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ userId: null, queueId: 1, status: 'pending', isTransfered: true });
  });

  it('transfers several tickets one after the other', async () => {
    answerColleagues();
    const requests = updates(() => waiting());
    const { press, user } = renderAction((actions) => actions.transfer(aTicket({ id: 1 }), aTicket({ id: 2 })));
    await press();
    await screen.findByRole('dialog', { name: 'Transferir 2 conversas' });
    await user.click(screen.getByRole('button', { name: 'Transferir' }));
    expect(await screen.findByText('2 conversas transferidas')).toBeVisible();
    expect(requests.map(({ params }) => params.id)).toEqual([1, 2]);
  });
});
